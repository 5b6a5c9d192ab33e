/**
 * Follows a learner round by round: its own regret R(m), the noise of its rewards, the debt of
 * `proved-baseline-rounds.ts`, and the range of what the baseline earned.
 */
import { stitchedBoundary, type TimeUniformBoundary } from '@hedgerow/core/research';
import type { World } from '../environments/world.ts';
import type { RoundPlay } from '../measures/run-measures.ts';
import type { RoundListener } from '../trials/play-rounds.ts';
import type { ProblemConstants } from './problem-constants.ts';
import { type GateConstants, gateDebt } from './proved-baseline-rounds.ts';
import { NOISE_TAIL, noiseVariance, SYNTHETIC_REWARD_MIN } from './synthetic-truth.ts';

/** Accumulated variance below which the boundary is flat, as in the certified strategy. */
const VARIANCE_MIN = 50;

export interface RunWatched {
  readonly learnerRounds: number;
  /** Expected regret of the learner's rounds alone. */
  readonly learnerRegret: number;
  /** The most that one round could have cost. */
  readonly roundRegretMax: number;
  readonly baselineRewardMax: number;
  readonly baselineGapMax: number;
  /** Mean variance of the rewards that the learner saw. */
  readonly noiseVariance: number;
  /** Largest R + 2B − m (Δ_ℓ + α r_ℓ) on the way. */
  readonly debtMax: number;
}

/** What the noise stays within with probability 1 − δ/2 on each side. */
export function noiseBoundary(failureProbability: number): TimeUniformBoundary {
  return stitchedBoundary({
    failureProbability: failureProbability / 2,
    varianceMin: VARIANCE_MIN,
    tail: NOISE_TAIL,
  });
}

export class RunWatch implements RoundListener {
  readonly #world: World;
  readonly #constants: GateConstants;
  readonly #boundary: TimeUniformBoundary;
  #learnerRounds = 0;
  #learnerRegret = 0;
  #variance = 0;
  #debtMax = 0;
  #roundRegretMax = 0;
  #baselineRewardMax = 0;
  #baselineGapMax = 0;

  constructor(world: World, constants: ProblemConstants) {
    this.#world = world;
    this.#constants = { ...constants, baselineRewardMin: SYNTHETIC_REWARD_MIN };
    this.#boundary = noiseBoundary(constants.failureProbability);
    this.#addDebt();
  }

  decided(_world: World, play: RoundPlay): void {
    this.#seeRound();
    if (play.chosenBy === 'learner') this.#seeLearner(play.playedAction);
  }

  seen(): RunWatched {
    return {
      learnerRounds: this.#learnerRounds,
      learnerRegret: this.#learnerRegret,
      roundRegretMax: this.#roundRegretMax,
      baselineRewardMax: this.#baselineRewardMax,
      baselineGapMax: this.#baselineGapMax,
      noiseVariance: this.#variance / Math.max(1, this.#learnerRounds),
      debtMax: this.#debtMax,
    };
  }

  #seeRound(): void {
    const { expectedRewards, baselineExpectedReward } = this.#world;
    const best = Math.max(...expectedRewards);
    this.#roundRegretMax = Math.max(this.#roundRegretMax, best - Math.min(...expectedRewards));
    this.#baselineRewardMax = Math.max(this.#baselineRewardMax, baselineExpectedReward);
    this.#baselineGapMax = Math.max(this.#baselineGapMax, best - baselineExpectedReward);
  }

  #seeLearner(action: number): void {
    const { expectedRewards } = this.#world;
    const reward = expectedRewards[action]!;
    this.#learnerRounds += 1;
    this.#learnerRegret += Math.max(...expectedRewards) - reward;
    this.#variance += noiseVariance(reward);
    this.#addDebt();
  }

  #addDebt(): void {
    const debt = gateDebt(this.#constants, {
      learnerRounds: this.#learnerRounds,
      regret: this.#learnerRegret,
      boundary: this.#boundary(this.#variance),
    });
    this.#debtMax = Math.max(this.#debtMax, debt);
  }
}
