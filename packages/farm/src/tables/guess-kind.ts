/**
 * What kind of table a text is, by its headings: the kind all of whose needed columns are there and
 * that can use most of the others. A table of harvests with years and hybrids is one of trials, too.
 */
import {
  type ColumnSpec,
  FIELD_COLUMNS,
  HARVEST_COLUMNS,
  HYBRID_COLUMNS,
  TRIAL_COLUMNS,
} from './column-spec.ts';
import { FindingList } from './finding.ts';
import { openTable, type TableOptions } from './open-table.ts';
import type { TableKind } from './table-report.ts';

/** Of kinds that fit equally well, the first. */
const COLUMNS_OF_KINDS: readonly (readonly [TableKind, readonly ColumnSpec[]])[] = [
  ['trials', TRIAL_COLUMNS],
  ['harvests', HARVEST_COLUMNS],
  ['fields', FIELD_COLUMNS],
  ['hybrids', HYBRID_COLUMNS],
];

const FIRST_CHARACTERS = 20_000;

/** Returns the kind; null if the headings fit none. */
export function guessKind(text: string, options: TableOptions = {}): TableKind | null {
  const beginning = text.slice(0, FIRST_CHARACTERS);
  let best: { kind: TableKind | null; count: number } = { kind: null, count: 0 };
  for (const [kind, specs] of COLUMNS_OF_KINDS) {
    const count = countTaken(beginning, specs, options);
    if (count > best.count) best = { kind, count };
  }
  return best.kind;
}

/** 0 if a needed column is missing. */
function countTaken(text: string, specs: readonly ColumnSpec[], options: TableOptions): number {
  const { places, columns } = openTable({ text, specs, options, findings: new FindingList() });
  // A column of names is in most tables; a list of hybrids has little else.
  if (specs === HYBRID_COLUMNS && 2 * places.size < columns.length) return 0;
  const lacks = specs.some(({ key, isNeeded }) => isNeeded && !places.has(key));
  const isOfYields = specs.some(({ key }) => key === 'yield');
  const hasYields = places.has('yield') || (places.has('weight') && places.has('area'));
  return lacks || (isOfYields && !hasYields) ? 0 : places.size;
}
