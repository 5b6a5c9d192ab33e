/**
 * A context whose coordinates are independent random numbers.
 *
 * Central moments factorise: a coordinate that occurs only once in a product makes its mean zero,
 * so of the fourth moments only E[uᵢ⁴] and E[uᵢ²]·E[uⱼ²] are left.
 */

import { lazily } from '../../base/lazily.ts';
import { requireLength } from '../../base/require.ts';
import type { ContextDescription } from '../context-description.ts';
import type { ComplexNumber, ContextAtom, ContextDistribution } from '../context-distribution.ts';
import { multiply } from './complex.ts';
import { lazyDistribution } from './lazy-distribution.ts';
import type { Variable } from './variable.ts';

export interface FromVariablesInput {
  readonly variables: readonly Variable[];
  readonly describe: () => ContextDescription;
  readonly kind: ContextDescription['kind'];
}

export function fromVariables(input: FromVariablesInput): ContextDistribution {
  const { kind, variables, describe } = input;
  const dimension = variables.length;
  const mean = new Float64Array(dimension);
  for (let i = 0; i < dimension; i++) mean[i] = variables[i]!.mean;
  const covariance = lazily(() => diagonalCovariance(variables));
  const atoms = atomsOf(variables, mean);
  return lazyDistribution({
    kind,
    dimension,
    mean,
    covariance,
    repairs: [],
    thirdCentralMoment: (i, j, k) => (i === j && j === k ? variables[i]!.third : 0),
    fourthCentralMoment: (i, j, k, l) => fourthMoment(variables, [i, j, k, l]),
    characteristic: (frequency) => {
      requireLength('frequency', frequency, dimension);
      return productOfCharacteristics(variables, frequency);
    },
    atoms: () => atoms,
    sample: (random, into) => {
      requireLength('into', into, dimension);
      for (let i = 0; i < dimension; i++) into[i] = variables[i]!.draw(random);
    },
    describe,
  });
}

function diagonalCovariance(variables: readonly Variable[]): Float64Array {
  const covariance = new Float64Array(variables.length ** 2);
  variables.forEach((variable, i) => {
    covariance[i * variables.length + i] = variable.variance;
  });
  return covariance;
}

function fourthMoment(
  variables: readonly Variable[],
  [i, j, k, l]: readonly [number, number, number, number],
): number {
  if (i === j && j === k && k === l) return variables[i]!.fourth;
  const isPaired = (i === j && k === l) || (i === k && j === l) || (i === l && j === k);
  if (!isPaired) return 0;
  const partner = i === j ? k : j;
  return variables[i]!.variance * variables[partner]!.variance;
}

function productOfCharacteristics(
  variables: readonly Variable[],
  frequency: ArrayLike<number>,
): ComplexNumber {
  let product: ComplexNumber = { real: 1, imaginary: 0 };
  for (let i = 0; i < variables.length; i++) {
    product = multiply(product, variables[i]!.characteristic(frequency[i]!));
  }
  return product;
}

/** One point when no coordinate has any spread; otherwise there are infinitely many. */
function atomsOf(variables: readonly Variable[], mean: Float64Array): ContextAtom[] | null {
  const isPoint = variables.every((variable) => variable.variance === 0);
  return isPoint ? [{ probability: 1, point: Float64Array.from(mean) }] : null;
}
