/**
 * Fields that share one weather a season, and hybrids to sow on them; yields in t/ha.
 *
 *     baseline mean of a field    9 + field (sd 0.5) + weather (sd 1.5), kept within 6 to 12
 *     another hybrid beside it    + hybrid (sd 0.6) + hybrid by season (sd 0.3), both less the baseline's;
 *                                 at most 4 t/ha and at most two fifths below it, kept within 5.8 to 12.2
 *     outcome of a part           its mean + error (sd 0.6, cut at three times that)
 *
 * So no outcome lies outside 4 to 14, and all that the experiments declare is true. The baseline is the
 * tenth best of 24 hybrids. Fields have 10 to 60 hectares. Means are those in the weather that came.
 */
import type { RandomStream } from './random-stream.ts';
import { indexAtRank } from './ranking.ts';

export const HYBRID_COUNT = 24;
/** What is true of every season, and may be declared. */
export const SEASON_TRUTH = {
  baselineMean: { min: 6, max: 12 },
  outcome: { min: 4, max: 14 },
  drop: 4,
  ratio: 0.6,
} as const;
/** Standard deviation of what one hybrid yields in one season on average beside others. */
export const HYBRID_SCALE = 0.6;
export const HYBRID_BY_SEASON_SCALE = 0.3;
export const PLOT_NOISE = 0.6;

const BASELINE_RANK = 10;
const LEVEL = 9;
const FIELD_SCALE = 0.5;
const WEATHER_SCALE = 1.5;
const HECTARES = { min: 10, max: 60 } as const;
/** Errors are cut at so many standard deviations. */
const CUT = 3;
/** Means that no error carries out of the outcomes' range. */
const MEAN = {
  min: SEASON_TRUTH.outcome.min + CUT * PLOT_NOISE,
  max: SEASON_TRUTH.outcome.max - CUT * PLOT_NOISE,
} as const;

export interface SeasonWorldOptions {
  readonly fieldCount: number;
  /** After so many seasons what is better becomes worse, as much as it was better. */
  readonly turnsAfter: number;
}

export class SeasonWorld {
  /** Hectares of each field. */
  readonly sizes: Float64Array;
  readonly baseline: number;
  readonly #random: RandomStream;
  readonly #turnsAfter: number;
  /** What each hybrid yields more than the baseline in the long run. */
  readonly #advantages: Float64Array;
  readonly #fields: Float64Array;
  readonly #inSeason = new Float64Array(HYBRID_COUNT);
  #weather = 0;
  #season = 0;

  constructor(random: RandomStream, { fieldCount, turnsAfter }: SeasonWorldOptions) {
    this.#random = random;
    this.#turnsAfter = turnsAfter;
    const hybrids = new Float64Array(HYBRID_COUNT).map(() => HYBRID_SCALE * random.normal());
    this.baseline = indexAtRank(hybrids, BASELINE_RANK);
    this.#advantages = hybrids.map((hybrid) => hybrid - hybrids[this.baseline]!);
    const { min, max } = HECTARES;
    this.sizes = new Float64Array(fieldCount).map(() => min + (max - min) * random.uniform());
    this.#fields = new Float64Array(fieldCount).map(() => FIELD_SCALE * random.normal());
  }

  /** The hybrid that yields least in the long run, as things are now. */
  get worst(): number {
    return indexAtRank(this.#advantages, HYBRID_COUNT);
  }

  /** What a hybrid yields more than the baseline in the long run, as things are now. */
  advantage(hybrid: number): number {
    return this.#advantages[hybrid]!;
  }

  /** Lets the next season come; call it before the first one, too. */
  nextSeason(): void {
    if (this.#season === this.#turnsAfter) {
      this.#advantages.forEach((advantage, i) => {
        this.#advantages[i] = -advantage;
      });
    }
    this.#season += 1;
    this.#weather = WEATHER_SCALE * this.#random.normal();
    this.#inSeason.forEach((_, i) => {
      this.#inSeason[i] = HYBRID_BY_SEASON_SCALE * this.#random.normal();
    });
  }

  /** What a hybrid yields on average over the strips of a field, in the weather of this season. */
  mean(field: number, hybrid: number): number {
    const { min, max } = SEASON_TRUTH.baselineMean;
    const baseline = within(LEVEL + this.#fields[field]! + this.#weather, min, max);
    if (hybrid === this.baseline) return baseline;
    const inSeason = this.#inSeason[hybrid]! - this.#inSeason[this.baseline]!;
    const { drop, ratio } = SEASON_TRUTH;
    const least = Math.max(MEAN.min, baseline - drop, ratio * baseline);
    return within(baseline + this.#advantages[hybrid]! + inSeason, least, MEAN.max);
  }
}

/** Returns the error of the measured mean of a part. */
export function plotError(random: RandomStream, scale: number): number {
  for (;;) {
    const error = random.normal();
    if (Math.abs(error) <= CUT) return scale * error;
  }
}

function within(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
