/**
 * All runs of a line, and what came of them.
 */
import { ADVERSARIES, ADVERSARY_NAMES, type AdversaryName } from './adversaries.ts';
import type { Cell } from './factors.ts';
import type { Line } from './line-name.ts';
import type { LineSize } from './line-size.ts';
import { playRun, type RunResult } from './play-run.ts';
import type { CreateSubject } from './subject.ts';
import type { TakenBack } from './true-slack.ts';

export interface LineTally extends Line {
  readonly runCount: number;
  /** Runs in which the promise was broken. */
  readonly brokenCount: number;
  /** Runs in which a margin above the truth was shown. */
  readonly wrongCount: number;
  /** Runs in which something happened that must not, whatever the luck. */
  readonly faultyCount: number;
  /** Some of what that was. */
  readonly faults: readonly string[];
  /** Rounds that the learner played, and all rounds. */
  readonly learnerCount: number;
  readonly roundCount: number;
}

export interface PlayLineOptions extends Line {
  readonly size: LineSize;
  readonly createSubject: CreateSubject;
  /** Runs under way at the same time, where most of a run is waiting. */
  readonly laneCount?: number;
  readonly takenBack?: TakenBack;
}

const FAULTS_KEPT = 5;

/** Returns the lines of some cells: each cell against every adversary that fits it. */
export function linesOf(cells: readonly Cell[]): Line[] {
  return cells.flatMap((cell) => adversariesOf(cell).map((adversary) => ({ cell, adversary })));
}

/** Adversaries of a cell in a first look; they take turns from cell to cell. */
const QUICK_ADVERSARIES = { library: Number.POSITIVE_INFINITY, restored: 1, service: 1 } as const;

/** Returns enough lines for a first look at every cell. */
export function quickLinesOf(cells: readonly Cell[]): Line[] {
  return cells.flatMap((cell, turn) => {
    const names = adversariesOf(cell);
    const count = Math.min(names.length, QUICK_ADVERSARIES[cell.way]);
    return Array.from({ length: count }, (_, i) => {
      return { cell, adversary: names[(turn + i) % names.length]! };
    });
  });
}

function adversariesOf(cell: Cell): AdversaryName[] {
  return ADVERSARY_NAMES.filter((adversary) => ADVERSARIES[adversary].fits(cell));
}

/** Plays all runs of a line. */
export async function playLine(options: PlayLineOptions): Promise<LineTally> {
  const { size, laneCount = 1 } = options;
  const results: RunResult[] = [];
  let next = 0;
  const lane = async () => {
    while (next < size.runCount) {
      const run = next++;
      results.push(await playRun({ ...options, run, roundCount: size.roundCount }));
    }
  };
  await Promise.all(Array.from({ length: laneCount }, lane));
  return tallyOf(options, results);
}

function tallyOf({ cell, adversary }: Line, results: readonly RunResult[]): LineTally {
  const count = (isCounted: (run: RunResult) => boolean) => results.filter(isCounted).length;
  const sum = (part: (run: RunResult) => number) =>
    results.reduce((total, run) => total + part(run), 0);
  const faults = new Set(results.flatMap((run) => run.faults));
  return {
    cell,
    adversary,
    runCount: results.length,
    brokenCount: count((run) => run.isBroken),
    wrongCount: count((run) => run.isCertificateWrong),
    faultyCount: count((run) => run.faults.length > 0),
    faults: [...faults].slice(0, FAULTS_KEPT),
    learnerCount: sum((run) => run.learnerCount),
    roundCount: sum((run) => run.roundCount),
  };
}
