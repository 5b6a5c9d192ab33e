/**
 * Lines of rewards as they are sent: JSON lines, or CSV with a head.
 *
 *     {"decision":"maize.1.17","value":9.4}          decision,value,try,check
 *     {"decision":"maize.1.18","try":9.1,"check":8}  maize.1.17,9.4,,
 *
 * A line that cannot be read is a problem of that line alone.
 */
import { ServiceProblem } from '../../problems/problem.ts';
import type { RewardLine } from '../../wire.ts';
import { invalidInput } from '../errors/schema-fault.ts';
import { parseJsonBody } from '../json-body.ts';
import { fit } from '../schemas/fit.ts';
import { rewardLine } from '../schemas/request-schemas.ts';
import type { Line } from './split-lines.ts';

/** A line that was read, or why it was not. */
export type ReadLine =
  | { readonly line: number; readonly reward: RewardLine }
  | { readonly line: number; readonly problem: ServiceProblem };

export type RewardFormat = 'jsonl' | 'csv';

/** Longest line, in bytes. */
export const LINE_BYTES_MAX: number = 16 * 1024;

/** Reads the lines one after the other. */
export async function* readRewardLines(
  lines: AsyncIterable<Line>,
  format: RewardFormat,
): AsyncGenerator<ReadLine> {
  let columns: readonly string[] | null = null;
  for await (const { number: line, bytes } of lines) {
    if (format === 'csv' && columns === null) {
      const head = attempt(line, () => readHead(textOf(bytes)));
      if ('problem' in head) {
        yield head;
        return;
      }
      columns = head.value;
      continue;
    }
    const read = attempt(line, () => checked(readValue(bytes, columns)));
    yield 'problem' in read ? read : { line, reward: read.value };
  }
}

type Attempt<Value> =
  | { readonly line: number; readonly value: Value }
  | { readonly line: number; readonly problem: ServiceProblem };

function attempt<Value>(line: number, read: () => Value): Attempt<Value> {
  try {
    return { line, value: read() };
  } catch (problem) {
    if (problem instanceof ServiceProblem) return { line, problem };
    throw problem;
  }
}

function readValue(bytes: Buffer | null, columns: readonly string[] | null): unknown {
  if (columns !== null) return readCells(textOf(bytes), columns);
  return parseJsonBody(Buffer.from(textOf(bytes)));
}

function checked(value: unknown): RewardLine {
  const result = fit(rewardLine, value);
  if (result.success) return result.data;
  throw invalidInput(result.error.issues);
}

const COLUMNS = ['decision', 'value', 'try', 'check'];
const DECODER = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Buffer | null): string {
  if (bytes === null) {
    throw refused(`A line may have ${LINE_BYTES_MAX} bytes, but this one has more.`);
  }
  try {
    return DECODER.decode(bytes);
  } catch {
    throw refused('A line must be text in UTF-8, but this one is not.');
  }
}

function readHead(text: string): readonly string[] {
  const columns = cellsOf(text);
  const isKnown = columns.every((column) => COLUMNS.includes(column));
  const isOnce = new Set(columns).size === columns.length;
  if (isKnown && isOnce && columns.includes('decision')) return columns;
  throw refused(
    `The first line must name the columns: decision, and value, or try and check; but it is "${text.slice(0, 100)}".`,
  );
}

/** Returns the line as the JSON form would have it; empty cells are absent. */
function readCells(text: string, columns: readonly string[]): Record<string, unknown> {
  const cells = cellsOf(text);
  if (cells.length !== columns.length) {
    throw refused(`A line must have ${columns.length} cells, but this one has ${cells.length}.`);
  }
  const filled = columns.flatMap((column, i) =>
    cells[i] === '' ? [] : [[column, column === 'decision' ? cells[i] : numberOf(cells[i]!)]],
  );
  return Object.fromEntries(filled);
}

/** Ids and numbers need no quotes, but some programs write them around everything. */
function cellsOf(text: string): string[] {
  return text.split(',').map((cell) => /^\s*"?(.*?)"?\s*$/.exec(cell)![1]!);
}

/** One spelling of numbers, with a point: "1e999", "0x1" and "1,5" are none. */
function numberOf(cell: string): number {
  const isNumber = /^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(cell);
  const number = Number(cell);
  if (isNumber && Number.isFinite(number)) return number;
  throw refused(`A cell must be a number like 9.4, but one is "${cell.slice(0, 40)}".`);
}

function refused(detail: string): ServiceProblem {
  return new ServiceProblem({ code: 'HR_INVALID_INPUT', detail });
}
