/**
 * What truly grows on the made-up fields, and the weather that truly comes. All of it is here.
 *
 *     yield = what the yield model expects of the hybrid in that field and weather
 *           + the hybrid's own     drawn once:               as far as the model may be wrong about it
 *           + the field's own      drawn once:               as far as fields differ
 *           + the season's         each field and season:    as far as seasons stray
 *           + the hybrid's season  the same for each hybrid: as far as hybrids stray in a season
 *     measured = yield + the error of strips
 *
 * Every deviation is the model's own, so the truth is one of the worlds that the model holds possible. Each
 * draw depends on what it is for and on nothing else: a start that goes on in the middle finds the same
 * world. Forecasts are honest: the weather is drawn from what was forecast.
 */
import { standardNormal } from '@hedgerow/core/research';
import { type MixedModel, type YieldPredictor, yieldPredictor } from '@hedgerow/farm';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { type Member, VOUCHED } from './members.ts';

/** Means of a season: °C, MJ/m² a day, mm a day. */
export interface Weather {
  readonly temperature: number;
  readonly radiation: number;
  readonly rain: number;
}

export interface Place {
  readonly member: Member;
  readonly field: string;
  readonly clay: number;
}

/** Usual seasons where the farms lie. */
const USUAL_WEATHER: Readonly<Record<string, Weather>> = {
  Alder: { temperature: 20.8, radiation: 20.4, rain: 3.6 },
  Bramble: { temperature: 19.3, radiation: 19.6, rain: 3.3 },
  Clover: { temperature: 21.7, radiation: 20.6, rain: 3.7 },
};

/** How far a forecast for a season lies from the usual one, and the season from its forecast. */
const FORECAST_STRAY: Weather = { temperature: 0.5, radiation: 0.4, rain: 0.3 };
export const FORECAST_DEVIATION: Weather = { temperature: 0.6, radiation: 0.5, rain: 0.4 };

/** Errors are cut at so many deviations, as the members vouch. */
const CUT = 3;
const DECIMALS = 100;

export class CooperativeTruth {
  readonly #model: MixedModel;
  readonly #predictor: YieldPredictor;

  constructor(model: MixedModel) {
    this.#model = model;
    this.#predictor = yieldPredictor(model);
  }

  /** The means that are forecast for a farm in a season. */
  forecast(farm: string, season: string): Weather {
    return strayed(USUAL_WEATHER[farm]!, FORECAST_STRAY, `forecast ${farm} ${season}`);
  }

  /** The weather that came. */
  weather(farm: string, season: string): Weather {
    const forecast = this.forecast(farm, season);
    return strayed(forecast, FORECAST_DEVIATION, `weather ${farm} ${season}`);
  }

  /** What is measured on strips of a hybrid, in t/ha. */
  harvest(place: Place, season: string, hybrid: string): number {
    const { min, max } = this.#model.range;
    const usual = this.#yield(place, season, place.member.usual);
    const own = Math.max(this.#yield(place, season, hybrid), usual - VOUCHED.drop);
    const error = VOUCHED.strip * cutNormal(`strips ${place.field} ${season} ${hybrid}`);
    return rounded(Math.min(Math.max(own + error, min), max));
  }

  #yield({ member, field, clay }: Place, season: string, hybrid: string): number {
    const { farm, region, usual } = member;
    const { variances } = this.#model;
    const covariates = { ...this.weather(farm, season), clay };
    const situation = { field, region, covariates };
    const { mean } = this.#predictor.expect(hybrid, situation);
    const { deviationExpected } = this.#predictor.compare(hybrid, usual, situation);
    const inSeason = Math.sqrt(2 * variances.parentFieldYear + variances.hybridFieldYear);
    return (
      mean +
      deviationExpected * cutNormal(`hybrid ${hybrid}`) +
      Math.sqrt(variances.field) * cutNormal(`field ${field}`) +
      Math.sqrt(variances.fieldYear) * cutNormal(`season ${field} ${season}`) +
      inSeason * cutNormal(`season ${field} ${season} ${hybrid}`)
    );
  }
}

function strayed(from: Weather, deviation: Weather, what: string): Weather {
  const stray = (name: keyof Weather) =>
    rounded(from[name] + deviation[name] * cutNormal(`${what} ${name}`));
  return {
    temperature: stray('temperature'),
    radiation: stray('radiation'),
    rain: stray('rain'),
  };
}

/** A standard normal draw that belongs to these words; another one if it is too far out. */
function cutNormal(what: string): number {
  const generator = xoroshiro128plus(numberOf(what));
  for (;;) {
    const draw = standardNormal(() => uniformFloat64(generator));
    if (Math.abs(draw) <= CUT) return draw;
  }
}

/** FNV-1a: a number of 32 bits for some words. */
function numberOf(what: string): number {
  let hash = 0x811c9dc5;
  for (const letter of what) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return hash;
}

function rounded(value: number): number {
  return Math.round(DECIMALS * value) / DECIMALS;
}
