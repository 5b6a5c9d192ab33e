/**
 * Plots of one year: `g2f_2016_hybrid_data_clean.csv` and its older relatives.
 */
import { fileFault } from './file-fault.ts';
import { hybridName } from './hybrid-name.ts';
import type { PlotRecord } from './plot-record.ts';
import { type ColumnSpecs, readSheet, type Sheet } from './sheet.ts';
import { YEAR_LIMITS, yearInName } from './year-in-name.ts';
import { bushelsToMgHa, netYield } from './yield-units.ts';

type YearlyPlotColumn =
  | 'location'
  | 'pedigree'
  | 'replicate'
  | 'yieldBuAc'
  | 'planted'
  | 'year'
  | 'harvested'
  | 'silking'
  | 'localCheck'
  | 'plotArea'
  | 'moisture'
  | 'plotPounds'
  | 'discarded'
  | 'filler';

export const YEARLY_PLOT_COLUMNS: ColumnSpecs<YearlyPlotColumn> = {
  location: { names: ['Field-Location'] },
  pedigree: { names: ['Pedigree'] },
  replicate: { names: ['Replicate', 'Rep'] },
  yieldBuAc: { names: ['Grain Yield [bu/A]', 'Grain Yield'] },
  planted: { names: ['Date Planted'] },
  // Older releases have no year; then the name of the file tells it.
  year: { names: ['Year'], isOptional: true },
  harvested: { names: ['Date Harvested'], isOptional: true },
  silking: { names: ['Silking [date]', 'Silking'], isOptional: true },
  localCheck: { names: ['LOCAL_CHECK'], isOptional: true },
  plotArea: { names: ['Plot Area'], isOptional: true },
  moisture: { names: ['Grain Moisture'], isOptional: true },
  plotPounds: { names: ['Plot Weight [lbs]'], isOptional: true },
  discarded: { names: ['Plot Discarded'], isOptional: true },
  filler: { names: ['Filler'], isOptional: true },
};

type YearlySheet = Sheet<YearlyPlotColumn>;

const ANY_AMOUNT = [0, Infinity] as const;

/** Returns all plots of the file. */
export async function readYearlyPlots(
  file: string,
  header: readonly string[],
): Promise<PlotRecord[]> {
  const sheet = await readSheet(file, header, YEARLY_PLOT_COLUMNS);
  const fileYear = yearInName(file);
  if (!sheet.has('year') && fileYear === null) throw yearUnknown(file);
  return Array.from({ length: sheet.rowCount }, (_, row) => plotOf(sheet, row, fileYear));
}

function plotOf(sheet: YearlySheet, row: number, fileYear: number | null): PlotRecord {
  const year = sheet.has('year') ? sheet.whole('year', row, YEAR_LIMITS) : fileYear!;
  if (fileYear !== null && year !== fileYear) {
    throw sheet.fault('year', row, `must be ${fileYear}, the year in the name of the file`);
  }
  const bushels = sheet.number('yieldBuAc', row, ANY_AMOUNT);
  const releasedMgHa = bushels === null ? null : bushelsToMgHa(bushels);
  return {
    year,
    location: sheet.requiredText('location', row),
    hybrid: hybridName(sheet.text('pedigree', row)),
    replicate: sheet.number('replicate', row, [0, 99]) ?? 0,
    releasedMgHa,
    netMgHa: netYield({
      year,
      releasedMgHa,
      plotPounds: sheet.number('plotPounds', row, ANY_AMOUNT),
      plotArea: sheet.number('plotArea', row, ANY_AMOUNT),
      moisturePercent: sheet.number('moisture', row, [0, 100]),
    }),
    planted: sheet.day('planted', row),
    silking: sheet.day('silking', row),
    harvested: sheet.day('harvested', row),
    mark: markOf(sheet, row),
  };
}

/** The heading says "yes", the cells say "Yes". Free text under "Filler" is a remark, no filler. */
function markOf(sheet: YearlySheet, row: number): PlotRecord['mark'] {
  if (isYes(sheet.text('discarded', row))) return 'discarded';
  if (/^filler$/i.test(sheet.text('filler', row))) return 'filler';
  return isYes(sheet.text('localCheck', row)) ? 'localCheck' : null;
}

function isYes(text: string): boolean {
  return /^yes$/i.test(text);
}

function yearUnknown(file: string): Error {
  return fileFault({
    file,
    line: 1,
    rule: 'must have a column "Year", or a year in the name of the file',
    received: 'without both',
  });
}
