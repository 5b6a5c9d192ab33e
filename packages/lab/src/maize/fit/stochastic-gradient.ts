/**
 * Fits the bilinear model as the paper does: one plot at a time, in random order, epoch by epoch.
 *
 *     error = reward − contextᵀ W V_x
 *     W   += rate · factor · (error · context V_xᵀ − λ_w W)
 *     V_x += rate · factor · (error · Wᵀ context   − λ_v V_x)
 *
 * The factor is 2 if the square is differentiated as written, and 1 in the usual recommender code;
 * the paper does not say. It is not a way to the minimum: with this rate the result still moves at
 * the end and differs from seed to seed. The paper's "300 iterations" can only mean epochs.
 */
import { type RandomStream, RandomStreams } from '../../environments/random-stream.ts';
import type { BilinearModel, Penalties } from './bilinear-model.ts';
import type { FitRows } from './fit-rows.ts';

export interface GradientOptions {
  readonly latentSize: number;
  readonly penalties: Penalties;
  readonly seed: number;
  /** Length of a step. */
  readonly rate: number;
  readonly epochCount: number;
  /** Standard deviation of the starting numbers. */
  readonly startSpread: number;
  readonly gradientFactor: 1 | 2;
}

/** The settings of the paper. */
export const PAPER_GRADIENT = {
  rate: 0.015,
  epochCount: 300,
  startSpread: 0.1,
  gradientFactor: 2,
} as const;

/** Fits the rows whose positions are given. */
export function stochasticGradient(
  rows: FitRows,
  chosen: readonly number[],
  options: GradientOptions,
): BilinearModel {
  const streams = new RandomStreams({ seed: options.seed, index: 0 });
  const start = streams.next();
  const shuffling = streams.next();
  const { latentSize, startSpread } = options;
  const model: BilinearModel = {
    latentSize,
    siteWeights: startNumbers(start, rows.contextSize * latentSize, startSpread),
    varietyFactors: startNumbers(start, rows.hybrids.length * latentSize, startSpread),
  };
  const order = Int32Array.from(chosen);
  for (let epoch = 0; epoch < options.epochCount; epoch++) {
    shuffle(order, shuffling);
    for (const row of order) step(model, rows, { row, ...options });
  }
  return model;
}

function startNumbers(stream: RandomStream, length: number, spread: number): Float64Array {
  const numbers = new Float64Array(length);
  stream.fillNormal(numbers);
  return numbers.map((value) => spread * value);
}

/** Puts the numbers in random order, every order equally likely. */
export function shuffle(numbers: Int32Array, stream: RandomStream): void {
  for (let i = numbers.length - 1; i > 0; i--) {
    const j = Math.floor(stream.uniform() * (i + 1));
    const kept = numbers[i]!;
    numbers[i] = numbers[j]!;
    numbers[j] = kept;
  }
}

interface StepOptions extends GradientOptions {
  readonly row: number;
}

function step(model: BilinearModel, rows: FitRows, options: StepOptions): void {
  const { row, latentSize, rate, gradientFactor, penalties } = options;
  const { contextSize } = rows;
  const context = rows.contexts.subarray(row * contextSize, (row + 1) * contextSize);
  const start = rows.hybridIndices[row]! * latentSize;
  const factors = model.varietyFactors.subarray(start, start + latentSize);
  const latent = latentContext(model, context);
  let error = rows.rewards[row]!;
  for (let a = 0; a < latentSize; a++) error -= latent[a]! * factors[a]!;
  const length = rate * gradientFactor;
  moveSites(model, {
    context,
    factors,
    keep: 1 - length * penalties.sitePenalty,
    push: length * error,
  });
  const keep = 1 - length * penalties.varietyPenalty;
  for (let a = 0; a < latentSize; a++) {
    factors[a] = keep * factors[a]! + length * error * latent[a]!;
  }
}

function latentContext(
  { latentSize, siteWeights }: BilinearModel,
  context: Float64Array,
): Float64Array {
  const latent = new Float64Array(latentSize);
  for (let j = 0; j < context.length; j++) {
    const value = context[j]!;
    if (value === 0) continue;
    for (let a = 0; a < latentSize; a++) latent[a]! += value * siteWeights[j * latentSize + a]!;
  }
  return latent;
}

interface SiteMove {
  readonly context: Float64Array;
  readonly factors: Float64Array;
  readonly keep: number;
  readonly push: number;
}

function moveSites({ latentSize, siteWeights }: BilinearModel, move: SiteMove): void {
  for (let j = 0; j < move.context.length; j++) {
    const push = move.push * move.context[j]!;
    for (let a = 0; a < latentSize; a++) {
      const place = j * latentSize + a;
      siteWeights[place] = move.keep * siteWeights[place]! + push * move.factors[a]!;
    }
  }
}
