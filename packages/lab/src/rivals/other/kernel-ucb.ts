/**
 * Kernel UCB over context distributions, exactly (Kirschner and Krause, NeurIPS 2019): the regression lives on
 * all past rounds, and forecasts meet through the mean of the kernel over both of them.
 *
 *     rbf       k_X(x, x′) · E k_C(c, c′),  c ~ N(m, v), c′ ~ N(m′, v′)
 *             = k_X · |I + (Σ + Σ′) / ℓ²|^−½ exp(−½ (m − m′)ᵀ (ℓ² I + Σ + Σ′)⁻¹ (m − m′))
 *     linear    ⟨ψ, ψ′⟩: the same mean and width as the linear regression
 *
 * The kernel of a forecast with itself is below 1: what is not known of the context cannot be learnt. Each
 * round costs O(K t²), so it is for short runs, beside random Fourier features. No promise.
 */
import type { ShownForecast } from '../../environments/world.ts';
import type { RivalRound, RivalRule } from '../rival-learner.ts';
import { bestOf } from '../rival-ridge.ts';

export interface KernelUcbOptions {
  readonly kernel: 'rbf' | 'linear';
  /** ℓ of both kernels. */
  readonly lengthScale: number;
  readonly ridgePenalty: number;
  readonly noiseScale: number;
  /** Bound on the norm of the reward in the kernel's space. */
  readonly weightNormBound: number;
  readonly failureProbability: number;
  /** Reward that is expected of everything before anything is seen. */
  readonly rewardOffset: number;
  readonly forecast?: ShownForecast | undefined;
}

export interface NormalForecast {
  readonly centre: ArrayLike<number>;
  readonly variance: number;
}

/** E k_C over two independent forecasts, for a Gaussian kernel of length ℓ. */
export function expectedGaussianKernel(
  first: NormalForecast,
  second: NormalForecast,
  lengthScale: number,
): number {
  const spread = first.variance + second.variance;
  const width = lengthScale ** 2 + spread;
  let distance = 0;
  for (let i = 0; i < first.centre.length; i++) {
    distance += (first.centre[i]! - second.centre[i]!) ** 2;
  }
  const shrinkage = (1 + spread / lengthScale ** 2) ** (-first.centre.length / 2);
  return shrinkage * Math.exp(-distance / (2 * width));
}

/** One action in one round, as the kernel sees it. */
interface Point {
  readonly features: Float64Array;
  readonly action: Float64Array;
  readonly forecast: NormalForecast;
}

export function kernelUcb(options: KernelUcbOptions): RivalRule {
  const history = new KernelHistory(options);
  let points: Point[] = [];
  return {
    hasGate: false,
    choose(round: RivalRound) {
      points = Array.from({ length: round.actionCount }, (_, x) => pointOf(round, x, options));
      const radius = history.radius();
      const uppers = points.map((point) => {
        const { prediction, width } = history.predict(point);
        return prediction + radius * width;
      });
      return { action: bestOf(round.actionCount, (x) => uppers[x]!), chosenBy: 'learner' };
    },
    learn: ({ action }, reward) => history.add(points[action]!, reward),
  };
}

function pointOf(round: RivalRound, x: number, { forecast }: KernelUcbOptions): Point {
  const { dimension, features } = round;
  const size = forecast?.centre.length ?? 0;
  return {
    features: features.slice(x * dimension, (x + 1) * dimension),
    action: forecast?.actions.slice(x * size, (x + 1) * size) ?? new Float64Array(0),
    forecast: { centre: forecast?.centre.slice() ?? [], variance: forecast?.variance ?? 0 },
  };
}

/** All past rounds, with the Cholesky factor of their kernel matrix; it grows by a row a round. */
class KernelHistory {
  readonly #options: KernelUcbOptions;
  readonly #points: Point[] = [];
  /** Rows of the lower factor of K + λ I, and the solved rewards. */
  readonly #rows: Float64Array[] = [];
  readonly #solved: number[] = [];
  #logDeterminant = 0;

  constructor(options: KernelUcbOptions) {
    this.#options = options;
  }

  /** β: noise and the information gathered so far. */
  radius(): number {
    const { noiseScale, weightNormBound, failureProbability, ridgePenalty } = this.#options;
    const information = this.#logDeterminant + 2 * Math.log(1 / failureProbability);
    return noiseScale * Math.sqrt(information) + Math.sqrt(ridgePenalty) * weightNormBound;
  }

  /** What a point is predicted to pay, and its width in units of V⁻¹. */
  predict(point: Point): { readonly prediction: number; readonly width: number } {
    const { ridgePenalty, rewardOffset } = this.#options;
    const solved = this.#solve(point);
    let prediction = rewardOffset;
    let variance = this.#kernel(point, point);
    for (let i = 0; i < solved.length; i++) {
      prediction += solved[i]! * this.#solved[i]!;
      variance -= solved[i]! ** 2;
    }
    return { prediction, width: Math.sqrt(Math.max(0, variance) / ridgePenalty) };
  }

  add(point: Point, reward: number): void {
    const { ridgePenalty, rewardOffset } = this.#options;
    const solved = this.#solve(point);
    let rest = this.#kernel(point, point) + ridgePenalty;
    let paid = reward - rewardOffset;
    for (let i = 0; i < solved.length; i++) {
      rest -= solved[i]! ** 2;
      paid -= solved[i]! * this.#solved[i]!;
    }
    const pivot = Math.sqrt(rest);
    this.#rows.push(Float64Array.of(...solved, pivot));
    this.#solved.push(paid / pivot);
    this.#points.push(point);
    this.#logDeterminant += Math.log(rest / ridgePenalty);
  }

  /** L⁻¹ k(point). */
  #solve(point: Point): Float64Array {
    const solved = Float64Array.from(this.#points, (past) => this.#kernel(point, past));
    for (let i = 0; i < solved.length; i++) {
      const row = this.#rows[i]!;
      let sum = solved[i]!;
      for (let j = 0; j < i; j++) sum -= row[j]! * solved[j]!;
      solved[i] = sum / row[i]!;
    }
    return solved;
  }

  #kernel(a: Point, b: Point): number {
    const { kernel, lengthScale } = this.#options;
    if (kernel === 'linear') return dot(a.features, b.features);
    const actions = { centre: a.action, variance: 0 };
    const near = expectedGaussianKernel(actions, { centre: b.action, variance: 0 }, lengthScale);
    if (near === 0) return 0;
    // A forecast meets itself with two independent draws as well.
    return near * expectedGaussianKernel(a.forecast, b.forecast, lengthScale);
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
