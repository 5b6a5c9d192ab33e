/**
 * Small files with every quirk of the official ones: marks, quotes, line ends, spellings, dates.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const BYTE_ORDER_MARK = '\uFEFF';
const FIRST_DAY_OF_2016 = Date.UTC(2016, 0, 1);
const MS_PER_DAY = 86_400_000;

export const PLOT_HEADER =
  'Year,Field-Location,RecId,Source,Pedigree,Replicate,"LOCAL_CHECK (Yes, No[Blank])",' +
  'Alley Length (feet),Plot Area,Date Planted,Date Harvested,Silking [date],Grain Moisture [%],' +
  'Plot Weight [lbs],Grain Yield [bu/A],"Plot Discarded [enter ""yes"" or ""blank""]",Comments,' +
  '"Filler [enter ""filler"" or ""blank""]",[add additional measurements here]';

export interface MadeUpPlot {
  readonly year?: number;
  readonly location?: string;
  readonly pedigree?: string;
  readonly replicate?: string;
  readonly localCheck?: string;
  readonly planted?: string;
  readonly harvested?: string;
  readonly silking?: string;
  readonly bushels?: string;
  readonly discarded?: string;
  readonly comment?: string;
  readonly filler?: string;
}

/** 20 pounds from 100 square feet at 15.5 %: 155.57 bu/A on the net area. */
const POUNDS = '20';
export const NET_BUSHELS = (20 / 100 / 56) * 43_560;

/** One record. */
export function plotLine(plot: MadeUpPlot): string {
  return [
    plot.year ?? 2016,
    plot.location ?? 'DEH1',
    '7',
    'seed',
    plot.pedigree ?? 'B73/MO17',
    plot.replicate ?? '1',
    plot.localCheck ?? '',
    '3',
    '100',
    plot.planted ?? '4/29/16',
    plot.harvested ?? '10/30/16',
    plot.silking ?? '7/4/16',
    '15.5',
    POUNDS,
    plot.bushels ?? '140',
    plot.discarded ?? '',
    plot.comment ?? '',
    plot.filler ?? '',
    '',
  ].join(',');
}

/** Writes a yearly plot file with a mark at its start and CRLF. */
export function writePlots(folder: string, name: string, plots: readonly MadeUpPlot[]): string {
  const lines = [PLOT_HEADER, ...plots.map(plotLine)];
  return writeText(folder, name, `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`);
}

export function writeText(folder: string, name: string, text: string | Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

/** Writes file 3 of the competition: texture for some field-years only. */
export function writeSoil(folder: string, rows: readonly string[]): string {
  const header = '"Year","Env","LabID","% Sand","% Silt","% Clay","Texture","Comments"';
  return writeText(folder, '3_Soil.csv', `${[header, ...rows].join('\n')}\n`);
}

export interface MadeUpWeather {
  readonly environments: readonly string[];
  /** Mean temperature by day of the year, counted from 0. */
  readonly meanC?: (day: number) => number;
  /** The last day, counted from 0. */
  readonly lastDay?: number;
}

/** Writes file 4 for 2016: minimum 12 below and maximum 12 above the mean, radiation 20. */
export function writeWeather(folder: string, weather: MadeUpWeather): string {
  const meanC = weather.meanC ?? (() => 21);
  const lines = weather.environments.flatMap((environment) =>
    Array.from({ length: (weather.lastDay ?? 365) + 1 }, (_, day) => {
      const date = new Date(FIRST_DAY_OF_2016 + day * MS_PER_DAY).toISOString().slice(0, 10);
      const mean = meanC(day);
      return [environment, date.replaceAll('-', ''), 20, mean + 12, mean, mean - 12].join(',');
    }),
  );
  const header = 'Env,Date,ALLSKY_SFC_SW_DWN,T2M_MAX,T2M,T2M_MIN';
  return writeText(folder, '4_Weather.csv', `${[header, ...lines].join('\r\n')}\r\n`);
}
