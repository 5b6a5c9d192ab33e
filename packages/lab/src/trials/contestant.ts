/**
 * Whoever plays a world: a strategy of the core in the shape that trials need.
 *
 * A contestant sees expected features and the baseline, and hears rewards, perhaps late, perhaps
 * never. It says what it did, and what it claims to have proved, so that the lab can compare both
 * with the truth.
 */
import type { BaselineChoice } from '@hedgerow/core/research';
import type { PromiseName, RoundPlay } from '../measures/run-measures.ts';

export interface Contestant {
  /** Which promise it makes, or would make if it made one. */
  readonly promise: PromiseName;
  /** Where the world writes the expected features of the next round. */
  readonly expectedFeatures: Float64Array;
  /** Plays one round. The answer may be overwritten by the next one. */
  decide(baseline: BaselineChoice): RoundPlay;
  /** Hears the reward of a round, counted from 1; at most once for each. */
  observe(round: number, reward: number): void;
  /** What it claims of the promised slack now, in reward units; null if it claims nothing. */
  provedSlack(): number | null;
}
