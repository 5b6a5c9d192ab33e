/**
 * Where the numbers of one kernel lie: a fixed sequence of arrays in one stretch of memory.
 *
 * Both engines use the same arrangement, so everything that is not worth machine code is written
 * once, in TypeScript, on these views.
 *
 * Two things surprise. First, `factor` has one column more than the matrix R: the last column holds
 * z = R⁻ᵀ Σ w ψ y, so that an update rotates both with the same loop. Second, the row length
 * (`stride`) is an odd multiple of four: a power of two would map the rows of one column to a
 * handful of cache sets, which takes a sixth longer to score at d = 127.
 */

/** How large one kernel is. */
export interface KernelSize {
  /** d: length of a feature vector. */
  readonly dimension: number;
  /** Largest number of actions that can be scored together. */
  readonly actionCapacity: number;
}

/** The arrays of one kernel, all views of one buffer. */
export interface KernelMemory extends KernelSize {
  /** Distance between two rows of `factor`, in numbers. */
  readonly stride: number;
  /** R row by row, z in column d; what lies below the diagonal is never used. */
  readonly factor: Float64Array;
  /** What rounding has cut off each entry of `factor`; added to the next change of that entry. */
  readonly carries: Float64Array;
  /** 1 / R's diagonal. */
  readonly reciprocals: Float64Array;
  /** Where what is not 0 ends in each row of `factor`, z apart, in bytes from the row's beginning; or later. */
  readonly ends: Uint32Array;
  /** 1 for each row to which adding its carries once more would change nothing; or 0. */
  readonly settled: Uint32Array;
  readonly features: Float64Array;
  readonly predictions: Float64Array;
  readonly uncertainties: Float64Array;
  readonly upperBounds: Float64Array;
  readonly projections: Float64Array;
  readonly direction: Float64Array;
  /** R⁻ᵀψ of the actions being scored together, interleaved. */
  readonly panel: Float64Array;
  /** What is left of the direction while it is eliminated, the reward after it. */
  readonly remainder: Float64Array;
  /** Prediction and uncertainty of the last probe. */
  readonly answers: Float64Array;
}

export const BYTES_PER_NUMBER = 8;
/** Most actions scored together; arrays indexed by action are padded to a multiple of it. */
const PANEL_WIDTH = 8;

/** Returns how many bytes a kernel of this size takes. */
export function kernelByteLength(size: KernelSize): number {
  let count = 0;
  for (const length of Object.values(paddedLengths(size))) count += length;
  return count * BYTES_PER_NUMBER;
}

/** Lays the arrays of a kernel into `buffer`, from `byteOffset` (a multiple of 16) onwards. */
export function viewKernelMemory(
  size: KernelSize,
  buffer: ArrayBufferLike,
  byteOffset: number,
): KernelMemory {
  const { dimension, actionCapacity } = size;
  const padded = paddedLengths(size);
  let next = byteOffset;
  const take = (name: keyof typeof padded): number => {
    const start = next;
    next += padded[name] * BYTES_PER_NUMBER;
    return start;
  };
  const view = (name: keyof typeof padded, length: number) =>
    new Float64Array(buffer, take(name), length);
  return {
    dimension,
    actionCapacity,
    stride: rowStride(dimension),
    factor: view('factor', padded.factor),
    carries: view('carries', padded.carries),
    reciprocals: view('reciprocals', padded.reciprocals),
    ends: new Uint32Array(buffer, take('ends'), dimension),
    settled: new Uint32Array(buffer, take('settled'), dimension),
    direction: view('direction', dimension),
    remainder: view('remainder', padded.remainder),
    answers: view('answers', padded.answers),
    panel: view('panel', padded.panel),
    features: view('features', actionCapacity * dimension),
    predictions: view('predictions', actionCapacity),
    uncertainties: view('uncertainties', actionCapacity),
    upperBounds: view('upperBounds', actionCapacity),
    projections: view('projections', actionCapacity),
  };
}

/** Numbers each array takes with its padding; even, so that every array starts on 16 bytes. */
function paddedLengths({ dimension, actionCapacity }: KernelSize) {
  const actions = roundUp(actionCapacity, PANEL_WIDTH);
  const row = rowStride(dimension);
  return {
    factor: dimension * row,
    carries: dimension * row,
    reciprocals: row,
    // Half as long as numbers are.
    ends: row / 2,
    settled: row / 2,
    direction: row,
    remainder: row,
    answers: 2,
    panel: PANEL_WIDTH * row,
    features: actions * dimension + PANEL_WIDTH,
    predictions: actions,
    uncertainties: actions,
    upperBounds: actions,
    projections: actions,
  };
}

function rowStride(dimension: number): number {
  const quads = roundUp(dimension + 1, 4) / 4;
  return 4 * (quads % 2 === 0 ? quads + 1 : quads);
}

function roundUp(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}
