/**
 * What a reader must know before using a fitted model: data, selection, error, limits, provenance.
 */
import { LAB_VERSION } from '../../runner/lab-version.ts';
import type { TidyRow } from '../import/tidy-row.ts';
import type { FitRows } from './fit-rows.ts';

export interface SourceFile {
  /** Its name without folders. */
  readonly name: string;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly sha256: string;
}

export interface ModelCard {
  readonly title: string;
  readonly madeBy: string;
  readonly data: SourceFile & {
    readonly plots: number;
    readonly hybrids: number;
    readonly fields: number;
    readonly fieldYears: number;
    readonly years: readonly number[];
    /** Plots whose soil was measured in another year of the same place. */
    readonly plotsWithCarriedSoil: number;
  };
  readonly climate: SourceFile | null;
  readonly selection: string;
  readonly contents: string;
  readonly use: string;
  readonly limits: readonly string[];
  readonly sources: readonly string[];
}

export interface ModelCardInput {
  readonly table: readonly TidyRow[];
  readonly rows: FitRows;
  readonly data: SourceFile;
  readonly climate: SourceFile | null;
}

/** Returns the card of a fit. */
export function modelCard({ table, rows, data, climate }: ModelCardInput): ModelCard {
  return {
    title: `Maize yields of ${rows.hybrids.length} hybrids in ${rows.fields.length} fields, bilinear in context and hybrid`,
    madeBy: `hedgerow maize fit, @hedgerow/lab ${LAB_VERSION}`,
    data: {
      ...data,
      plots: table.length,
      hybrids: rows.hybrids.length,
      fields: rows.fields.length,
      fieldYears: rows.fieldYears.length,
      years: [...new Set(table.map(({ year }) => year))].sort(),
      plotsWithCarriedSoil: table.filter(({ soilSource }) => soilSource !== 'measured').length,
    },
    climate,
    selection:
      'all rows of the data file; the paper gives no rule of selection, so no file can be called its data',
    contents:
      'coefficients and summaries of sites; no plots, and of their yields only the least and the greatest, which are the scale',
    use: 'a simulator for strategies, and a prior for recommendations',
    limits: LIMITS,
    sources: SOURCES,
  };
}

const LIMITS = [
  'Not a yield model: see the held-out errors in the fit report.',
  'Yields of 2016 as released rest on the gross area of plots and are too low by a factor that differs from field to field (median 1.15).',
  'The 16th best hybrid stands for the usual choice of a farmer; the data do not say what farmers grew.',
  'Temperature and radiation of a season are taken as independent; in the climate file they are correlated (about 0.4).',
];

const SOURCES = [
  'Genomes to Fields 2014-2017: McFarland et al. 2020, BMC Research Notes, PMC7017475',
  'Genomes to Fields 2022 competition: Lima et al. 2023, PMC10353085',
  'Weather: NASA POWER',
];
