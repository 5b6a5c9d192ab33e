/**
 * What a soak has shown so far.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SoakNumbers } from '../../packages/service/src/faults/testing/soak.ts';
import { PARTS, type PartName } from './parts.ts';

export interface Round {
  readonly part: PartName;
  readonly seed: number;
  /** Whether everything that was answered was found, once, with what was said of it. */
  readonly isPassed: boolean;
  /** Null if kills are not counted, or the round failed. */
  readonly numbers: SoakNumbers | null;
  readonly seconds: number;
}

/** The rounds of an earlier soak in the same folder that passed; failed ones are made again. */
export function readRounds(folder: string): Round[] {
  const file = path.join(folder, 'report.json');
  if (!existsSync(file)) return [];
  return (JSON.parse(readFileSync(file, 'utf8')) as Round[]).filter(({ isPassed }) => isPassed);
}

const COLUMNS = ['kills', 'decisions', 'outcomes', 'unknown', 'foundDone'] as const;

export function reportText(rounds: readonly Round[]): string {
  const head = ['part', ...COLUMNS, 'lost', 'doubled', 'minutes'];
  const lines = PARTS.flatMap(({ name }) => {
    const own = rounds.filter(({ part }) => part === name);
    return own.length === 0 ? [] : [lineOf(name, own)];
  });
  const failed = rounds.filter(({ isPassed }) => !isPassed);
  const end = failed.map(({ part, seed }) => `FAILED: ${part}, round ${seed}; see its output.`);
  return `${[head, ...lines].map((cells) => cells.map(padded).join('')).join('\n')}\n${end.join('\n')}\n`;
}

/** A round in which something is lost or doubled fails, and is not counted as one that passed. */
function lineOf(name: PartName, rounds: readonly Round[]): string[] {
  const passed = rounds.filter(({ isPassed }) => isPassed);
  const sums = COLUMNS.map((column) =>
    passed.reduce((sum, { numbers }) => sum + (numbers?.[column] ?? 0), 0),
  );
  const verdict = passed.length === rounds.length ? '0' : 'see below';
  const minutes = rounds.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  return [name, ...sums.map(String), verdict, verdict, minutes.toFixed(1)];
}

function padded(cell: string): string {
  return cell.padEnd(13);
}
