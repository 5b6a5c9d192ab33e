/**
 * What the form of a recommendation holds, how it is filled for a field, and what may be wrong with it.
 */
import { highestYield, type MaizeModel, siteOf, usualHybrid } from '@hedgerow/lab/recommend';

/** A forecast of one number: its mean, and by how much it may be off (standard deviation). */
export interface Forecast {
  readonly mean: number;
  readonly deviation: number;
}

export interface FieldForm {
  readonly field: string;
  /** Percent; the three add up to 100. */
  readonly sand: number;
  readonly silt: number;
  readonly clay: number;
  /** °C over the season. */
  readonly temperature: Forecast;
  /** MJ/m² a day over the season. */
  readonly radiation: Forecast;
  /** The hybrid that is planted today. */
  readonly usual: string;
  /** What the farmer expects of it, t/ha; null takes the model's word. */
  readonly usualYield: number | null;
}

export type FormPart = 'sand' | 'silt' | 'clay' | 'temperature' | 'radiation' | 'usualYield';

/** Means that can be meant, as the policy declares them; the unit is wrong outside. */
const WEATHER_MAX = 45;

/** Returns the form for a field with everything that is known of it filled in. */
export function formFor(model: MaizeModel, field: string): FieldForm {
  const site = siteOf(model, field);
  return {
    field,
    sand: site.sand,
    silt: site.silt,
    clay: site.clay,
    temperature: { mean: oneDigit(site.temperatureC), deviation: oneDigit(site.temperatureSd) },
    radiation: { mean: oneDigit(site.radiation), deviation: oneDigit(site.radiationSd) },
    usual: usualHybrid(model, field),
    usualYield: null,
  };
}

/** Returns what is wrong with one number of the form; null if nothing. */
export function faultOfPart(model: MaizeModel, part: FormPart, value: number): string | null {
  switch (part) {
    case 'temperature':
    case 'radiation':
      return value >= 0 && value <= WEATHER_MAX ? null : `Must be from 0 to ${WEATHER_MAX}.`;
    case 'usualYield': {
      const most = highestYield(model);
      return value > 0 && value <= most ? null : `Must be above 0 and at most ${most} t/ha.`;
    }
    default:
      return value >= 0 && value <= 100 ? null : 'Must be from 0 to 100.';
  }
}

/** Rounding of three percentages; the policy takes no more. */
const SOIL_TOLERANCE = 1;

/** Returns what is wrong with the three parts of the soil together; null if nothing. */
export function soilFault({
  sand,
  silt,
  clay,
}: Pick<FieldForm, 'sand' | 'silt' | 'clay'>): string | null {
  const sum = sand + silt + clay;
  if (Math.abs(sum - 100) <= SOIL_TOLERANCE) return null;
  return `Sand, silt and clay must add up to 100 %, but they add up to ${oneDigit(sum)} %.`;
}

function oneDigit(value: number): number {
  return Math.round(10 * value) / 10;
}
