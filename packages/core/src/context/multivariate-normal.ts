/**
 * Several numbers that are normally distributed together.
 *
 *     E[uᵢuⱼuₖuₗ] = ΣᵢⱼΣₖₗ + ΣᵢₖΣⱼₗ + ΣᵢₗΣⱼₖ        (Isserlis), odd central moments are zero
 *     E[exp(iωᵀc)] = exp(iωᵀmean − ½ωᵀΣω)
 *
 * The covariance Σ may be singular: some combination of coordinates is then known exactly.
 */
import { HedgerowError } from '../base/errors.ts';
import { copyNumbers, copyTable, tableRows } from '../base/number-lists.ts';
import { type RandomSource, standardNormal } from '../base/random-source.ts';
import { requireLength, requireNotNegative } from '../base/require.ts';
import { dotProduct, quadraticForm } from '../base/small-matrix.ts';
import type { ContextDistribution } from './context-distribution.ts';
import { fromAngle } from './parts/complex.ts';
import { checkCovariance } from './parts/covariance-check.ts';
import { fromVariables } from './parts/from-variables.ts';
import { normalVariable } from './parts/variable.ts';

export interface MultivariateNormalInput {
  readonly mean: ArrayLike<number>;
  /** Row by row; either this or `variances`. */
  readonly covariance?: readonly ArrayLike<number>[];
  /** Variances of independent coordinates: the squares of their standard deviations. */
  readonly variances?: ArrayLike<number>;
}

/** Returns a normal distribution of several variables. */
export function multivariateNormal(input: MultivariateNormalInput): ContextDistribution {
  requireOneSpread(input);
  const mean = copyNumbers('mean', input.mean);
  return input.covariance === undefined
    ? withVariances(mean, input.variances!)
    : withCovariance(mean, input.covariance);
}

function requireOneSpread(input: MultivariateNormalInput): void {
  const givenCount = [input.covariance, input.variances].filter((it) => it !== undefined).length;
  if (givenCount === 1) return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'A multivariate normal must be given either covariance or variances',
    received: givenCount === 0 ? 'given neither' : 'given both',
  });
}

function withVariances(mean: Float64Array, given: ArrayLike<number>): ContextDistribution {
  const variances = copyNumbers('variances', given);
  requireLength('variances', variances, mean.length);
  const negative = variances.findIndex((variance) => variance < 0);
  if (negative >= 0) requireNotNegative(`variances[${negative}]`, variances[negative]!);
  return fromVariables({
    kind: 'multivariate-normal',
    variables: Array.from(mean, (centre, i) => normalVariable(centre, variances[i]!)),
    describe: () => ({
      kind: 'multivariate-normal',
      mean: Array.from(mean),
      variances: Array.from(variances),
    }),
  });
}

function withCovariance(
  mean: Float64Array,
  rows: readonly ArrayLike<number>[],
): ContextDistribution {
  const dimension = mean.length;
  const given = copyTable('covariance', rows);
  const { covariance, factor, repairs } = checkCovariance(given, dimension);
  const hasSpread = covariance.some((entry) => entry !== 0);
  return Object.freeze<ContextDistribution>({
    kind: 'multivariate-normal',
    dimension,
    mean,
    covariance,
    repairs,
    thirdCentralMoment: () => 0,
    fourthCentralMoment: (i, j, k, l) => {
      const at = (row: number, column: number) => covariance[row * dimension + column]!;
      return at(i, j) * at(k, l) + at(i, k) * at(j, l) + at(i, l) * at(j, k);
    },
    characteristic: (frequency) => {
      requireLength('frequency', frequency, dimension);
      const spread = Math.exp(-0.5 * quadraticForm(covariance, frequency));
      return fromAngle(dotProduct(frequency, mean), spread);
    },
    atoms: hasSpread ? null : [{ probability: 1, point: Float64Array.from(mean) }],
    sample: (random, into) => {
      requireLength('into', into, dimension);
      drawNormal({ random, mean, factor, into });
    },
    describe: () => ({
      kind: 'multivariate-normal',
      mean: Array.from(mean),
      covariance: tableRows(given),
    }),
  });
}

interface DrawInput {
  readonly random: RandomSource;
  readonly mean: Float64Array;
  readonly factor: Float64Array;
  readonly into: Float64Array;
}

/** Writes mean + F·z, where z is standard normal and FFᵀ the covariance. */
function drawNormal({ random, mean, factor, into }: DrawInput): void {
  const dimension = mean.length;
  into.set(mean);
  for (let k = 0; k < dimension; k++) {
    const score = standardNormal(random);
    for (let i = 0; i < dimension; i++) into[i]! += factor[i * dimension + k]! * score;
  }
}
