/**
 * The maize world: seasons over many fields, in which hybrids are chosen by a weather forecast.
 *
 * Each round takes a field at random. Its soil and day length are known; temperature and radiation are
 * known as a forecast. With c the weather that comes, m the centre of the forecast, m₀ and sd the usual
 * weather of the field and its spread from year to year, and z₁, z₂ standard normal:
 *
 *     centered               c = m₀ + sd·z₁,  m = c                            N(m, sd²)     nothing is hidden
 *     berkson                m = m₀ + sd·z₁,  c = m + sd·z₂                    N(m, sd²)     calibrated
 *     classical-calibrated   c = m₀ + sd·z₁,  m = m₀ + (c + sd·z₂ − m₀)/2      N(m, sd²/2)   calibrated
 *     classical              c = m₀ + sd·z₁,  m = c + sd·z₂                    N(m, sd²)     too sure
 *     climatology            c = m₀ + sd·z₁,  m = m₀                           N(m, sd²)     calibrated, no skill
 *
 * Rewards are linear in the weather, so expected rewards are those of the weather m, exactly. The
 * baseline is the hybrid at a place of the ranking by expected reward, anew in each round. A round draws
 * the same random numbers whatever the map and the generator.
 */

import type { RandomStream } from '../../environments/random-stream.ts';
import { indexAtRank } from '../../environments/ranking.ts';
import type { World } from '../../environments/world.ts';
import { MaizeFeatures, type MaizeMap, type Weather } from './maize-features.ts';
import type { MaizeModel, MaizeSite } from './maize-model.ts';

export type MaizeGenerator =
  | 'centered'
  | 'berkson'
  | 'classical-calibrated'
  | 'classical'
  | 'climatology';

export const MAIZE_GENERATORS: readonly MaizeGenerator[] = [
  'centered',
  'berkson',
  'classical-calibrated',
  'classical',
  'climatology',
];

export interface MaizeWorldOptions {
  readonly model: MaizeModel;
  readonly map: MaizeMap;
  readonly generator: MaizeGenerator;
  /** Place of the baseline by expected reward; 1 is the best hybrid. */
  readonly baselineRank: number;
  /** Standard deviation of the reward noise, in reward units. */
  readonly noiseScale: number;
}

/** The paper's experiment, with a forecast that is honest. */
export const MAIZE_DEFAULTS: Omit<MaizeWorldOptions, 'model'> = {
  map: 'latent-outer',
  generator: 'classical-calibrated',
  baselineRank: 16,
  noiseScale: 0.1,
};

/** Returns the world of a model, as in the paper or with changes. */
export function maizeWorld(
  random: RandomStream,
  options: Partial<MaizeWorldOptions> & Pick<MaizeWorldOptions, 'model'>,
): MaizeWorld {
  return new MaizeWorld(random, { ...MAIZE_DEFAULTS, ...options });
}

/** Two numbers for the weather of a year, two for the error of its forecast, one for the noise. */
const DRAWS_PER_ROUND = 5;

export class MaizeWorld implements World {
  readonly dimension: number;
  readonly actionCount: number;
  readonly expectedRewards: Float64Array;
  baselineAction = 0;
  /** θ*: rewards are linear in the features with these weights. */
  readonly trueWeights: Float64Array;
  readonly #options: MaizeWorldOptions;
  readonly #random: RandomStream;
  /** Two views of the same model: one stands at the forecast, the other at what came. */
  readonly #forecast: MaizeFeatures;
  readonly #actual: MaizeFeatures;
  readonly #draws: Float64Array = new Float64Array(DRAWS_PER_ROUND);
  readonly #forecastWeather: Float64Array = new Float64Array(2);
  readonly #actualWeather: Float64Array = new Float64Array(2);
  #rewardNoise = 0;

  constructor(random: RandomStream, options: MaizeWorldOptions) {
    this.#options = options;
    this.#random = random;
    this.#forecast = new MaizeFeatures(options.model, options.map);
    this.#actual = new MaizeFeatures(options.model, options.map);
    this.dimension = this.#forecast.dimension;
    this.actionCount = this.#forecast.actionCount;
    this.trueWeights = this.#forecast.trueWeights;
    this.expectedRewards = new Float64Array(this.actionCount);
  }

  get baselineExpectedReward(): number {
    return this.expectedRewards[this.baselineAction]!;
  }

  nextRound(expectedFeatures: Float64Array): void {
    this.#drawRound();
    this.#forecast.writeAll(expectedFeatures);
    this.#forecast.writeRewards(this.expectedRewards);
    this.baselineAction = indexAtRank(this.expectedRewards, this.#options.baselineRank);
  }

  reward(action: number): number {
    return this.realisedReward(action) + this.#rewardNoise;
  }

  realisedReward(action: number): number {
    return this.#actual.reward(action);
  }

  features(action: number, into: Float64Array): void {
    this.#actual.write(action, into, 0);
  }

  #drawRound(): void {
    const { model, noiseScale } = this.#options;
    const siteIndex = Math.floor(this.#random.uniform() * model.sites.length);
    const site = model.sites[siteIndex]!;
    const draws = this.#draws;
    this.#random.fillNormal(draws);
    this.#drawWeather(0, site.temperatureC, site.temperatureSd);
    this.#drawWeather(1, site.radiation, site.radiationSd);
    this.#forecast.moveTo(siteIndex, this.#forecastWeather[0]!, this.#forecastWeather[1]!);
    this.#actual.moveTo(siteIndex, this.#actualWeather[0]!, this.#actualWeather[1]!);
    this.#rewardNoise = noiseScale * draws[4]!;
  }

  /** Writes the centre of the forecast and what comes, of temperature (0) or radiation (1). */
  #drawWeather(part: number, usual: number, spread: number): void {
    const first = usual + spread * this.#draws[part]!;
    const second = spread * this.#draws[2 + part]!;
    const { generator } = this.#options;
    this.#actualWeather[part] = generator === 'berkson' ? first + second : first;
    this.#forecastWeather[part] = first;
    if (generator === 'climatology') this.#forecastWeather[part] = usual;
    if (generator === 'classical') this.#forecastWeather[part] = first + second;
    if (generator === 'classical-calibrated') {
      this.#forecastWeather[part] = usual + (first + second - usual) / 2;
    }
  }
}

/** Returns the share of a site's variance that a forecast of this kind claims to leave open. */
export function claimedVarianceShare(generator: MaizeGenerator): number {
  return generator === 'classical-calibrated' ? 1 / 2 : 1;
}

export interface VarianceBoundOptions
  extends Pick<MaizeWorldOptions, 'model' | 'map' | 'generator' | 'noiseScale'> {}

/**
 * Returns σ² + A² · λmax(Cov φ), the largest over all fields and hybrids: how far rewards stray from
 * their expectation under the forecast, for any weights no longer than the true ones.
 */
export function maizeVarianceBound(options: VarianceBoundOptions): number {
  const { model, map, generator, noiseScale } = options;
  const features = new MaizeFeatures(model, map);
  const share = claimedVarianceShare(generator);
  const squaredNorm = features.trueWeights.reduce((sum, weight) => sum + weight * weight, 0);
  const spreads = model.sites.flatMap((site) =>
    model.hybrids.map((_, action) => features.largestSpread(action, varianceOf(site, share))),
  );
  return noiseScale ** 2 + squaredNorm * Math.max(...spreads);
}

function varianceOf(site: MaizeSite, share: number): Weather {
  return {
    temperature: share * site.temperatureSd ** 2,
    radiation: share * site.radiationSd ** 2,
  };
}
