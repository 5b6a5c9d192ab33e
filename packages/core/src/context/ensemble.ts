/**
 * A weighted list of possible contexts, such as the members of a weather ensemble.
 *
 * The members are taken as ALL that can happen, so the covariance divides by the total weight (the
 * population form), not by one member less. Any feature map is averaged over it exactly.
 */

import { lazily } from '../base/lazily.ts';
import { copyNumbers, copyTable, requireList, tableRow } from '../base/number-lists.ts';
import { requireLength } from '../base/require.ts';
import { dotProduct } from '../base/small-matrix.ts';
import type { ContextAtom, ContextDistribution } from './context-distribution.ts';
import { fromAngle, weightedSum } from './parts/complex.ts';
import { lazyDistribution } from './parts/lazy-distribution.ts';
import { copyProbabilities, drawIndex } from './parts/probabilities.ts';

/**
 * Returns the distribution over a list of points.
 *
 * @param points one row of coordinates a member, or one number a member
 * @param weights probability of each member, summing to 1; equal when left out
 */
export function ensemble(
  points: ArrayLike<number> | readonly ArrayLike<number>[],
  weights?: ArrayLike<number>,
): ContextDistribution {
  const members = copyMembers(points);
  const dimension = members[0]!.length;
  const given = weights === undefined ? undefined : copyNumbers('weights', weights);
  if (given !== undefined) requireLength('weights', given, members.length);
  const probabilities =
    given === undefined ? equalWeights(members.length) : copyProbabilities('weights', given);
  const mean = meanOf(members, probabilities);
  const deviations = members.map((member) => member.map((value, i) => value - mean[i]!));
  const covariance = lazily(() => covarianceOf(deviations, probabilities));
  const atoms = atomsOf(members, probabilities);
  return lazyDistribution({
    kind: 'ensemble',
    dimension,
    mean,
    covariance,
    repairs: [],
    thirdCentralMoment: (i, j, k) => averageProduct(deviations, probabilities, [i, j, k]),
    fourthCentralMoment: (i, j, k, l) => averageProduct(deviations, probabilities, [i, j, k, l]),
    characteristic: (frequency) => {
      requireLength('frequency', frequency, dimension);
      return weightedSum(probabilities, (k) => fromAngle(dotProduct(frequency, members[k]!)));
    },
    atoms: () => atoms,
    sample: (random, into) => {
      requireLength('into', into, dimension);
      into.set(members[drawIndex(random, probabilities)]!);
    },
    describe: () => ({
      kind: 'ensemble',
      points: members.map((member) => Array.from(member)),
      ...(given === undefined ? {} : { weights: Array.from(given) }),
    }),
  });
}

function copyMembers(points: ArrayLike<number> | readonly ArrayLike<number>[]): Float64Array[] {
  requireList('points', points);
  if (typeof points[0] === 'number') {
    const values = copyNumbers('points', points as ArrayLike<number>);
    return Array.from(values, (value) => Float64Array.of(value));
  }
  const table = copyTable('points', points as readonly ArrayLike<number>[]);
  return Array.from({ length: table.rowCount }, (_, k) => tableRow(table, k));
}

function equalWeights(count: number): Float64Array {
  return new Float64Array(count).fill(1 / count);
}

/** Sums deviations from the first member: equal members then give exactly that member. */
function meanOf(members: readonly Float64Array[], probabilities: Float64Array): Float64Array {
  const first = members[0]!;
  return first.map((origin, i) => {
    let shift = 0;
    members.forEach((member, k) => {
      shift += probabilities[k]! * (member[i]! - origin);
    });
    return origin + shift;
  });
}

function covarianceOf(
  deviations: readonly Float64Array[],
  probabilities: Float64Array,
): Float64Array {
  const size = deviations[0]!.length;
  const covariance = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      const entry = averageProduct(deviations, probabilities, [i, j]);
      covariance[i * size + j] = entry;
      covariance[j * size + i] = entry;
    }
  }
  return covariance;
}

function averageProduct(
  deviations: readonly Float64Array[],
  probabilities: Float64Array,
  coordinates: readonly number[],
): number {
  let sum = 0;
  for (let k = 0; k < deviations.length; k++) {
    let product = probabilities[k]!;
    for (const i of coordinates) product *= deviations[k]![i]!;
    sum += product;
  }
  return sum;
}

function atomsOf(members: readonly Float64Array[], probabilities: Float64Array): ContextAtom[] {
  return members
    .map((point, k) => ({ probability: probabilities[k]!, point }))
    .filter((atom) => atom.probability > 0);
}
