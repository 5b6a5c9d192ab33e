/**
 * What a run in the playground is made of. All of it fits into an address, so that a run can be shared:
 * the same configuration gives the same numbers on every machine.
 */

/** Names of the core's strategies, as they stand in addresses. */
export type StrategyName = 'conservativeContextUcb' | 'hedge' | 'contextUcb' | 'baselineOnly';

export type WorldName = 'strong-baseline' | 'paper' | 'nothing-hidden' | 'wrong-model';

export interface Configuration {
  readonly world: WorldName;
  /** Which strategies play, each once, in the order of `STRATEGY_NAMES`; at least one. */
  readonly strategies: readonly StrategyName[];
  /** α: the share of the baseline's total that may be lost. */
  readonly shortfall: number;
  /** δ: probability with which the promise may fail, over the whole run. */
  readonly failure: number;
  /** Standard deviation of the reward noise, in reward units. */
  readonly noise: number;
  /** Standard deviation of the hidden context around its forecast, for each coordinate. */
  readonly spread: number;
  /** T: rounds of a trial. */
  readonly rounds: number;
  readonly trials: number;
  readonly seed: number;
}

export const STRATEGY_NAMES: readonly StrategyName[] = [
  'conservativeContextUcb',
  'hedge',
  'contextUcb',
  'baselineOnly',
];

export const WORLD_NAMES: readonly WorldName[] = [
  'strong-baseline',
  'paper',
  'nothing-hidden',
  'wrong-model',
];

/** A good baseline and a tight promise: the case in which the paper's rule can be seen to fail. */
export const DEFAULT_CONFIGURATION: Configuration = {
  world: 'strong-baseline',
  strategies: ['conservativeContextUcb', 'hedge'],
  shortfall: 0.02,
  failure: 0.01,
  noise: 0.1,
  spread: 1,
  rounds: 1000,
  trials: 20,
  seed: 1,
};

export type NumberName =
  | 'shortfall'
  | 'failure'
  | 'noise'
  | 'spread'
  | 'rounds'
  | 'trials'
  | 'seed';

export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
}

/** Both ends belong to the range. The upper ends keep a run within seconds. */
export const NUMBER_RANGES: Readonly<Record<NumberName, NumberRange>> = {
  shortfall: { min: 0.01, max: 0.9, isWhole: false },
  failure: { min: 0.0001, max: 0.5, isWhole: false },
  noise: { min: 0, max: 10, isWhole: false },
  spread: { min: 0, max: 3, isWhole: false },
  rounds: { min: 10, max: 5000, isWhole: true },
  trials: { min: 1, max: 50, isWhole: true },
  seed: { min: 0, max: 2 ** 32 - 1, isWhole: true },
};

export const NUMBER_NAMES: readonly NumberName[] = Object.keys(NUMBER_RANGES) as NumberName[];

/** Returns whether a number may stand for a setting. */
export function isInRange(name: NumberName, value: number): boolean {
  const { min, max, isWhole } = NUMBER_RANGES[name];
  return value >= min && value <= max && (!isWhole || Number.isInteger(value));
}

/** Returns the rule for a setting in words. */
export function rangeText(name: NumberName): string {
  const { min, max, isWhole } = NUMBER_RANGES[name];
  return `${isWhole ? 'a whole number' : 'a number'} from ${min} to ${max}`;
}
