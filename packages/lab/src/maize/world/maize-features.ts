/**
 * Features and rewards of the maize world, for one field in one weather, without allocating.
 *
 *     latent context   g = Wᵀc                 reward   r(x, c) = V_x · g
 *
 *     latent-outer     V_x[a] · g[b]           weights  vec(I)     d = 100
 *     hadamard         V_x[a] · g[a]           weights  ones       d = 10
 *     kronecker        V_x[a] · c[j]           weights  W[j][a]    d = 280
 *
 * All three are linear in c, so expected features are the features of the forecast's mean, and the
 * hidden weather moves a reward by a normal amount. How far at most, for weights no longer than the true
 * ones, is told by the largest eigenvalue of Cov φ: with only two uncertain coordinates it has rank two,
 * and its eigenvalues are those of the 2 × 2 matrix of inner products of φ's two slopes.
 */
import {
  type MaizeModel,
  NUMBER_COORDINATES,
  RADIATION_COORDINATE,
  siteNumbers,
  TEMPERATURE_COORDINATE,
} from './maize-model.ts';

export type MaizeMap = 'latent-outer' | 'hadamard' | 'kronecker';

export const MAIZE_MAPS: readonly MaizeMap[] = ['latent-outer', 'hadamard', 'kronecker'];

/** The weather of a season: means over the season. */
export interface Weather {
  /** °C */
  readonly temperature: number;
  /** MJ/m² a day */
  readonly radiation: number;
}

export class MaizeFeatures {
  readonly dimension: number;
  readonly actionCount: number;
  /** θ*: with these, rewards are linear in the features. */
  readonly trueWeights: Float64Array;
  /** D: bound on the norm of features, as the model file has it. */
  readonly featureNormBound: number;
  readonly #map: MaizeMap;
  readonly #latentCount: number;
  /** V, row by row. */
  readonly #factors: Float64Array;
  /** W, row by row. */
  readonly #weights: Float64Array;
  /** c of every site in its usual weather, one after the other. */
  readonly #contexts: Float64Array;
  readonly #offset: readonly number[];
  readonly #scale: readonly number[];
  readonly #contextLength: number;
  readonly #context: Float64Array;
  readonly #latent: Float64Array;

  constructor(model: MaizeModel, map: MaizeMap) {
    this.#map = map;
    this.#latentCount = model.V[0]!.length;
    this.#contextLength = model.contextOrder.length;
    this.actionCount = model.hybrids.length;
    this.dimension = this.#latentCount * this.#liftedLength();
    if (map === 'hadamard') this.dimension = this.#latentCount;
    this.#factors = Float64Array.from(model.V.flat());
    this.#weights = Float64Array.from(model.W.flat());
    this.#offset = model.contextScaling.offset;
    this.#scale = model.contextScaling.scale;
    this.#contexts = Float64Array.from(model.sites.flatMap((_, site) => siteContext(model, site)));
    this.#context = new Float64Array(this.#contextLength);
    this.#latent = new Float64Array(this.#latentCount);
    this.trueWeights = this.#createTrueWeights();
    this.featureNormBound = model.features[map === 'latent-outer' ? 'outer' : map].D;
  }

