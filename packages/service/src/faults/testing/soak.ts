/**
 * What `npm run soak` asks of a test with faults: how often, which dice, whether to stop, and where to say what
 * came of it. In `npm test` nothing is asked.
 *
 *     HEDGEROW_SOAK_KILLS    how often
 *     HEDGEROW_SOAK_SEED     which dice
 *     HEDGEROW_SOAK_STOP     a file: once it is there, the test ends early and checks what it has
 *     HEDGEROW_SOAK_REPORT   a file for the numbers, written only when everything was checked
 */
import { existsSync, writeFileSync } from 'node:fs';
import type { Callers } from './callers.ts';

export interface SoakNumbers {
  readonly kills: number;
  /** Answered with 200. */
  readonly decisions: number;
  readonly outcomes: number;
  /** Requests without an answer, and those of them that turned out to have been carried out. */
  readonly unknown: number;
  readonly foundDone: number;
}

export function soakKills(usual: number): number {
  return Number(process.env.HEDGEROW_SOAK_KILLS ?? usual);
}

export function soakSeed(usual: number): number {
  return usual + 1000 * Number(process.env.HEDGEROW_SOAK_SEED ?? 0);
}

/** Fewer kills than this show nothing that could be checked. */
const KILLS_LEAST = 10;

export function isSoakStopped(killCount: number): boolean {
  const file = process.env.HEDGEROW_SOAK_STOP;
  return file !== undefined && killCount >= KILLS_LEAST && existsSync(file);
}

/** Tells the numbers of a test whose checks have all passed. */
export function tellNumbers(numbers: SoakNumbers): void {
  const file = process.env.HEDGEROW_SOAK_REPORT;
  if (file !== undefined) writeFileSync(file, JSON.stringify(numbers));
}

/** The same, counted from what callers were told. */
export function tellSoak(kills: number, ...crowds: readonly Callers[]): void {
  const told = crowds.flatMap(({ all }) => all.flatMap((caller) => caller.told));
  const sum = (count: 'unansweredCount' | 'foundDoneCount') =>
    crowds.reduce((total, crowd) => total + crowd.sum(count), 0);
  tellNumbers({
    kills,
    decisions: told.length,
    outcomes: told.filter(({ outcome }) => outcome !== null).length,
    unknown: sum('unansweredCount'),
    foundDone: sum('foundDoneCount'),
  });
}
