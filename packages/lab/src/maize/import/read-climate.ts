/**
 * Season weather by site and year, the same window in every year: how far seasons differ.
 */

import { CELSIUS_LIMITS } from './daily-weather.ts';
import { type ColumnSpecs, readWholeSheet } from './sheet.ts';
import { YEAR_LIMITS } from './year-in-name.ts';

export interface ClimateYear {
  readonly location: string;
  readonly year: number;
  readonly tempMeanC: number;
  readonly radiationMjM2D: number;
}

const COLUMNS = {
  location: { names: ['location'] },
  year: { names: ['year'] },
  temperature: { names: ['temp_mean_c'] },
  radiation: { names: ['radiation_mj_m2_d'] },
} as const satisfies ColumnSpecs<string>;

/** Reads a climate file. */
export async function readClimate(file: string): Promise<ClimateYear[]> {
  const sheet = await readWholeSheet(file, COLUMNS, 'to be a climate file');
  return Array.from({ length: sheet.rowCount }, (_, row) => ({
    location: sheet.requiredText('location', row),
    year: sheet.whole('year', row, YEAR_LIMITS),
    tempMeanC: sheet.requiredNumber('temperature', row, CELSIUS_LIMITS),
    radiationMjM2D: sheet.requiredNumber('radiation', row, [0, 60]),
  }));
}
