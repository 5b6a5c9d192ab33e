/**
 * The round, written once for everything that is simulated.
 *
 *     world draws the round → learner decides → listeners measure → rewards that are due are told
 *
 * Whoever wants to measure, record or watch listens; whoever wants rewards to be late says how they
 * travel. A round allocates nothing unless rewards are late.
 */
import type { Decision, Learner } from '@hedgerow/core/research';
import type { World } from '../environments/world.ts';
import type { RoundPlay } from '../measures/run-measures.ts';
import { type Delivery, Mail } from './delivery.ts';
import { FORECAST_SIGHT, type Sight } from './sight.ts';

export interface RoundListener {
  /** After the decision, before anybody hears the reward. */
  decided?(world: World, play: RoundPlay): void;
  /** After the round, counted from 1, when all rewards that were due have been heard. */
  finished?(round: number): void;
}

/** What learners are told of the baseline. */
export interface BaselineTeller {
  /** Its reward in the round that the world is in. */
  readonly baselineReward: (world: World) => number;
  /** Which action it is for those who see the context; that of all others if absent. */
  readonly seenBaseline?: ((world: World) => number) | undefined;
}

export interface RoundOptions {
  readonly world: World;
  readonly learner: Learner;
  /** What the learner gets to know; the forecast and the baseline's reward if absent. */
  readonly sight?: Sight | undefined;
  /** What is told of the baseline; its expected reward if absent. */
  readonly teller?: BaselineTeller | undefined;
  /** When rewards arrive, if they do; at once if absent. */
  readonly delivery?: Delivery | undefined;
  readonly listeners: readonly RoundListener[];
}

export interface RoundsOptions extends RoundOptions {
  readonly roundCount: number;
}

/** Plays all rounds. */
export function playRounds(options: RoundsOptions): void {
  const playRound = roundPlayer(options);
  for (let round = 1; round <= options.roundCount; round++) playRound();
}

/** Returns a function that plays the next round whenever it is called. */
export function roundPlayer(options: RoundOptions): () => void {
  const { world, learner, listeners, sight = FORECAST_SIGHT } = options;
  const show = sight.sees === 'context' ? showingContexts(options) : showingForecasts(options);
  const tell = options.delivery === undefined ? tellingAtOnce(options) : tellingByMail(options);
  let round = 0;
  return () => {
    round += 1;
    const decision = learner.decide(show());
    for (const listener of listeners) listener.decided?.(world, decision);
    tell(decision, round);
    for (const listener of listeners) listener.finished?.(round);
  };
}

interface ShownBaseline {
  action: number;
  expectedReward: number | null;
}

/** Draws the next round, shows the learner the features that it may see, and returns the baseline. */
type Show = () => ShownBaseline;

function showingForecasts({ world, learner, sight, teller }: RoundOptions): Show {
  const shown: ShownBaseline = { action: 0, expectedReward: null };
  const isTold = sight?.isBaselineTold ?? true;
  return () => {
    world.nextRound(learner.expectedFeatures);
    shown.action = world.baselineAction;
    if (isTold)
      shown.expectedReward = teller?.baselineReward(world) ?? world.baselineExpectedReward;
    return shown;
  };
}

/** Those who see the context know what the baseline earns in it. */
function showingContexts({ world, learner, teller }: RoundOptions): Show {
  const { dimension, actionCount } = world;
  const shown: ShownBaseline = { action: 0, expectedReward: null };
  const unseen = new Float64Array(actionCount * dimension);
  const rows = Array.from({ length: actionCount }, (_, action) =>
    learner.expectedFeatures.subarray(action * dimension, (action + 1) * dimension),
  );
  return () => {
    world.nextRound(unseen);
    for (let action = 0; action < actionCount; action++) world.features(action, rows[action]!);
    shown.action = teller?.seenBaseline?.(world) ?? world.baselineAction;
    shown.expectedReward = world.realisedReward(shown.action);
    return shown;
  };
}

/** Gives the learner the reward of a round, now or later. */
type Tell = (decision: Decision, round: number) => void;

function tellingAtOnce({ world, learner, sight }: RoundOptions): Tell {
  const revealed = sight?.isContextRevealed ? new Float64Array(world.dimension) : undefined;
  return ({ ticket, playedAction }) => {
    if (revealed !== undefined) world.features(playedAction, revealed);
    learner.settle(ticket, world.reward(playedAction), revealed);
  };
}

function tellingByMail({ world, learner, delivery }: RoundOptions): Tell {
  const mail = new Mail(delivery!);
  return ({ ticket, playedAction }, round) => {
    mail.send({ ticket, reward: world.reward(playedAction) }, round);
    mail.deliver(round, learner);
  };
}
