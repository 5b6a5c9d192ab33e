/**
 * A farm that may try five hybrids beside the usual one, for some seasons; yields in t/ha.
 *
 *     usual hybrid on a field    9.5 + weather of the season (sd 0.8) + field (sd 0.4), within 7 to 12
 *     another beside it          + its difference + what strays on that field and in that season,
 *                                at most 2.5 below the usual one
 *     measured part              its mean + error
 *
 * What strays, and errors, are declared of differences: each of the two parts has half of the variance.
 * Whoever plays meets the same weather, the same fields and the same errors.
 */
import type { RandomStream } from '../../environments/random-stream.ts';

export const USUAL_YIELD = { min: 7, max: 12 } as const;
export const DROP = 2.5;
const LEVEL = 9.5;
const WEATHER_SCALE = 0.8;
const FIELD_SCALE = 0.4;

export interface SpreadWorldOptions {
  /** Hectares of each field. */
  readonly sizes: readonly number[];
  /** What each hybrid yields more than the usual one; drawn with the declared spread if null. */
  readonly differences: readonly number[] | null;
  /** Standard deviation of true differences, as declared and as drawn. */
  readonly spread: number;
  /** Standard deviations of a difference on one field in one season: what is true there, what is measured. */
  readonly straying: number;
  readonly noise: number;
  /** Standard error of each hybrid's difference in the trials before the first season. */
  readonly trialError: number;
}

/** One field in one season. */
export interface FieldSeason {
  readonly usual: number;
  /** True yields of the candidates. */
  readonly yields: readonly number[];
  readonly usualMeasured: number;
  readonly measured: readonly number[];
}

export interface SpreadWorld {
  readonly differences: readonly number[];
  /** What the trials before the first season measured of each. */
  readonly trials: readonly number[];
  /** By season and field. */
  readonly seasons: readonly (readonly FieldSeason[])[];
}

export const CANDIDATE_COUNT = 5;

/** Returns all that will happen, and happens to whoever plays. */
export function drawSpreadWorld(
  options: SpreadWorldOptions,
  seasonCount: number,
  random: RandomStream,
): SpreadWorld {
  const { sizes, spread, trialError } = options;
  const drawn = candidates(() => spread * random.normal());
  const differences = options.differences ?? drawn;
  const trials = differences.map((difference) => difference + trialError * random.normal());
  const fields = sizes.map(() => FIELD_SCALE * random.normal());
  const seasons = Array.from({ length: seasonCount }, () => {
    const weather = LEVEL + WEATHER_SCALE * random.normal();
    return fields.map((field) => drawField(options, differences, weather + field, random));
  });
  return { differences, trials, seasons };
}

function drawField(
  { straying, noise }: SpreadWorldOptions,
  differences: readonly number[],
  level: number,
  random: RandomStream,
): FieldSeason {
  const half = Math.SQRT1_2;
  const draw = (scale: number) => half * scale * random.normal();
  const usual = Math.min(Math.max(level + draw(straying), USUAL_YIELD.min), USUAL_YIELD.max);
  // The usual hybrid strays as well: beside it, so does the other way what is compared with it.
  const yields = differences.map((difference) =>
    Math.max(level + difference + draw(straying), usual - DROP),
  );
  const [usualError, tryError] = [draw(noise), draw(noise)];
  return {
    usual,
    yields,
    usualMeasured: usual + usualError,
    measured: yields.map((value) => value + tryError),
  };
}

function candidates<Value>(make: () => Value): Value[] {
  return Array.from({ length: CANDIDATE_COUNT }, make);
}
