/**
 * How often and how long a line is played.
 *
 * The way over HTTP costs fifty times the library's, so it has fewer and shorter runs. Two lines need
 * patience: the cut of noise at the ceiling takes thousands of rounds to add up, and a policy with
 * little to go on may take hundreds to begin.
 */
import type { Line } from './line-name.ts';

export interface LineSize {
  readonly runCount: number;
  readonly roundCount: number;
}

/** A line and how it is played: what a worker thread is given. */
export interface LineTask extends Line {
  readonly size: LineSize;
}

export interface SizeOptions {
  /** Only a first look at every line. */
  readonly isQuick: boolean;
  /** Runs of every line; by its way in if absent. */
  readonly runCount?: number;
}

const FULL = {
  library: { runCount: 60, roundCount: 200 },
  restored: { runCount: 30, roundCount: 150 },
  service: { runCount: 16, roundCount: 100 },
} as const;
const QUICK = {
  library: { runCount: 1, roundCount: 60 },
  restored: { runCount: 1, roundCount: 50 },
  service: { runCount: 1, roundCount: 18 },
} as const;
const PATIENT_ROUNDS = { ceiling: 4000, friendly: 1500 } as const;

/** Returns the size of a line. */
export function lineSize({ cell, adversary }: Line, { isQuick, runCount }: SizeOptions): LineSize {
  const usual = (isQuick ? QUICK : FULL)[cell.way];
  const isPatient = (adversary === 'ceiling' && cell.noise === 'some') || adversary === 'friendly';
  const roundCount =
    isPatient && !isQuick && cell.way === 'library' ? PATIENT_ROUNDS[adversary] : usual.roundCount;
  return { runCount: runCount ?? usual.runCount, roundCount };
}
