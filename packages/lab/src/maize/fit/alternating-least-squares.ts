/**
 * Fits the bilinear model by alternating least squares: with V fixed, W is a ridge regression, and
 * with W fixed, so is every V_x. Each sweep does both and can only lower the penalised error.
 *
 *     W:    [ Σ_x products[x] ⊗ V_x V_xᵀ + λ_w · plots · I ] vec W = Σ_x answers[x] ⊗ V_x
 *     V_x:  [ Wᵀ products[x] W + λ_v · plots of x · I ] V_x = Wᵀ answers[x]
 *
 * The penalties stand INSIDE the sum over plots (hence the counts). Outside, they would be next to
 * nothing, and the fit would end in another place from every start; inside, W Vᵀ is always the same.
 */
import { randomStream } from '../../environments/random-stream.ts';
import { type BilinearModel, type Penalties, penalisedError } from './bilinear-model.ts';
import type { FitRows } from './fit-rows.ts';
import { type PlotMoments, plotMoments } from './plot-moments.ts';
import {
  denseSystem,
  factorInPlace,
  type SkylineSystem,
  solveInPlace,
} from './skyline-cholesky.ts';

/** The penalised error is looked at once in so many sweeps. */
const SWEEPS_BETWEEN_LOOKS = 25;
const SWEEPS_MAX = 50_000;
const START_SPREAD = 0.3;

export interface AlternatingOptions {
  readonly latentSize: number;
  readonly penalties: Penalties;
  readonly seed: number;
  /** It ends when the error falls by less than this share in 25 sweeps. */
  readonly tolerance: number;
  /** Called at every look with the sweeps so far and the penalised error. */
  readonly onLook?: (sweepCount: number, error: number) => void;
}

export interface AlternatingFit {
  readonly model: BilinearModel;
  readonly sweepCount: number;
  readonly penalisedError: number;
  /** False if it was stopped at the greatest number of sweeps. */
  readonly hasConverged: boolean;
}

/** Fits the rows whose positions are given. */
export function alternatingLeastSquares(
  rows: FitRows,
  chosen: readonly number[],
  options: AlternatingOptions,
): AlternatingFit {
  const { latentSize, penalties } = options;
  const moments = plotMoments(rows, chosen);
  const model: BilinearModel = {
    latentSize,
    siteWeights: new Float64Array(rows.contextSize * latentSize),
    varietyFactors: startFactors(rows.hybrids.length * latentSize, options.seed),
  };
  const system = siteSystem(moments, latentSize);
  let error = Infinity;
  for (let sweepCount = 1; sweepCount <= SWEEPS_MAX; sweepCount++) {
    solveSites(model, { moments, system, penalty: penalties.sitePenalty });
    solveVarieties(model, moments, penalties.varietyPenalty);
    if (sweepCount % SWEEPS_BETWEEN_LOOKS !== 0) continue;
    const before = error;
    error = penalisedError(rows, chosen, { model, penalties });
    options.onLook?.(sweepCount, error);
    if (before - error < options.tolerance * error) {
      return { model, sweepCount, penalisedError: error, hasConverged: true };
    }
  }
  return { model, sweepCount: SWEEPS_MAX, penalisedError: error, hasConverged: false };
}

function startFactors(length: number, seed: number): Float64Array {
  const factors = new Float64Array(length);
  randomStream({ seed, index: 0 }).fillNormal(factors);
  return factors.map((value) => START_SPREAD * value);
}

/**
 * An empty system for W. Its unknowns run through the context backwards: fields come first, of which
 * no two meet in a plot, so that most of the matrix is known to be zero.
 */
function siteSystem(moments: PlotMoments, latentSize: number): SkylineSystem {
  const { contextSize } = moments;
  const size = contextSize * latentSize;
  const firstColumns = new Int32Array(size);
  for (let position = 0; position < contextSize; position++) {
    const first = firstPartner(moments, position);
    firstColumns.fill(first * latentSize, position * latentSize, (position + 1) * latentSize);
  }
  return { size, matrix: new Float64Array(size * size), firstColumns };
}

function firstPartner({ contextSize, products }: PlotMoments, position: number): number {
  const j = contextSize - 1 - position;
  for (let other = 0; other < position; other++) {
    const k = contextSize - 1 - other;
    if (products.some((product) => product[j * contextSize + k] !== 0)) return other;
  }
  return position;
}

