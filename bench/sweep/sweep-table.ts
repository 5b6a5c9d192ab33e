/** The sweep's measurements as text for people. */

import type { SweepMeasurement } from './measure-sweep.ts';
import { SPEED_UP_MIN, type WorkerMeasurement } from './measure-workers.ts';
import type { MemoryUse } from './memory.ts';

/** Peak memory may grow by this factor from few trials to many: noise of the collector, no trend. */
export const MEMORY_GROWTH_MAX = 1.1;

const HEADINGS = [
  'implementation',
  'CPU s',
  'hedgerow / this',
  'target',
  '',
  'regret',
  'learner plays',
];
const WORD_COLUMNS = new Set([0, 4]);

/** Returns the time of hedgerow over the time of this row; null where either is unknown. */
export function ratioOf(
  { cpuSeconds }: SweepMeasurement,
  hedgerow: SweepMeasurement,
): number | null {
  if (cpuSeconds === null || hedgerow.cpuSeconds === null) return null;
  return hedgerow.cpuSeconds / cpuSeconds;
}

export function formatSweep(measurements: readonly SweepMeasurement[]): string {
  const lines = [HEADINGS, ...measurements.map((row) => cells(row, measurements[0]!))];
  const widths = HEADINGS.map((_, column) =>
    Math.max(...lines.map((line) => line[column]!.length)),
  );
  return lines
    .map((line) => line.map((cell, column) => pad(cell, widths[column]!, column)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

export function formatWorkers(workers: WorkerMeasurement): string {
  const { trialCount, oneWorkerSeconds, twoWorkerSeconds, coresUsed } = workers;
  const speedUp = oneWorkerSeconds / twoWorkerSeconds;
  return (
    `${trialCount} trials by the clock: ${oneWorkerSeconds.toFixed(3)} s with 1 worker, ` +
    `${twoWorkerSeconds.toFixed(3)} s with 2 (on ${coresUsed.toFixed(1)} cores): ${speedUp.toFixed(2)} times as fast, target ≥ ${SPEED_UP_MIN}: ` +
    `${verdict(speedUp >= SPEED_UP_MIN)}\n`
  );
}

export function formatMemory(few: MemoryUse, many: MemoryUse): string {
  const growth = many.megabytesMax / few.megabytesMax;
  const use = [few, many].map(
    ({ trialCount, megabytesMax }) => `${megabytesMax.toFixed(0)} MB for ${trialCount} trials`,
  );
  return (
    `Most memory: ${use.join(', ')}: ${growth.toFixed(2)} times, target ≤ ${MEMORY_GROWTH_MAX}: ` +
    `${verdict(growth <= MEMORY_GROWTH_MAX)}\n`
  );
}

function cells(row: SweepMeasurement, hedgerow: SweepMeasurement): string[] {
  const { implementation, cpuSeconds, ratioMax, means } = row;
  const ratio = ratioOf(row, hedgerow);
  const isJudged = ratio !== null && ratioMax !== null;
  return [
    implementation,
    cpuSeconds === null ? '' : cpuSeconds.toFixed(3),
    ratio === null ? '' : ratio.toFixed(3),
    ratioMax === null ? '' : `≤ ${ratioMax}`,
    isJudged ? verdict(ratio <= ratioMax) : '',
    means === null ? '' : means.meanRegret.toFixed(0),
    means === null ? '' : `${(100 * means.learnerShare).toFixed(2)} %`,
  ];
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'MISSED';
}

function pad(cell: string, width: number, column: number): string {
  return WORD_COLUMNS.has(column) ? cell.padEnd(width) : cell.padStart(width);
}
