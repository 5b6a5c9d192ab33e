/**
 * Weather of trials, one line for each location and year: the season's means, rain among them.
 */
import { CELSIUS_LIMITS } from './daily-weather.ts';
import { type ColumnSpecs, readWholeSheet } from './sheet.ts';
import { YEAR_LIMITS } from './year-in-name.ts';

export interface TrialWeather {
  readonly location: string;
  readonly year: number;
  /** Season means; null where nobody measured. */
  readonly tempMeanC: number | null;
  readonly radiationMjM2D: number | null;
  readonly precipMmD: number | null;
}

const COLUMNS = {
  location: { names: ['location'] },
  year: { names: ['year'] },
  temperature: { names: ['temp_mean_c'] },
  radiation: { names: ['radiation_mj_m2_d'] },
  rain: { names: ['precip_mm_d'] },
} as const satisfies ColumnSpecs<string>;

/** Reads the weather of trials. */
export async function readEnvironments(file: string): Promise<TrialWeather[]> {
  const sheet = await readWholeSheet(file, COLUMNS, 'to tell the weather of trials');
  return Array.from({ length: sheet.rowCount }, (_, row) => ({
    location: sheet.requiredText('location', row),
    year: sheet.whole('year', row, YEAR_LIMITS),
    tempMeanC: sheet.number('temperature', row, CELSIUS_LIMITS),
    radiationMjM2D: sheet.number('radiation', row, [0, 60]),
    precipMmD: sheet.number('rain', row, [0, 100]),
  }));
}
