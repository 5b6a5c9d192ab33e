/**
 * The round, written once for everything that is simulated.
 *
 *     world draws the round → contestant decides → listeners measure → rewards that are due are told
 *
 * Whoever wants to measure, record or watch listens; whoever wants rewards to be late says how they
 * travel.
 */
import type { World } from '../environments/world.ts';
import type { RoundPlay } from '../measures/run-measures.ts';
import type { Contestant } from './contestant.ts';
import { type Delivery, deliverAtOnce, Mail } from './delivery.ts';

export interface RoundListener {
  /** After the decision, before anybody hears the reward. */
  decided?(world: World, play: RoundPlay): void;
  /** After the round, counted from 1, when all rewards that were due have been heard. */
  finished?(round: number): void;
}

export interface RoundsOptions {
  readonly world: World;
  readonly contestant: Contestant;
  readonly roundCount: number;
  readonly listeners: readonly RoundListener[];
  /** What is told of the baseline's reward; its expectation if absent. */
  readonly baselineReward?: (world: World) => number;
  /** When rewards arrive, if they do; at once if absent. */
  readonly delivery?: Delivery | undefined;
}

/** Plays all rounds. */
export function playRounds(options: RoundsOptions): void {
  const { world, contestant, listeners } = options;
  const baselineReward = options.baselineReward ?? expectedBaselineReward;
  const mail = new Mail(options.delivery ?? deliverAtOnce);
  const baseline = { action: 0, expectedReward: 0 };
  for (let round = 1; round <= options.roundCount; round++) {
    world.nextRound(contestant.expectedFeatures);
    baseline.action = world.baselineAction;
    baseline.expectedReward = baselineReward(world);
    const play = contestant.decide(baseline);
    for (const listener of listeners) listener.decided?.(world, play);
    mail.send(round, world.reward(play.playedAction));
    mail.deliver(round, contestant);
    for (const listener of listeners) listener.finished?.(round);
  }
}

function expectedBaselineReward(world: World): number {
  return world.baselineExpectedReward;
}
