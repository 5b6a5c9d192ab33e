/**
 * A run in numbers: what each strategy came to.
 */
import { meanAndError } from '@hedgerow/lab/measures';
import type { Configuration, StrategyName } from './configuration.ts';
import type { RunPoint } from './messages.ts';

export interface StrategySummary {
  readonly name: StrategyName;
  readonly trials: number;
  /** Trials whose total was ever below the promised floor. */
  readonly brokenCount: number;
  /** Trials in which its books ever claimed more than was true. */
  readonly wrongClaimCount: number;
  /** Farthest below the floor in any trial, as a number above 0; 0 if never below. */
  readonly deepest: number;
  /** Means over trials after the last round that was played. */
  readonly regret: number;
  readonly margin: number;
  /** Share of rounds that the baseline got. */
  readonly baselineShare: number;
}

/** Returns one summary a strategy, in the order of the configuration. */
export function summarise(configuration: Configuration, point: RunPoint): StrategySummary[] {
  return configuration.strategies.map((name, index) => {
    const trials = point.state[index]!;
    const meanOf = (values: readonly number[]) => meanAndError(values).mean;
    return {
      name,
      trials: trials.length,
      brokenCount: trials.filter(({ firstBrokenRound }) => firstBrokenRound !== null).length,
      wrongClaimCount: trials.filter(({ hasWrongClaim }) => hasWrongClaim).length,
      deepest: Math.max(0, ...trials.map(({ marginMin }) => -marginMin)),
      regret: meanOf(trials.map(({ regret }) => regret)),
      margin: meanOf(trials.map(({ margin }) => margin)),
      baselineShare: meanOf(trials.map(({ baselineRounds }) => baselineRounds)) / point.round,
    };
  });
}
