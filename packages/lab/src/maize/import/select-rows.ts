/**
 * Which rows of the table are kept in the end: some fields, and the hybrids with most plots in them.
 */
import type { DropReason } from './plot-record.ts';
import type { TidyRow } from './tidy-row.ts';

export interface Selection {
  /** Field ids to keep; all if left out. */
  readonly fields?: readonly string[];
  /** How many hybrids to keep; all if left out. */
  readonly hybridCount?: number;
}

export interface SelectedRows {
  readonly kept: readonly TidyRow[];
  readonly dropped: Partial<Record<DropReason, number>>;
}

/** Keeps the fields first, then counts hybrids in what is left. */
export function selectRows(rows: readonly TidyRow[], selection: Selection): SelectedRows {
  const { fields, hybridCount } = selection;
  const inFields = fields === undefined ? rows : rows.filter((row) => fields.includes(row.fieldId));
  const hybrids = hybridCount === undefined ? null : mostPlanted(inFields, hybridCount);
  const kept = hybrids === null ? inFields : inFields.filter((row) => hybrids.has(row.hybrid));
  return {
    kept,
    dropped: {
      otherField: rows.length - inFields.length,
      otherHybrid: inFields.length - kept.length,
    },
  };
}

/** Of hybrids with equally many plots the first by name. */
function mostPlanted(rows: readonly TidyRow[], count: number): Set<string> {
  const plots = Map.groupBy(rows, ({ hybrid }) => hybrid);
  const ranked = [...plots].sort(
    ([first, firstPlots], [second, secondPlots]) =>
      secondPlots.length - firstPlots.length || (first < second ? -1 : 1),
  );
  return new Set(ranked.slice(0, count).map(([hybrid]) => hybrid));
}