interface SiteStep {
  readonly moments: PlotMoments;
  readonly system: SkylineSystem;
  readonly penalty: number;
}

function solveSites(model: BilinearModel, { moments, system, penalty }: SiteStep): void {
  const { contextSize, plotCount } = moments;
  const { latentSize, siteWeights } = model;
  system.matrix.fill(0);
  const unknowns = new Float64Array(system.size);
  moments.counts.forEach((count, hybrid) => {
    if (count > 0) addHybrid({ model, moments, system, unknowns }, hybrid);
  });
  for (let i = 0; i < system.size; i++) system.matrix[i * system.size + i]! += penalty * plotCount;
  factorInPlace(system);
  solveInPlace(system, unknowns);
  for (let j = 0; j < contextSize; j++) {
    const start = (contextSize - 1 - j) * latentSize;
    siteWeights.set(unknowns.subarray(start, start + latentSize), j * latentSize);
  }
}

interface SiteEquations {
  readonly model: BilinearModel;
  readonly moments: PlotMoments;
  readonly system: SkylineSystem;
  readonly unknowns: Float64Array;
}

/** Adds what one hybrid contributes to the lower triangle and to the right-hand side. */
function addHybrid({ model, moments, system, unknowns }: SiteEquations, hybrid: number): void {
  const { latentSize, varietyFactors } = model;
  const { contextSize } = moments;
  const factors = varietyFactors.subarray(hybrid * latentSize, (hybrid + 1) * latentSize);
  const products = moments.products[hybrid]!;
  const answers = moments.answers[hybrid]!;
  for (let row = 0; row < contextSize; row++) {
    const j = contextSize - 1 - row;
    for (let a = 0; a < latentSize; a++) {
      unknowns[row * latentSize + a]! += answers[j]! * factors[a]!;
    }
    for (let column = 0; column <= row; column++) {
      const product = products[j * contextSize + contextSize - 1 - column]!;
      if (product !== 0) addBlock({ system, factors, product, row, column });
    }
  }
}

interface BlockInput {
  readonly system: SkylineSystem;
  readonly factors: Float64Array;
  readonly product: number;
  readonly row: number;
  readonly column: number;
}

function addBlock({ system, factors, product, row, column }: BlockInput): void {
  const { matrix, size } = system;
  const latentSize = factors.length;
  for (let a = 0; a < latentSize; a++) {
    const start = (row * latentSize + a) * size + column * latentSize;
    const scaled = product * factors[a]!;
    for (let b = 0; b < latentSize; b++) matrix[start + b]! += scaled * factors[b]!;
  }
}

function solveVarieties(model: BilinearModel, moments: PlotMoments, penalty: number): void {
  const { latentSize, varietyFactors } = model;
  moments.counts.forEach((count, hybrid) => {
    const place = varietyFactors.subarray(hybrid * latentSize, (hybrid + 1) * latentSize);
    // A hybrid without a plot is not known at all; its penalty is 0 too, and 0 is its only answer.
    if (count === 0) place.fill(0);
    else place.set(varietySolution(model, moments, { hybrid, ridge: penalty * count }));
  });
}

function varietySolution(
  { latentSize, siteWeights }: BilinearModel,
  { contextSize, products, answers }: PlotMoments,
  { hybrid, ridge }: { hybrid: number; ridge: number },
): Float64Array {
  const product = products[hybrid]!;
  const matrix = new Float64Array(latentSize * latentSize);
  const solution = new Float64Array(latentSize);
  const seen = new Float64Array(latentSize);
  for (let j = 0; j < contextSize; j++) {
    seen.fill(0);
    for (let k = 0; k < contextSize; k++) {
      const weight = product[j * contextSize + k]!;
      if (weight === 0) continue;
      for (let b = 0; b < latentSize; b++) seen[b]! += weight * siteWeights[k * latentSize + b]!;
    }
    for (let a = 0; a < latentSize; a++) {
      const weight = siteWeights[j * latentSize + a]!;
      solution[a]! += weight * answers[hybrid]![j]!;
      for (let b = 0; b < latentSize; b++) matrix[a * latentSize + b]! += weight * seen[b]!;
    }
  }
  for (let a = 0; a < latentSize; a++) matrix[a * latentSize + a]! += ridge;
  const system = denseSystem(latentSize, matrix);
  factorInPlace(system);
  solveInPlace(system, solution);
  return solution;
}
