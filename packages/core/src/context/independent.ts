/**
 * Blocks of coordinates that are independent of each other: the soil is known, the temperature
 * and the rain come from two forecasts.
 *
 * A block that occurs only once in a product of deviations makes its mean zero. So a third moment
 * lives within one block, and a fourth within one block or as a product of two covariances.
 */

import { lazily } from '../base/lazily.ts';
import { requireList } from '../base/number-lists.ts';
import { requireLength } from '../base/require.ts';
import type { ComplexNumber, ContextAtom, ContextDistribution } from './context-distribution.ts';
import { multiply } from './parts/complex.ts';
import { lazyDistribution } from './parts/lazy-distribution.ts';
import { requireDistribution } from './parts/require-distribution.ts';

/** Longest list of points that is worth writing out. */
const ATOM_COUNT_MAX = 4096;

/** Returns the joint distribution of independent blocks, coordinates one after the other. */
export function independent(blocks: readonly ContextDistribution[]): ContextDistribution {
  requireList('blocks', blocks);
  const parts = [...blocks];
  parts.forEach((part, b) => {
    requireDistribution('blocks', part, b);
  });
  const mean = meanOf(parts);
  const dimension = mean.length;
  const layout = lazily(() => layOut(parts));
  const covariance = lazily(() => covarianceOf(parts, layout()));
  const atoms = lazily(() => atomsOf(parts, layout()));
  return lazyDistribution({
    kind: 'independent',
    dimension,
    mean,
    covariance,
    repairs: repairsOf(parts),
    thirdCentralMoment: (i, j, k) => thirdMoment(parts, layout(), [i, j, k]),
    fourthCentralMoment: (i, j, k, l) => {
      const at = (row: number, column: number) => covariance()[row * dimension + column]!;
      return fourthMoment(parts, layout(), at, [i, j, k, l]);
    },
    characteristic: (frequency) => {
      requireLength('frequency', frequency, dimension);
      return productOfCharacteristics(parts, layout(), Float64Array.from(frequency));
    },
    atoms,
    sample: (random, into) => {
      requireLength('into', into, dimension);
      parts.forEach((part, b) => {
        part.sample(random, blockOf(into, layout(), b));
      });
    },
    describe: () => ({ kind: 'independent', blocks: parts.map((part) => part.describe()) }),
  });
}

/** All means, one after the other: what every round asks for. */
function meanOf(parts: readonly ContextDistribution[]): Float64Array {
  let dimension = 0;
  for (const part of parts) dimension += part.dimension;
  const mean = new Float64Array(dimension);
  let at = 0;
  for (const { mean: means } of parts) {
    for (let i = 0; i < means.length; i++) mean[at++] = means[i]!;
  }
  return mean;
}

const NO_REPAIRS: readonly string[] = [];

function repairsOf(parts: readonly ContextDistribution[]): readonly string[] {
  const isSound = parts.every(({ repairs }) => repairs.length === 0);
  return isSound ? NO_REPAIRS : parts.flatMap(({ repairs }) => repairs);
}

interface Layout {
  readonly dimension: number;
  /** First coordinate of each block, and the dimension as the last entry. */
  readonly starts: readonly number[];
  /** The block each coordinate belongs to. */
  readonly blockIndexes: readonly number[];
}

function layOut(parts: readonly ContextDistribution[]): Layout {
  const starts = [0];
  const blockIndexes: number[] = [];
  parts.forEach((part, b) => {
    starts.push(starts[b]! + part.dimension);
    for (let i = 0; i < part.dimension; i++) blockIndexes.push(b);
  });
  return { dimension: blockIndexes.length, starts, blockIndexes };
}

function blockOf(values: Float64Array, layout: Layout, block: number): Float64Array {
  return values.subarray(layout.starts[block], layout.starts[block + 1]);
}

function covarianceOf(parts: readonly ContextDistribution[], layout: Layout): Float64Array {
  const { dimension, starts } = layout;
  const covariance = new Float64Array(dimension * dimension);
  parts.forEach((part, b) => {
    const block = part.covariance;
    const size = part.dimension;
    for (let i = 0; i < size; i++) {
      const start = (starts[b]! + i) * dimension + starts[b]!;
      for (let j = 0; j < size; j++) covariance[start + j] = block[i * size + j]!;
    }
  });
  return covariance;
}

function thirdMoment(
  parts: readonly ContextDistribution[],
  layout: Layout,
  [i, j, k]: readonly [number, number, number],
): number {
  const { blockIndexes, starts } = layout;
  const block = blockIndexes[i]!;
  if (blockIndexes[j] !== block || blockIndexes[k] !== block) return 0;
  const start = starts[block]!;
  return parts[block]!.thirdCentralMoment(i - start, j - start, k - start);
}

function fourthMoment(
  parts: readonly ContextDistribution[],
  layout: Layout,
  covarianceAt: (row: number, column: number) => number,
  [i, j, k, l]: readonly [number, number, number, number],
): number {
  const { blockIndexes, starts } = layout;
  const block = blockIndexes[i]!;
  const isWithinOne = [j, k, l].every((coordinate) => blockIndexes[coordinate] === block);
  if (!isWithinOne) {
    // Covariances across blocks are zero, so at most one of the three pairings is left.
    return (
      covarianceAt(i, j) * covarianceAt(k, l) +
      covarianceAt(i, k) * covarianceAt(j, l) +
      covarianceAt(i, l) * covarianceAt(j, k)
    );
  }
  const start = starts[block]!;
  return parts[block]!.fourthCentralMoment(i - start, j - start, k - start, l - start);
}

function productOfCharacteristics(
  parts: readonly ContextDistribution[],
  layout: Layout,
  frequency: Float64Array,
): ComplexNumber {
  return parts.reduce<ComplexNumber>(
    (product, part, b) => multiply(product, part.characteristic(blockOf(frequency, layout, b))),
    { real: 1, imaginary: 0 },
  );
}

/** Every combination of the blocks' points; null if a block has none or there are too many. */
function atomsOf(parts: readonly ContextDistribution[], layout: Layout): ContextAtom[] | null {
  let atoms: ContextAtom[] = [{ probability: 1, point: new Float64Array(layout.dimension) }];
  for (let b = 0; b < parts.length; b++) {
    const blockAtoms = parts[b]!.atoms;
    if (blockAtoms === null || atoms.length * blockAtoms.length > ATOM_COUNT_MAX) return null;
    atoms = atoms.flatMap((atom) =>
      blockAtoms.map((blockAtom) => withBlock(atom, blockAtom, layout.starts[b]!)),
    );
  }
  return atoms;
}

function withBlock(atom: ContextAtom, blockAtom: ContextAtom, start: number): ContextAtom {
  const point = Float64Array.from(atom.point);
  point.set(blockAtom.point, start);
  return { probability: atom.probability * blockAtom.probability, point };
}
