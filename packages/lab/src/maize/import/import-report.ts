/**
 * What an import read, kept and left out, as data and in words.
 */
import path from 'node:path';
import { alignColumns } from '../../experiments/align-columns.ts';
import type { Environment } from './environments.ts';
import { DROP_REASONS, type DropReason } from './plot-record.ts';
import type { SoilRule } from './soil-lookup.ts';
import type { TidyRow } from './tidy-row.ts';
import { GROSS_AREA_YEAR } from './yield-units.ts';

export interface ImportReport {
  readonly format: 'hedgerow-maize-import/1';
  readonly yields: 'released' | 'net';
  readonly soil: SoilRule;
  readonly files: readonly {
    readonly name: string;
    readonly kind: string;
    readonly rows: number;
  }[];
  /** Plots, not rows of soil or weather. */
  readonly rowsRead: number;
  readonly rowsWritten: number;
  /** Only reasons that occurred; they add up to read − written. */
  readonly dropped: Partial<Record<DropReason, number>>;
  readonly years: readonly number[];
  readonly hybrids: number;
  readonly fields: readonly string[];
  readonly warnings: readonly string[];
  /** Every field-year of the official files, with its season, complete or not. */
  readonly environments: readonly Environment[];
}

export interface ImportReportInput {
  readonly yields: 'released' | 'net';
  readonly soil: SoilRule;
  readonly files: readonly {
    readonly file: string;
    readonly kind: string;
    readonly rowCount: number;
  }[];
  readonly environments: readonly Environment[];
  readonly plotCount: number;
  readonly rows: readonly TidyRow[];
  readonly dropped: Partial<Record<DropReason, number>>;
  /** What the readers found odd. */
  readonly warnings: readonly string[];
}

/** Counts. */
export function importReport(input: ImportReportInput): ImportReport {
  const { rows, dropped } = input;
  const reasons = (Object.keys(DROP_REASONS) as DropReason[]).filter((reason) => dropped[reason]);
  return {
    format: 'hedgerow-maize-import/1',
    yields: input.yields,
    soil: input.soil,
    files: input.files.map(({ file, kind, rowCount }) => ({
      name: path.basename(file),
      kind,
      rows: rowCount,
    })),
    rowsRead: input.plotCount,
    rowsWritten: rows.length,
    dropped: Object.fromEntries(reasons.map((reason) => [reason, dropped[reason]!])),
    years: [...new Set(rows.map(({ year }) => year))].sort(),
    hybrids: new Set(rows.map(({ hybrid }) => hybrid)).size,
    fields: [...new Set(rows.map(({ fieldId }) => fieldId))].sort(),
    warnings: [...input.warnings, ...grossAreaWarning(input)],
    environments: input.environments,
  };
}

function grossAreaWarning({ yields, rows }: ImportReportInput): string[] {
  const grossCount = rows.filter(({ year }) => year === GROSS_AREA_YEAR).length;
  if (yields === 'net' || grossCount === 0) return [];
  return [
    `${grossCount} yields of ${GROSS_AREA_YEAR} are as released: most were computed on the gross area and are too low, by a factor of 1.0 to 1.4 that differs from field to field. Use --yield net for yields on the net area.`,
  ];
}

/** The report for a terminal. */
export function importLines(report: ImportReport): string[] {
  const reasons = Object.entries(report.dropped) as [DropReason, number][];
  return [
    ...alignColumns([
      ['file', 'kind', 'rows'],
      ...report.files.map(({ name, kind, rows }) => [name, kind, String(rows)]),
    ]),
    '',
    `${report.rowsRead} plots read, ${report.rowsWritten} written: ${report.hybrids} hybrids, ` +
      `${report.fields.length} fields, ${report.years.join(', ')}; yields ${report.yields}, soil ${report.soil}`,
    ...reasons.map(([reason, count]) => `${count} left out: ${DROP_REASONS[reason]}`),
  ];
}
