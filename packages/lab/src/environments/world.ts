/**
 * The contract of every world: rounds with a hidden truth that the lab knows and the learner does not.
 *
 *     nextRound  draws the forecast μ, the hidden context and the noise of one round
 *     then       what the learner may see     expected features ψ, the baseline
 *                what only the lab may see    expected and realised rewards of every action
 *
 * All randomness of a round is drawn in `nextRound`, whoever plays what. So two strategies in worlds
 * of the same seed meet the same rounds, and differences between them are free of the world's luck.
 * A round allocates nothing; the views below are overwritten by the next round.
 */
/** A normal forecast with the same variance in every coordinate, and the actions that meet it. */
export interface ShownForecast {
  readonly centre: Float64Array;
  readonly variance: number;
  /** x of all actions, one after the other, as long as the centre each. */
  readonly actions: Float64Array;
}

export interface World {
  /** d: length of a feature vector. */
  readonly dimension: number;
  readonly actionCount: number;
  /** r̄: reward of each action in expectation over forecast and noise, in reward units. */
  readonly expectedRewards: Float64Array;
  /** Index of the action the baseline plays in this round. */
  readonly baselineAction: number;
  /** r̄ of that action. */
  readonly baselineExpectedReward: number;
  /** Begins the next round and writes ψ of all actions, one after the other. */
  nextRound(expectedFeatures: Float64Array): void;
  /** What is observed if the action is played; the same noise for all actions. */
  reward(action: number): number;
  /** The same without noise, in the context as it turned out. */
  realisedReward(action: number): number;
  /** What a round's forecast is, and what actions are; absent where a world shows features alone. */
  readonly forecast?: ShownForecast;
  /** The context as it turned out, for the lab alone; absent likewise. */
  readonly context?: Float64Array;
  /** Writes φ of the action in the context as it turned out, for feedback that reveals it. */
  features(action: number, into: Float64Array): void;
}
