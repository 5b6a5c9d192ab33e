/**
 * Tables: text with separators to rows of cells.
 *
 * Commas, semicolons and tabs are told apart by the heading. Where semicolons or tabs separate, a comma
 * inside a number is a decimal comma; points and commas mixed are refused. Quotes, both line ends and a byte
 * order mark are as people's programs write them; lines that begin with # are comments.
 */
import { ForecastError } from '../forecast-error.ts';
import type { Cell } from './numbers.ts';

export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly notes: readonly string[];
}

/** Returns the table that a text writes. */
export function readTable(text: string): Table {
  const body = text.replace(/^(?:[ \t]*(?:#[^\n]*)?\n)+/, '');
  const separator = separatorOf(body.slice(0, body.indexOf('\n')));
  const lines = splitCells(body, separator).filter((cells) => !isBlankOrComment(cells));
  const [header = [], ...rows] = lines;
  if (rows.length === 0) {
    throw new ForecastError({
      code: 'HF_FORMAT',
      rule: 'a table must have a heading and rows',
      received: `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`,
    });
  }
  for (const [k, row] of rows.entries()) requireWidth(row, header.length, k);
  const names = header.map((name) => name.trim());
  if (separator === ',') return { header: names, rows, notes: [] };
  return withPoints({ header: names, rows, notes: [] });
}

/** Returns a table of records, such as a list in JSON; a field that a record lacks is missing. */
export function tableOfRecords(records: readonly Readonly<Record<string, unknown>>[]): Table {
  const header = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const rows = records.map((record) =>
    header.map((name) => (Object.hasOwn(record, name) ? record[name] : null)),
  );
  return { header, rows, notes: [] };
}

function separatorOf(heading: string): string {
  const count = (separator: string) => heading.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}

/** Splits a text once, from front to back. */
function splitCells(text: string, separator: string): string[][] {
  const lines: string[][] = [];
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"[ \\t]*|((?!")[^${separator}\\n]*))(${separator}|\\n|$)`,
    'y',
  );
  let line: string[] = [];
  while (cell.lastIndex < text.length) {
    const start = cell.lastIndex;
    const match = cell.exec(text);
    if (match === null) throw openQuote(lines.length + 1, text.slice(start, start + 30));
    line.push(match[1] === undefined ? match[2]! : match[1].replaceAll('""', '"'));
    if (match[3] === separator) continue;
    lines.push(line);
    line = [];
  }
  if (line.length > 0) lines.push([...line, '']);
  return lines;
}

function openQuote(line: number, rest: string): ForecastError {
  return new ForecastError({
    code: 'HF_FORMAT',
    rule: 'a quoted cell must end with its quote',
    received: `${JSON.stringify(rest)} in line ${line}`,
  });
}

function isBlankOrComment(cells: readonly string[]): boolean {
  return cells[0]!.startsWith('#') || cells.every((cell) => cell.trim() === '');
}

function requireWidth(row: readonly Cell[], width: number, k: number): void {
  if (row.length === width) return;
  throw new ForecastError({
    code: 'HF_FORMAT',
    rule: `every row must have ${width} cells, as the heading has`,
    received: `${row.length} in row ${k + 1}`,
  });
}

const WITH_COMMA = /^\s*[+-]?\d*,\d+\s*$/;
const WITH_POINT = /^\s*[+-]?\d*\.\d+\s*$/;

/** Writes decimal commas as points. */
function withPoints(table: Table): Table {
  const has = (form: RegExp) =>
    table.rows.some((row) => row.some((cell) => form.test(cell as string)));
  if (!has(WITH_COMMA)) return table;
  if (has(WITH_POINT)) {
    throw new ForecastError({
      code: 'HF_FORMAT',
      rule: 'a table must write all its numbers with decimal points, or all with decimal commas',
      received: 'both',
    });
  }
  const rows = table.rows.map((row) =>
    row.map((cell) =>
      WITH_COMMA.test(cell as string) ? (cell as string).replace(',', '.') : cell,
    ),
  );
  return { ...table, rows, notes: ['Numbers are read with decimal commas.'] };
}
