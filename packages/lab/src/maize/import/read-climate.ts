/**
 * Season weather by site and year, the same window in every year: how far seasons differ.
 */

import { CELSIUS_LIMITS } from './daily-weather.ts';
import { fileFault } from './file-fault.ts';
import { readHeader } from './file-header.ts';
import { type ColumnSpecs, missingColumn, readSheet } from './sheet.ts';
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
  const header = await readHeader(file);
  const missing = missingColumn(header, COLUMNS);
  if (missing !== null) {
    throw fileFault({
      file,
      line: 1,
      rule: `must have a column "${missing}" to be a climate file`,
      received: 'without it',
    });
  }
  const sheet = await readSheet(file, header, COLUMNS);
  return Array.from({ length: sheet.rowCount }, (_, row) => ({
    location: sheet.requiredText('location', row),
    year: sheet.whole('year', row, YEAR_LIMITS),
    tempMeanC: sheet.requiredNumber('temperature', row, CELSIUS_LIMITS),
    radiationMjM2D: sheet.requiredNumber('radiation', row, [0, 60]),
  }));
}
