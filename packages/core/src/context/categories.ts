/**
 * One of several categories, as one-hot coordinates: coordinate k is 1 if category k happens.
 *
 *     mean = p        covariance = diag(p) − ppᵀ
 *
 * Named categories are put in alphabetical order. The order in which an object lists its names is
 * lost on many ways (databases, other languages), and must not decide which coordinate is which.
 */
import { HedgerowError } from '../base/errors.ts';
import { lazily } from '../base/lazily.ts';
import { describeValue, requireLength } from '../base/require.ts';
import type { CategoriesDescription } from './context-description.ts';
import type { ContextAtom, ContextDistribution } from './context-distribution.ts';
import { fromAngle, weightedSum } from './parts/complex.ts';
import { lazyDistribution } from './parts/lazy-distribution.ts';
import { copyProbabilities, drawIndex } from './parts/probabilities.ts';

/**
 * Returns the distribution of a one-hot context.
 *
 * @param probabilities one probability a category, summing to 1; as a list, or by name
 */
export function categories(
  probabilities: ArrayLike<number> | Readonly<Record<string, number>>,
): ContextDistribution {
  const { names, values } = copyByName(probabilities);
  const mean = copyProbabilities('probabilities', values);
  const dimension = mean.length;
  const covariance = lazily(() => covarianceOf(mean));
  const atoms = lazily(() => atomsOf(mean));
  return lazyDistribution({
    kind: 'categories',
    dimension,
    mean,
    covariance,
    repairs: [],
    thirdCentralMoment: (i, j, k) => averageProduct(mean, [i, j, k]),
    fourthCentralMoment: (i, j, k, l) => averageProduct(mean, [i, j, k, l]),
    characteristic: (frequency) => {
      requireLength('frequency', frequency, dimension);
      return weightedSum(mean, (k) => fromAngle(frequency[k]!));
    },
    atoms,
    sample: (random, into) => {
      requireLength('into', into, dimension);
      into.fill(0);
      into[drawIndex(random, mean)] = 1;
    },
    describe: () => ({ kind: 'categories', probabilities: describeProbabilities(names, values) }),
  });
}

interface NamedValues {
  /** Null when the categories have no names. */
  readonly names: readonly string[] | null;
  readonly values: readonly number[];
}

function copyByName(given: ArrayLike<number> | Readonly<Record<string, number>>): NamedValues {
  if (typeof given !== 'object' || given === null) throw notProbabilities(given);
  if (Array.isArray(given) || ArrayBuffer.isView(given)) {
    return { names: null, values: Array.from(given as ArrayLike<number>) };
  }
  const byName = given as Readonly<Record<string, number>>;
  const names = Object.keys(byName).sort();
  return { names, values: names.map((name) => byName[name]!) };
}

function notProbabilities(given: unknown): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'probabilities must be a list, or an object with one number a name',
    received: describeValue(given),
  });
}

function describeProbabilities(
  names: readonly string[] | null,
  values: readonly number[],
): CategoriesDescription['probabilities'] {
  if (names === null) return [...values];
  return Object.fromEntries(names.map((name, k) => [name, values[k]!]));
}

function covarianceOf(mean: Float64Array): Float64Array {
  const size = mean.length;
  const covariance = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      covariance[i * size + j] = i === j ? mean[i]! * (1 - mean[i]!) : -mean[i]! * mean[j]!;
    }
  }
  return covariance;
}

/**
 * E[Π (cᵢ − pᵢ)] over the listed coordinates. Only the listed categories matter one by one; all
 * others give the same product Π(−pᵢ), so their probabilities are taken together.
 */
function averageProduct(mean: Float64Array, coordinates: readonly number[]): number {
  const distinct = [...new Set(coordinates)];
  let sum = 0;
  let restProbability = 1;
  for (const happened of distinct) {
    sum += mean[happened]! * deviationProduct(mean, coordinates, happened);
    restProbability -= mean[happened]!;
  }
  return sum + Math.max(restProbability, 0) * deviationProduct(mean, coordinates, -1);
}

function deviationProduct(
  mean: Float64Array,
  coordinates: readonly number[],
  happened: number,
): number {
  let product = 1;
  for (const i of coordinates) product *= (i === happened ? 1 : 0) - mean[i]!;
  return product;
}

function atomsOf(mean: Float64Array): ContextAtom[] {
  const atoms: ContextAtom[] = [];
  mean.forEach((probability, k) => {
    if (probability === 0) return;
    const point = new Float64Array(mean.length);
    point[k] = 1;
    atoms.push({ probability, point });
  });
  return atoms;
}
