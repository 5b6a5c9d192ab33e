/**
 * One run: a contestant plays a world for so many rounds, and the lab measures.
 *
 *     world draws the round → contestant decides → lab measures → rewards that are due are delivered
 */
import type { World } from '../environments/world.ts';
import { RunMeasures } from '../measures/run-measures.ts';
import type { Contestant } from './contestant.ts';
import { type Delivery, deliverAtOnce, Mail } from './delivery.ts';

export interface TrialOptions {
  readonly world: World;
  readonly contestant: Contestant;
  readonly roundCount: number;
  /** α: the share of the baseline's total that may be lost; what the run is judged by. */
  readonly allowedShortfall: number;
  /** When rewards arrive, if they do; at once if absent. */
  readonly delivery?: Delivery;
}

/** Plays all rounds and returns what they come to. */
export function runTrial(options: TrialOptions): RunMeasures {
  const { world, contestant, allowedShortfall } = options;
  const measures = new RunMeasures({ allowedShortfall, promise: contestant.promise });
  const mail = new Mail(options.delivery ?? deliverAtOnce);
  for (let round = 1; round <= options.roundCount; round++) {
    world.nextRound(contestant.expectedFeatures);
    const play = contestant.decide({
      action: world.baselineAction,
      expectedReward: world.baselineExpectedReward,
    });
    measures.add(world, play);
    mail.send(round, world.reward(play.playedAction));
    mail.deliver(round, contestant);
  }
  const finalClaim = contestant.provedSlack();
  if (finalClaim !== null) measures.checkCertificate(finalClaim);
  return measures;
}
