/**
 * A context that is known: all probability in one point.
 *
 * Its mean is the value itself, bit for bit, and its covariance is zero. So everything written for
 * forecasts also serves contexts that are seen.
 */

import { lazily } from '../base/lazily.ts';
import { copyNumbers } from '../base/number-lists.ts';
import { requireLength } from '../base/require.ts';
import { dotProduct } from '../base/small-matrix.ts';
import type { ContextDistribution } from './context-distribution.ts';
import { fromAngle } from './parts/complex.ts';
import { lazyDistribution } from './parts/lazy-distribution.ts';

/** Returns the distribution of a context known to be `value`. */
export function exact(value: number | ArrayLike<number>): ContextDistribution {
  const point = copyNumbers('value', typeof value === 'number' ? [value] : value);
  const dimension = point.length;
  const covariance = lazily(() => new Float64Array(dimension * dimension));
  const atoms = [{ probability: 1, point }];
  return lazyDistribution({
    kind: 'exact',
    dimension,
    mean: point,
    covariance,
    repairs: [],
    thirdCentralMoment: () => 0,
    fourthCentralMoment: () => 0,
    characteristic: (frequency) => {
      requireLength('frequency', frequency, dimension);
      return fromAngle(dotProduct(frequency, point));
    },
    atoms: () => atoms,
    sample: (_random, into) => {
      requireLength('into', into, dimension);
      into.set(point);
    },
    describe: () => ({ kind: 'exact', value: dimension === 1 ? point[0]! : Array.from(point) }),
  });
}
