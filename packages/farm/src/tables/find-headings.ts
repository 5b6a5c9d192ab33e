/**
 * Where the headings are: in the line of the first ten that makes most sense as one, so that titles
 * above it do no harm. A line of units below belongs to them. A table that begins with numbers has
 * none; its columns are called "column 1", "column 2" and can be mapped by these names.
 */

import { splitNumber } from './decimal-style.ts';
import type { FindingList } from './finding.ts';
import { type Heading, readHeading } from './heading.ts';
import { readUnit } from './measure-unit.ts';
import type { TableRecord } from './split-records.ts';

export interface HeadingsInput {
  readonly records: readonly TableRecord[];
  readonly countHeadings: (cells: readonly string[]) => number;
  readonly findings: FindingList;
}

export interface HeadedRecords {
  readonly headings: readonly Heading[];
  /** The lines below. */
  readonly body: readonly TableRecord[];
}

const FIRST_LINES = 10;

/** Returns the headings, with their units, and what stands below them. */
export function findHeadings({ records, countHeadings, findings }: HeadingsInput): HeadedRecords {
  const at = placeOfHeading(records, countHeadings);
  for (const { line } of records.slice(0, Math.max(at, 0))) {
    const text = 'The line stands above the heading and is left out.';
    findings.note({ kind: 'above-heading', text, line });
  }
  const headings = at === -1 ? numberedHeadings(records, findings) : readLine(records[at]!);
  const headed = takeUnitLine(records.slice(at + 1), headings, findings);
  if (headed.body.length === 0) {
    findings.error({ kind: 'empty-table', text: 'The table has no line of data.' });
  }
  return headed;
}

/** -1 if the first line holds numbers, and none of them could be a heading. */
function placeOfHeading(
  records: readonly TableRecord[],
  countHeadings: (cells: readonly string[]) => number,
): number {
  const counts = records.slice(0, FIRST_LINES).map(({ cells }) => countHeadings(cells));
  const most = Math.max(0, ...counts);
  if (most > 0) return counts.indexOf(most);
  const hasNumbers = records[0]?.cells.some((cell) => splitNumber(cell)?.rest === '') ?? true;
  return hasNumbers ? -1 : 0;
}

function readLine({ cells }: TableRecord): Heading[] {
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  return cells
    .slice(0, last + 1)
    .map((cell, index) => readHeading(cell.trim() === '' ? `column ${index + 1}` : cell));
}

function numberedHeadings(records: readonly TableRecord[], findings: FindingList): Heading[] {
  const width = Math.max(0, ...records.slice(0, FIRST_LINES).map(({ cells }) => cells.length));
  const headings = Array.from({ length: width }, (_, i) => readHeading(`column ${i + 1}`));
  if (width > 0) {
    const names = headings.map(({ text }) => `"${text}"`).join(', ');
    const text = `There is no heading; map the columns by these names: ${names}.`;
    findings.warning({ kind: 'no-heading', text });
  }
  return headings;
}

const OTHER_UNIT = /^(?:%|°\s?[CF]|mm|mm\/d|MJ\/m2|MJ\/m²)$/;

/** Takes "", "ha", "t/ha" under the headings as their units. */
function takeUnitLine(
  records: readonly TableRecord[],
  headings: readonly Heading[],
  findings: FindingList,
): HeadedRecords {
  const cells = records[0]?.cells.map(withoutBrackets) ?? [];
  const filled = cells.filter((cell) => cell !== '');
  const isUnit = (cell: string) => readUnit(cell) !== null || OTHER_UNIT.test(cell);
  if (filled.length === 0 || !filled.every(isUnit)) return { headings, body: records };
  const text = 'The line gives the units of the columns.';
  findings.note({ kind: 'unit-line', text, line: records[0]!.line });
  const withUnits = headings.map((heading, i) =>
    cells[i] === '' || cells[i] === undefined
      ? heading
      : { ...readHeading(`${heading.text} (${cells[i]})`), text: heading.text },
  );
  return { headings: withUnits, body: records.slice(1) };
}

function withoutBrackets(cell: string): string {
  return cell.trim().replace(/^[([](.*)[)\]]$/, '$1');
}
