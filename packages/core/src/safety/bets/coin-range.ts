/**
 * The range in which rewards are counted when the baseline's reward is unknown.
 *
 *     lowest  = floor − 5 · noiseScale   (see `reward-floor.ts`)
 *     counted = reward cut to [lowest, ceiling]
 *
 * Here a ceiling is needed as well: what the baseline would have earned must be bounded from above.
 * If noise can carry rewards above the highest noiseless one, they are counted up to five scales above
 * it (`countedCeiling`): cut at the highest itself, a baseline near it would be measured too low.
 *
 * If rewards can exceed it, the promise is about the baseline's rewards cut at the ceiling, unless
 * `ceilingExcess` bounds what the cut takes from their mean: then that is charged, and the promise
 * is about the true means again.
 *
 * Letters: lo_e = lowest, hi = ceiling, R = width, ε = ceilingExcess, b₀ = clipBias.
 */
import { requireBetween, requireNotNegative } from '../../base/require.ts';
import {
  gainAbove,
  type RewardFloor,
  type RewardFloorOptions,
  rewardFloor,
} from './reward-floor.ts';

export interface CoinRangeOptions extends RewardFloorOptions {
  /** hi: rewards above it are counted as it. Declare the lowest true one. */
  readonly ceiling: number;
  /** ε: at least the mean of (baseline reward − ceiling)₊ in every round; 0 for a true ceiling. */
  readonly ceilingExcess?: number;
}

export interface CoinRange extends RewardFloor {
  readonly ceiling: number;
  readonly ceilingExcess: number;
  /** ceiling − lowest. */
  readonly width: number;
}

/** Checks the declarations and returns what follows from them. */
export function coinRange(options: CoinRangeOptions): CoinRange {
  const floor = rewardFloor(options);
  requireBetween('ceiling', options.ceiling, floor.floor, Number.POSITIVE_INFINITY);
  const ceilingExcess = options.ceilingExcess ?? 0;
  requireNotNegative('ceilingExcess', ceilingExcess);
  const width = options.ceiling - floor.lowest;
  requireBetween('ceiling − floor', width, 0, Number.POSITIVE_INFINITY);
  return { ...floor, ceiling: options.ceiling, ceilingExcess, width };
}

/** Returns up to where noisy rewards are counted, and what the cut above that can hide at most. */
export function countedCeiling(declared: {
  /** Highest noiseless reward in any context, in reward units. */
  readonly ceiling: number;
  readonly noiseScale: number;
}): Required<Pick<CoinRangeOptions, 'ceiling' | 'ceilingExcess'>> {
  // The cut below, seen in a mirror.
  const { lowest, clipBias } = rewardFloor({ ...declared, floor: -declared.ceiling });
  return { ceiling: -lowest, ceilingExcess: clipBias };
}

/** Returns reward − lowest, cut to [0, width]. */
export function heightAbove(range: CoinRange, reward: number): number {
  return Math.min(gainAbove(range, reward), range.width);
}

/** Returns ceiling − reward, cut to [0, width]. */
export function depthBelow(range: CoinRange, reward: number): number {
  return Math.min(Math.max(range.ceiling - reward, 0), range.width);
}
