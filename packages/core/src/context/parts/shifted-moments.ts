/**
 * Moments of a distribution about a centre that is not its own.
 *
 * With shift d = (own mean) − (new centre): E[Π(uᵢ + dᵢ)], multiplied out. Terms with a single u
 * vanish because E[u] = 0.
 */
import type { ContextDistribution } from '../context-distribution.ts';

type Moments = Pick<
  ContextDistribution,
  'dimension' | 'covariance' | 'thirdCentralMoment' | 'fourthCentralMoment'
>;

/** Returns C + dd. */
export function shiftedCovariance(
  moments: Moments,
  shift: Float64Array,
  [i, j]: readonly [number, number],
): number {
  return moments.covariance[i * moments.dimension + j]! + shift[i]! * shift[j]!;
}

/** Returns T + dC three ways + ddd. */
export function shiftedThird(
  moments: Moments,
  shift: Float64Array,
  [i, j, k]: readonly [number, number, number],
): number {
  return (
    moments.thirdCentralMoment(i, j, k) +
    shift[i]! * moments.covariance[j * moments.dimension + k]! +
    shift[j]! * moments.covariance[i * moments.dimension + k]! +
    shift[k]! * shiftedCovariance(moments, shift, [i, j])
  );
}

/** Returns Q + dT four ways + ddC six ways + dddd. */
export function shiftedFourth(
  moments: Moments,
  shift: Float64Array,
  [i, j, k, l]: readonly [number, number, number, number],
): number {
  const covariance = (a: number, b: number) => moments.covariance[a * moments.dimension + b]!;
  return (
    moments.fourthCentralMoment(i, j, k, l) +
    shift[i]! * moments.thirdCentralMoment(j, k, l) +
    shift[j]! * moments.thirdCentralMoment(i, k, l) +
    shift[k]! * moments.thirdCentralMoment(i, j, l) +
    shift[i]! * shift[j]! * covariance(k, l) +
    shift[i]! * shift[k]! * covariance(j, l) +
    shift[j]! * shift[k]! * covariance(i, l) +
    shift[l]! * shiftedThird(moments, shift, [i, j, k])
  );
}
