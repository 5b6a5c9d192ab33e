/**
 * Another distribution seen on a common scale: (c − centre) / scale, coordinate by coordinate.
 *
 * Features of degree two are useless when one coordinate is counted in thousands and another in
 * tenths. Moving and stretching keeps every closed form: central moments are divided by the scales,
 * and E[exp(iωᵀ(c − centre)/scale)] = exp(−iωᵀ(centre/scale)) · E[exp(i(ω/scale)ᵀc)].
 */

import { lazily } from '../base/lazily.ts';
import { requireLength } from '../base/require.ts';
import type { ContextAtom, ContextDistribution } from './context-distribution.ts';
import { fromAngle, multiply } from './parts/complex.ts';
import { lazyDistribution } from './parts/lazy-distribution.ts';
import { requireDistribution } from './parts/require-distribution.ts';
import {
  type CopiedStandardisation,
  copyStandardisation,
  type Standardisation,
  standardiseInto,
} from './parts/standardisation.ts';

export interface StandardisedInput extends Standardisation {
  readonly distribution: ContextDistribution;
}

/** Returns the distribution of (c − centre) / scale. */
export function standardised(input: StandardisedInput): ContextDistribution {
  const { distribution: inner } = input;
  requireDistribution('distribution', inner);
  const { dimension } = inner;
  return standardisedBy(inner, copyStandardisation(input, dimension));
}

/** The same with numbers that were checked and are nobody else's: a map does this in every round. */
export function standardisedBy(
  inner: ContextDistribution,
  { centre, scale }: CopiedStandardisation,
): ContextDistribution {
  const { dimension } = inner;
  const moved = (context: ArrayLike<number>): Float64Array => {
    const into = new Float64Array(dimension);
    standardiseInto({ context, centre, scale, into });
    return into;
  };
  const covariance = lazily(() => covarianceOf(inner, scale));
  const atoms = lazily(() => atomsOf(inner, moved));
  return lazyDistribution({
    kind: 'standardised',
    dimension,
    mean: moved(inner.mean),
    covariance,
    repairs: inner.repairs,
    thirdCentralMoment: (i, j, k) =>
      inner.thirdCentralMoment(i, j, k) / scale[i]! / scale[j]! / scale[k]!,
    fourthCentralMoment: (i, j, k, l) =>
      inner.fourthCentralMoment(i, j, k, l) / scale[i]! / scale[j]! / scale[k]! / scale[l]!,
    characteristic: (frequency) => {
      requireLength('frequency', frequency, dimension);
      const stretched = Float64Array.from(frequency, (value, i) => value / scale[i]!);
      const angle = stretched.reduce((sum, value, i) => sum - value * centre[i]!, 0);
      return multiply(fromAngle(angle), inner.characteristic(stretched));
    },
    atoms,
    sample: (random, into) => {
      inner.sample(random, into);
      standardiseInto({ context: into, centre, scale, into });
    },
    describe: () => ({
      kind: 'standardised',
      centre: Array.from(centre),
      scale: Array.from(scale),
      distribution: inner.describe(),
    }),
  });
}

function covarianceOf(inner: ContextDistribution, scale: Float64Array): Float64Array {
  const size = inner.dimension;
  return inner.covariance.map((entry, position) => {
    const row = Math.floor(position / size);
    return entry / (scale[row]! * scale[position % size]!);
  });
}

function atomsOf(
  inner: ContextDistribution,
  moved: (context: ArrayLike<number>) => Float64Array,
): ContextAtom[] | null {
  if (inner.atoms === null) return null;
  return inner.atoms.map(({ probability, point }) => ({ probability, point: moved(point) }));
}
