/**
 * One of several distributions happens, each with its weight: "a front comes through, or not".
 *
 * Moments are shifted from the centre of each component to the common one, never taken as
 * differences of raw moments. With dₖ = meanₖ − mean and the moments C, T, Q of component k:
 *
 *     covariance = Σ weightₖ (C + dd)
 *     third      = Σ weightₖ (T + dC three ways + ddd)
 *     fourth     = Σ weightₖ (Q + dT four ways + ddC six ways + dddd)
 */
import { HedgerowError } from '../base/errors.ts';
import { lazily } from '../base/lazily.ts';
import { requireList } from '../base/number-lists.ts';
import { requireLength } from '../base/require.ts';
import type { ContextAtom, ContextDistribution } from './context-distribution.ts';
import { weightedSum } from './parts/complex.ts';
import { lazyDistribution } from './parts/lazy-distribution.ts';
import { copyProbabilities, drawIndex } from './parts/probabilities.ts';
import { requireDistribution } from './parts/require-distribution.ts';
import { shiftedCovariance, shiftedFourth, shiftedThird } from './parts/shifted-moments.ts';

export interface MixtureComponent {
  /** Probability of this component; all of them sum to 1. */
  readonly weight: number;
  readonly distribution: ContextDistribution;
}

/** Returns the mixture of distributions over the same coordinates. */
export function mixture(components: readonly MixtureComponent[]): ContextDistribution {
  requireList('components', components);
  const parts = components.map((component) => component.distribution);
  parts.forEach((part, k) => {
    requireDistribution(`components[${k}].distribution`, part);
  });
  const given = components.map((component) => component.weight);
  const weights = copyProbabilities('weights', given);
  const dimension = requireSameDimension(parts);
  const mean = meanOf(parts, weights);
  const shifts = parts.map((part) => part.mean.map((value, i) => value - mean[i]!));
  const average = (momentOf: (part: ContextDistribution, shift: Float64Array) => number): number =>
    parts.reduce((sum, part, k) => sum + weights[k]! * momentOf(part, shifts[k]!), 0);
  const covariance = lazily(() => covarianceOf(dimension, average));
  const atoms = lazily(() => atomsOf(parts, weights));
  return lazyDistribution({
    kind: 'mixture',
    dimension,
    mean,
    covariance,
    repairs: parts.flatMap((part) => part.repairs),
    thirdCentralMoment: (i, j, k) => average((part, shift) => shiftedThird(part, shift, [i, j, k])),
    fourthCentralMoment: (i, j, k, l) =>
      average((part, shift) => shiftedFourth(part, shift, [i, j, k, l])),
    characteristic: (frequency) => weightedSum(weights, (k) => parts[k]!.characteristic(frequency)),
    atoms,
    sample: (random, into) => {
      requireLength('into', into, dimension);
      parts[drawIndex(random, weights)]!.sample(random, into);
    },
    describe: () => ({
      kind: 'mixture',
      components: parts.map((part, k) => ({ weight: given[k]!, distribution: part.describe() })),
    }),
  });
}

type Average = (momentOf: (part: ContextDistribution, shift: Float64Array) => number) => number;

function requireSameDimension(parts: readonly ContextDistribution[]): number {
  const dimension = parts[0]!.dimension;
  const odd = parts.findIndex((part) => part.dimension !== dimension);
  if (odd < 0) return dimension;
  throw new HedgerowError({
    code: 'HR_INPUT_DIMENSION',
    rule: `components[${odd}] must have ${dimension} coordinates like the first component`,
    received: `one with ${parts[odd]!.dimension}`,
  });
}

/** Sums shifts from the first component: components with one centre then give exactly it. */
function meanOf(parts: readonly ContextDistribution[], weights: Float64Array): Float64Array {
  return parts[0]!.mean.map((origin, i) => {
    let shift = 0;
    parts.forEach((part, k) => {
      shift += weights[k]! * (part.mean[i]! - origin);
    });
    return origin + shift;
  });
}

function covarianceOf(dimension: number, average: Average): Float64Array {
  const covariance = new Float64Array(dimension * dimension);
  for (let i = 0; i < dimension; i++) {
    for (let j = 0; j <= i; j++) {
      const entry = average((part, shift) => shiftedCovariance(part, shift, [i, j]));
      covariance[i * dimension + j] = entry;
      covariance[j * dimension + i] = entry;
    }
  }
  return covariance;
}

function atomsOf(
  parts: readonly ContextDistribution[],
  weights: Float64Array,
): ContextAtom[] | null {
  const atoms: ContextAtom[] = [];
  for (let k = 0; k < parts.length; k++) {
    if (weights[k] === 0) continue;
    const ofPart = parts[k]!.atoms;
    if (ofPart === null) return null;
    for (const { probability, point } of ofPart) {
      atoms.push({ probability: weights[k]! * probability, point });
    }
  }
  return atoms;
}
