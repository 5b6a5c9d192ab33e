/**
 * What was read from a table, shown before anything is stored.
 *
 * Rows are what would be stored. With an error among the findings nothing may be; with a warning, only
 * once somebody has seen it.
 */
import type { ColumnReading } from './assign-columns.ts';
import type { DecimalMark } from './decimal-style.ts';
import type { FindingList, TableFinding } from './finding.ts';
import type { OpenTable } from './open-table.ts';

export type TableKind = 'trials' | 'fields' | 'harvests' | 'hybrids';

export interface TableReport<Row> {
  readonly kind: TableKind;
  readonly rows: readonly Row[];
  /** The line of each row. */
  readonly lines: readonly number[];
  readonly columns: readonly ColumnReading[];
  readonly delimiter: string;
  readonly decimal: DecimalMark;
  readonly findings: readonly TableFinding[];
  /** An error is among the findings: nothing may be stored. */
  readonly isBlocked: boolean;
  /** A warning is among the findings: somebody must confirm it. */
  readonly needsConfirmation: boolean;
}

export interface ReportInput<Row> {
  readonly kind: TableKind;
  readonly table: OpenTable;
  readonly findings: FindingList;
  readonly rows: readonly { readonly row: Row; readonly line: number }[];
}

/** Returns the report of a table that was read. */
export function makeReport<Row>({
  kind,
  table,
  findings,
  rows,
}: ReportInput<Row>): TableReport<Row> {
  const all = findings.all();
  return {
    kind,
    rows: rows.map(({ row }) => row),
    lines: rows.map(({ line }) => line),
    columns: table.columns,
    delimiter: table.delimiter,
    decimal: table.decimal,
    findings: all,
    isBlocked: all.some(({ severity }) => severity === 'error'),
    needsConfirmation: all.some(({ severity }) => severity === 'warning'),
  };
}
