/**
 * All trials of all strategies of a configuration, played side by side, some rounds at a time.
 *
 * Trials with the same number meet the same rounds whoever plays, because each strategy draws its world from
 * the same stream. Trials advance together and not one after the other, so that a reader sees all of
 * them grow. How the rounds are cut into pieces changes no number.
 */
import { createEngine, type KernelEngine } from '@hedgerow/core';
import { RunMeasures } from '@hedgerow/lab/measures';
import { mapTrials, roundPlayer } from '@hedgerow/lab/trials';
import type { Configuration, StrategyName } from './configuration.ts';
import { learnerOf } from './learners.ts';
import { baselineReward, createWorld, WORLDS } from './worlds.ts';

/** What a trial has come to so far. */
export interface TrialState {
  /** Σ ( best expected reward − expected reward of what was played ). */
  readonly regret: number;
  /** How far the true total is above the promised floor, in reward units. */
  readonly margin: number;
  /** The least of that after any round so far. */
  readonly marginMin: number;
  readonly baselineRounds: number;
  /** The round after which the total first lay below the floor; null while it never did. */
  readonly firstBrokenRound: number | null;
  /** Whether the books ever claimed more of that margin than was true. */
  readonly hasWrongClaim: boolean;
}

/** One entry a strategy, in the order of the configuration; in it one a trial. */
export type SimulationState = readonly (readonly TrialState[])[];

interface Trial {
  readonly playRound: () => void;
  readonly measures: RunMeasures;
}

export class Simulation {
  readonly configuration: Configuration;
  /** Rounds played so far. */
  round = 0;
  readonly #trials: readonly (readonly Trial[])[];

  constructor(configuration: Configuration, engine: KernelEngine = createEngine()) {
    this.configuration = configuration;
    this.#trials = configuration.strategies.map((name) => trialsOf(name, configuration, engine));
  }

  get isFinished(): boolean {
    return this.round >= this.configuration.rounds;
  }

  /** Plays on until so many rounds have been played, or all. */
  advanceTo(round: number): void {
    const last = Math.min(round, this.configuration.rounds);
    for (const { playRound } of this.#trials.flat()) {
      for (let next = this.round; next < last; next++) playRound();
    }
    this.round = Math.max(this.round, last);
  }

  /** Returns what every trial has come to. */
  state(): SimulationState {
    const { judgedBy } = WORLDS[this.configuration.world];
    return this.#trials.map((trials) =>
      trials.map(({ measures }) => ({
        regret: measures.expectedRegret,
        margin: measures.tracks[judgedBy].slack,
        marginMin: measures.tracks[judgedBy].slackMin,
        baselineRounds: measures.baselineRoundCount + measures.heldOutRoundCount,
        firstBrokenRound: measures.tracks[judgedBy].firstBrokenRound,
        hasWrongClaim: measures.isCertificateInvalid,
      })),
    );
  }
}

function trialsOf(name: StrategyName, configuration: Configuration, engine: KernelEngine): Trial[] {
  const { seed, trials: trialCount, shortfall: allowedShortfall } = configuration;
  return mapTrials({ seed, firstTrial: 0, trialCount }, (streams) => {
    const world = createWorld(configuration, streams.world);
    const coin = streams.learner.asSource();
    const learner = learnerOf(name, { world, configuration, coin, engine });
    const promise = WORLDS[configuration.world].judgedBy;
    const measures = new RunMeasures({ allowedShortfall, promise });
    const teller = {
      baselineReward: (shown: typeof world) => baselineReward(configuration.world, shown),
    };
    const judge = { decided: measures.add.bind(measures) };
    return { playRound: roundPlayer({ world, learner, teller, listeners: [judge] }), measures };
  });
}
