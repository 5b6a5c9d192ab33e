/**
 * Plots of several years: file 1 of the 2022 competition, `1_Training_Trait_Data_2014_2021.csv`.
 *
 * Its yields are the released ones, on the wrong area in 2016, and it has no weights to mend them.
 */
import { hybridName } from './hybrid-name.ts';
import { environmentName, type PlotRecord } from './plot-record.ts';
import { type ColumnSpecs, readSheet, type Sheet } from './sheet.ts';
import { YEAR_LIMITS } from './year-in-name.ts';
import { netYield } from './yield-units.ts';

type CompetitionPlotColumn =
  | 'environment'
  | 'year'
  | 'location'
  | 'replicate'
  | 'hybrid'
  | 'yieldMgHa'
  | 'planted'
  | 'harvested'
  | 'silkDays';

export const COMPETITION_PLOT_COLUMNS: ColumnSpecs<CompetitionPlotColumn> = {
  environment: { names: ['Env'] },
  year: { names: ['Year'] },
  location: { names: ['Field_Location'] },
  replicate: { names: ['Replicate'] },
  hybrid: { names: ['Hybrid'] },
  yieldMgHa: { names: ['Yield_Mg_ha'] },
  planted: { names: ['Date_Planted'] },
  harvested: { names: ['Date_Harvested'] },
  silkDays: { names: ['Silk_DAP_days'], isOptional: true },
};

const SEASON_DAYS_LIMITS = [0, 366] as const;

/** Returns all plots of the file. */
export async function readCompetitionPlots(
  file: string,
  header: readonly string[],
): Promise<PlotRecord[]> {
  const sheet = await readSheet(file, header, COMPETITION_PLOT_COLUMNS);
  return Array.from({ length: sheet.rowCount }, (_, row) => plotOf(sheet, row));
}

function plotOf(sheet: Sheet<CompetitionPlotColumn>, row: number): PlotRecord {
  const year = sheet.whole('year', row, YEAR_LIMITS);
  const location = sheet.requiredText('location', row);
  if (sheet.text('environment', row) !== environmentName(location, year)) {
    throw sheet.fault('environment', row, `must be "${environmentName(location, year)}"`);
  }
  const releasedMgHa = sheet.number('yieldMgHa', row, [0, Infinity]);
  const planted = sheet.day('planted', row);
  const silkDays = sheet.number('silkDays', row, SEASON_DAYS_LIMITS);
  return {
    year,
    location,
    hybrid: hybridName(sheet.text('hybrid', row)),
    replicate: sheet.number('replicate', row, [0, 99]) ?? 0,
    releasedMgHa,
    netMgHa: netYield({
      year,
      releasedMgHa,
      plotPounds: null,
      plotArea: null,
      moisturePercent: null,
    }),
    planted,
    silking: planted === null || silkDays === null ? null : planted + Math.round(silkDays),
    harvested: sheet.day('harvested', row),
    mark: null,
  };
}