  /** Moves to a field and its weather; everything below is about them. */
  moveTo(site: number, temperature: number, radiation: number): void {
    const start = site * this.#contextLength;
    for (let j = 0; j < this.#contextLength; j++) this.#context[j] = this.#contexts[start + j]!;
    this.#context[TEMPERATURE_COORDINATE] = this.#scaled(TEMPERATURE_COORDINATE, temperature);
    this.#context[RADIATION_COORDINATE] = this.#scaled(RADIATION_COORDINATE, radiation);
    this.#lift(this.#context, this.#latent);
  }

  /** c of the place, scaled. */
  get context(): Float64Array {
    return this.#context;
  }

  /** g of the place. */
  get latent(): Float64Array {
    return this.#latent;
  }

  /** Writes φ of every action, one after the other. */
  writeAll(into: Float64Array): void {
    for (let action = 0; action < this.actionCount; action++) {
      this.write(action, into, action * this.dimension);
    }
  }

  /** Writes φ of one action from a position on. */
  write(action: number, into: Float64Array, offset: number): void {
    const lifted = this.#map === 'kronecker' ? this.#context : this.#latent;
    const row = action * this.#latentCount;
    if (this.#map === 'hadamard') {
      for (let a = 0; a < lifted.length; a++)
        into[offset + a] = this.#factors[row + a]! * lifted[a]!;
      return;
    }
    for (let a = 0; a < this.#latentCount; a++) {
      const factor = this.#factors[row + a]!;
      const start = offset + a * lifted.length;
      for (let j = 0; j < lifted.length; j++) into[start + j] = factor * lifted[j]!;
    }
  }

  /** Writes the reward of every action. */
  writeRewards(into: Float64Array): void {
    for (let action = 0; action < this.actionCount; action++) into[action] = this.reward(action);
  }

  /** V_x · g */
  reward(action: number): number {
    return this.#rewardOf(action, this.#latent);
  }

  /** Change of an action's reward with one °C and one MJ/m² a day more; the same everywhere. */
  slopes(action: number): Weather {
    return {
      temperature: this.#slope(action, TEMPERATURE_COORDINATE),
      radiation: this.#slope(action, RADIATION_COORDINATE),
    };
  }

  /** Largest eigenvalue of Cov φ of an action, for independent weather of these variances. */
  largestSpread(action: number, variances: Weather): number {
    const first = this.#featureSlope(action, TEMPERATURE_COORDINATE);
    const second = this.#featureSlope(action, RADIATION_COORDINATE);
    const ofFirst = variances.temperature * innerProduct(first, first);
    const ofSecond = variances.radiation * innerProduct(second, second);
    const between =
      Math.sqrt(variances.temperature * variances.radiation) * innerProduct(first, second);
    return (ofFirst + ofSecond) / 2 + Math.hypot((ofFirst - ofSecond) / 2, between);
  }

  #liftedLength(): number {
    return this.#map === 'kronecker' ? this.#contextLength : this.#latentCount;
  }

  #scaled(coordinate: number, value: number): number {
    return (value - this.#offset[coordinate]!) / this.#scale[coordinate]!;
  }

  #lift(context: Float64Array, into: Float64Array): void {
    const count = this.#latentCount;
    for (let a = 0; a < count; a++) {
      let sum = 0;
      for (let j = 0; j < context.length; j++) sum += this.#weights[j * count + a]! * context[j]!;
      into[a] = sum;
    }
  }

  #rewardOf(action: number, latent: Float64Array): number {
    const row = action * latent.length;
    let sum = 0;
    for (let a = 0; a < latent.length; a++) sum += this.#factors[row + a]! * latent[a]!;
    return sum;
  }

  #slope(action: number, coordinate: number): number {
    const row = coordinate * this.#latentCount;
    const slope = this.#weights.subarray(row, row + this.#latentCount);
    return this.#rewardOf(action, slope) / this.#scale[coordinate]!;
  }

  /** Change of φ with one unit of a weather coordinate. */
  #featureSlope(action: number, coordinate: number): Float64Array {
    const { dimension } = this;
    const kept = [this.#context.slice(), this.#latent.slice()] as const;
    this.#context.fill(0);
    this.#context[coordinate] = 1 / this.#scale[coordinate]!;
    this.#lift(this.#context, this.#latent);
    const slope = new Float64Array(dimension);
    this.write(action, slope, 0);
    this.#context.set(kept[0]);
    this.#latent.set(kept[1]);
    return slope;
  }

  #createTrueWeights(): Float64Array {
    const count = this.#latentCount;
    if (this.#map === 'hadamard') return new Float64Array(count).fill(1);
    const weights = new Float64Array(this.dimension);
    for (let a = 0; a < count; a++) {
      if (this.#map === 'latent-outer') weights[a * count + a] = 1;
      else
        for (let j = 0; j < this.#contextLength; j++)
          weights[a * this.#contextLength + j] = this.#weights[j * count + a]!;
    }
    return weights;
  }
}

/** Returns c of a site in its usual weather. */
function siteContext(model: MaizeModel, siteIndex: number): number[] {
  const { offset, scale } = model.contextScaling;
  const numbers = siteNumbers(model.sites[siteIndex]!).map(
    (value, j) => (value - offset[j]!) / scale[j]!,
  );
  const fieldCount = model.contextOrder.length - NUMBER_COORDINATES;
  return [...numbers, ...Array.from({ length: fieldCount }, (_, i) => Number(i === siteIndex))];
}

function innerProduct(first: Float64Array, second: Float64Array): number {
  return first.reduce((sum, value, i) => sum + value * second[i]!, 0);
}
