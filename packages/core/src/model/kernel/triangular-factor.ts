/**
 * What is asked of the factor R now and then, not in every round: fresh state, saving, solving.
 *
 * Written once for all engines, on the shared memory, so that the answers agree bit for bit.
 */
import { requireLength } from '../../base/require.ts';
import { BYTES_PER_NUMBER, type KernelMemory } from './kernel-memory.ts';

/** Sets V = ridgePenalty · I, hence R = √ridgePenalty · I, and z = 0. */
export function resetFactor(memory: KernelMemory, ridgePenalty: number): void {
  const { dimension, stride, factor, carries, reciprocals } = memory;
  const root = Math.sqrt(ridgePenalty);
  factor.fill(0);
  carries.fill(0);
  for (let k = 0; k < dimension; k++) {
    factor[k * stride + k] = root;
    reciprocals[k] = 1 / root;
  }
  surveyRows(memory);
}

/** Returns ln det V = 2 Σ ln R[k][k], with one logarithm for many factors. */
export function logDeterminant({ dimension, stride, factor }: KernelMemory): number {
  let sum = 0;
  let product = 1;
  for (let k = 0; k < dimension; k++) {
    const diagonal = factor[k * stride + k]!;
    const next = product * diagonal;
    if (next > 1e-200 && next < 1e200) {
      product = next;
    } else {
      sum += Math.log(product) + Math.log(diagonal);
      product = 1;
    }
  }
  return 2 * (sum + Math.log(product));
}

/** Writes R⁻¹z, the ridge estimate, into `into`. */
export function estimateWeights(memory: KernelMemory, into: Float64Array): void {
  const { dimension, stride, factor } = memory;
  requireLength('into', into, dimension);
  for (let k = 0; k < dimension; k++) into[k] = factor[k * stride + dimension]!;
  substituteBackward(memory, into);
}

/** Writes V⁻¹ · direction = R⁻¹(R⁻ᵀ · direction) into `into`. */
export function solve(memory: KernelMemory, into: Float64Array): void {
  requireLength('into', into, memory.dimension);
  into.set(memory.direction);
  substituteForward(memory, into);
  substituteBackward(memory, into);
}

/** Replaces v by R⁻ᵀv. */
function substituteForward(memory: KernelMemory, vector: Float64Array): void {
  const { dimension, stride, factor, reciprocals } = memory;
  for (let k = 0; k < dimension; k++) {
    const row = k * stride;
    const solved = vector[k]! * reciprocals[k]!;
    vector[k] = solved;
    for (let i = k + 1; i < dimension; i++) vector[i]! -= solved * factor[row + i]!;
  }
}

/** Replaces v by R⁻¹v. */
function substituteBackward(memory: KernelMemory, vector: Float64Array): void {
  const { dimension, stride, factor, reciprocals } = memory;
  for (let k = dimension - 1; k >= 0; k--) {
    const row = k * stride;
    let rest = vector[k]!;
    for (let i = k + 1; i < dimension; i++) rest -= factor[row + i]! * vector[i]!;
    vector[k] = rest * reciprocals[k]!;
  }
}

/**
 * Returns R's upper triangle row by row, then z, then the carries of both in the same order:
 * d (d + 3) numbers. Without the carries a restored kernel would round differently later on.
 */
export function exportFactor(memory: KernelMemory): Float64Array {
  const { dimension } = memory;
  const state = new Float64Array(dimension * (dimension + 3));
  visitEntries(memory, (position, rank) => {
    state[rank] = memory.factor[position]!;
    state[rank + state.length / 2] = memory.carries[position]!;
  });
  return state;
}

/** Restores what `exportFactor` returned. */
export function importFactor(memory: KernelMemory, state: Float64Array): void {
  const { dimension, stride, factor, carries, reciprocals } = memory;
  requireLength('state', state, dimension * (dimension + 3));
  visitEntries(memory, (position, rank) => {
    factor[position] = state[rank]!;
    carries[position] = state[rank + state.length / 2]!;
  });
  for (let k = 0; k < dimension; k++) reciprocals[k] = 1 / factor[k * stride + k]!;
  surveyRows(memory);
}

/** Notes how far each row reaches; whether it is settled, the next update finds out. */
function surveyRows({ dimension, stride, factor, carries, ends, settled }: KernelMemory): void {
  for (let k = 0; k < dimension; k++) {
    const row = k * stride;
    let last = dimension - 1;
    while (last > k && factor[row + last] === 0 && carries[row + last] === 0) last -= 1;
    ends[k] = (last + 1) * BYTES_PER_NUMBER;
  }
  settled.fill(0);
}

/** Calls with the position of each entry of R and z, and its rank in the exported order. */
function visitEntries(
  { dimension, stride }: KernelMemory,
  visit: (position: number, rank: number) => void,
): void {
  let rank = 0;
  for (let k = 0; k < dimension; k++) {
    for (let i = k; i < dimension; i++) visit(k * stride + i, rank++);
  }
  for (let k = 0; k < dimension; k++) visit(k * stride + dimension, rank++);
}
