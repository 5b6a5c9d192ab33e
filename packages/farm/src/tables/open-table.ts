/**
 * From text to lines with known columns: the part that all kinds of tables share.
 *
 * Totals, means and remarks are left out with a warning. A line with more cells than the heading is
 * an error, because that is what a decimal comma between commas looks like; a shorter one is filled
 * up, which a note says.
 */
import { assignColumns, type ColumnReading, countHeadings } from './assign-columns.ts';
import type { ColumnSpec } from './column-spec.ts';
import { type DecimalMark, guessDecimalMark } from './decimal-style.ts';
import { findHeadings } from './find-headings.ts';
import type { FindingList } from './finding.ts';
import type { Heading } from './heading.ts';
import { readRecords } from './read-records.ts';
import type { TableRecord } from './split-records.ts';
import { isRemark, summaryWord } from './summary-line.ts';

/** What a caller may declare about any table. */
export interface TableOptions {
  /** Heading by what it is: `{ yield: 'Ertrag' }`; "column 3" for a table without headings. */
  readonly map?: Readonly<Record<string, string>>;
  readonly delimiter?: string;
  readonly decimal?: DecimalMark;
}

export interface OpenTable {
  readonly columns: readonly ColumnReading[];
  readonly headings: readonly Heading[];
  /** Position by key. */
  readonly places: ReadonlyMap<string, number>;
  readonly delimiter: string;
  readonly decimal: DecimalMark;
  readonly lines: readonly TableRecord[];
}

export interface OpenInput {
  readonly text: string;
  readonly specs: readonly ColumnSpec[];
  readonly options: TableOptions;
  readonly findings: FindingList;
}

/** Returns the lines and columns; what is wrong with them is in the findings. */
export function openTable({ text, specs, options, findings }: OpenInput): OpenTable {
  const count = (cells: readonly string[]) => countHeadings(cells, specs);
  const { records, delimiter } = readRecords({
    text,
    delimiter: options.delimiter,
    countHeadings: count,
    findings,
  });
  const { headings, body } = findHeadings({ records, countHeadings: count, findings });
  const assigned = assignColumns({ headings, specs, map: options.map ?? {}, findings });
  if (headings.length > 0) reportColumns(assigned, specs, findings);
  const mayBeRemark = specs.filter(({ isNeeded }) => isNeeded).length > 1 && headings.length > 2;
  const names = namePlaces(specs, assigned.places);
  const lines = keepLines(body, { width: headings.length, mayBeRemark, names, findings });
  const cells = numericCells(lines, specs, assigned.places);
  const decimal = options.decimal ?? guessDecimalMark({ cells, delimiter, findings });
  return { ...assigned, headings, delimiter, decimal, lines };
}

interface KeepOptions {
  readonly width: number;
  /** Where one cell can be a whole row, a lonely cell is no remark. */
  readonly mayBeRemark: boolean;
  /** Columns of names and years: where a total is called one. */
  readonly names: readonly number[];
  readonly findings: FindingList;
}

function namePlaces(
  specs: readonly ColumnSpec[],
  places: ReadonlyMap<string, number>,
): readonly number[] {
  const keys = specs.filter(({ content }) => content === 'name' || content === 'year');
  return keys.flatMap(({ key }) => places.get(key) ?? []);
}

/** Leaves out what is no data, and evens out what is. */
function keepLines(records: readonly TableRecord[], options: KeepOptions): TableRecord[] {
  const summaries = records.map(({ cells }) => summaryWord(cells, options.names));
  // A column that says "mean" in every line is no reason to leave them all out.
  const areFew = 2 * summaries.filter((word) => word !== null).length <= records.length;
  return records.flatMap(({ line, cells }, i) => {
    if (isAside({ line, cells }, areFew ? summaries[i]! : null, options)) return [];
    return [{ line, cells: evenOut(cells, line, options) }];
  });
}

function isAside(
  { line, cells }: TableRecord,
  summary: string | null,
  { mayBeRemark, findings }: KeepOptions,
): boolean {
  if (summary !== null) {
    const text = `The line is a summary ("${summary.trim()}") and is left out.`;
    findings.warning({ kind: 'summary-line', text, line });
    return true;
  }
  if (!mayBeRemark || !isRemark(cells)) return false;
  const remark = cells.find((cell) => cell.trim() !== '')!.trim();
  const text = `The line holds only "${remark.slice(0, 60)}" and is left out.`;
  findings.warning({ kind: 'remark-line', text, line });
  return true;
}

function evenOut(
  cells: readonly string[],
  line: number,
  { width, findings }: KeepOptions,
): readonly string[] {
  if (cells.length < width) {
    const text = 'The line has fewer cells than the heading; the rest counts as empty.';
    findings.note({ kind: 'short-line', text, line });
    return [...cells, ...Array<string>(width - cells.length).fill('')];
  }
  if (cells.slice(width).some((cell) => cell.trim() !== '')) {
    const counts = `The line has ${cells.length} cells and the heading ${width}.`;
    const text = `${counts} Is a number with a decimal comma parted by commas?`;
    findings.error({ kind: 'long-line', text, line });
  }
  return cells;
}

function reportColumns(
  { columns, places }: Pick<OpenTable, 'columns' | 'places'>,
  specs: readonly ColumnSpec[],
  findings: FindingList,
): void {
  for (const { heading } of columns.filter(({ takenFor }) => takenFor.length === 0)) {
    findings.note({ kind: 'column-not-taken', text: 'The column is not used.', column: heading });
  }
  const names = columns.map(({ heading }) => `"${heading}"`).join(', ');
  for (const { key } of specs.filter(({ key, isNeeded }) => isNeeded && !places.has(key))) {
    const hint = key === 'year' && hasYearsAsHeadings(columns) ? YEARS_AS_HEADINGS : '';
    const text = `No column is the ${key}; there are ${names}. Map one: ${key}=HEADING.${hint}`;
    findings.error({ kind: 'column-missing', text });
  }
}

const YEARS_AS_HEADINGS = ' Years stand as headings: write one line for each year instead.';

function hasYearsAsHeadings(columns: readonly ColumnReading[]): boolean {
  return columns.filter(({ heading }) => /^(?:19|20)\d\d$/.test(heading)).length > 1;
}

/** Returns the cells of all columns that were taken for numbers. */
function* numericCells(
  lines: readonly TableRecord[],
  specs: readonly ColumnSpec[],
  places: ReadonlyMap<string, number>,
): Iterable<string> {
  const others = new Set(specs.filter(({ content }) => content !== 'number').map(({ key }) => key));
  const positions = [...places].filter(([key]) => !others.has(key)).map(([, place]) => place);
  for (const { cells } of lines) for (const position of positions) yield cells[position] ?? '';
}
