/**
 * A log as text to decisions: JSON lines of ours, Vowpal Wabbit's DSJSON, or CSV with a heading. Which of them it
 * is, is seen from its first line.
 */
import { HedgerowError } from '@hedgerow/core';
import { type LoggedDecision, logFault } from '../logged-decision.ts';
import { isDsjson, readDsjsonLine } from './read-dsjson.ts';
import { readJsonLine } from './read-json-line.ts';

export interface ReadLog {
  readonly format: 'json-lines' | 'dsjson' | 'csv' | 'parquet';
  readonly decisions: readonly LoggedDecision[];
  /** Lines that do not count: not to be learnt from, or without a label. */
  readonly leftOut: number;
}

/** Returns the decisions of a log, or throws a HedgerowError that names the line. */
export function readLog(text: string): ReadLog {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  if (first < 0) throw emptyLog();
  const isJson = lines[first]!.trimStart().startsWith('{');
  return isJson ? readJson(lines) : readCsv(lines, first);
}

function readJson(lines: readonly string[]): ReadLog {
  let format: ReadLog['format'] | null = null;
  const decisions: LoggedDecision[] = [];
  let leftOut = 0;
  for (const [index, text] of lines.entries()) {
    if (text.trim() === '') continue;
    const line = index + 1;
    const event = parseLine(text, line);
    format ??= isDsjson(event) ? 'dsjson' : 'json-lines';
    const decision = format === 'dsjson' ? readDsjsonLine(event, line) : readJsonLine(event, line);
    if (decision === null) leftOut += 1;
    else decisions.push(decision);
  }
  return { format: format ?? 'json-lines', decisions, leftOut };
}

function parseLine(text: string, line: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Told below, with its line.
  }
  throw logFault(line, 'must be a JSON object', text.slice(0, 40));
}

const NUMBERS: ReadonlySet<string> = new Set([
  'probability',
  'propensity',
  'reward',
  'targetProbability',
]);

/** The columns that are not a decision's own are its context. */
function readCsv(lines: readonly string[], first: number): ReadLog {
  const names = splitCells(lines[first]!);
  if (!names.includes('action')) {
    throw logFault(first + 1, 'must be a heading with a column "action"', names.join(', '));
  }
  const decisions: LoggedDecision[] = [];
  for (const [index, text] of lines.entries()) {
    if (index <= first || text.trim() === '') continue;
    const line = index + 1;
    decisions.push(readJsonLine(fieldsOf(names, splitCells(text), line), line));
  }
  return { format: 'csv', decisions, leftOut: 0 };
}

const OWN: ReadonlySet<string> = new Set([...NUMBERS, 'action', 'baseline', 'state']);

function fieldsOf(
  names: readonly string[],
  cells: readonly string[],
  line: number,
): Record<string, unknown> {
  if (cells.length !== names.length) {
    throw logFault(line, `must have ${names.length} cells`, String(cells.length));
  }
  const fields: Record<string, unknown> = {};
  const context: Record<string, unknown> = {};
  for (const [index, name] of names.entries()) {
    const cell = cells[index]!;
    if (cell === '') continue;
    const number = Number(cell);
    const value = Number.isNaN(number) ? cell : number;
    if (OWN.has(name)) fields[name] = NUMBERS.has(name) ? value : cell;
    else context[name] = value;
  }
  return { ...fields, context };
}

/** Cells of one line; quotes may hold commas, and a double quote inside them is written twice. */
function splitCells(line: string): string[] {
  const cells = line.match(/("(?:[^"]|"")*"|[^,]*)(,|$)/g) ?? [];
  return cells
    .slice(0, line.endsWith(',') ? cells.length : -1)
    .map((cell) => cell.replace(/,$/, '').trim())
    .map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}

function emptyLog(): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: 'a log must have at least one line',
    received: 'none',
  });
}
