/**
 * The sweep benchmark: the paper's trial set, world included, against C++ and NumPy.
 */
import type { BenchmarkOptions, BenchmarkResult } from '../benchmark.ts';
import { describeMachine } from '../kernel/machine.ts';
import { measureSweep, type SweepMeasurement } from './measure-sweep.ts';
import { measureWorkers, SPEED_UP_MIN, type WorkerMeasurement } from './measure-workers.ts';
import { type MemoryUse, measureMemory } from './memory.ts';
import {
  formatMemory,
  formatSweep,
  formatWorkers,
  MEMORY_GROWTH_MAX,
  ratioOf,
} from './sweep-table.ts';
import { findSweepYardsticks, missingYardsticks } from './yardsticks.ts';

/** Runs with workers are cut short, so that some meet both cores free; hence many of them. */
const WORKER_TURNS = 6;

interface SweepSize {
  readonly trialCount: number;
  readonly roundCount: number;
  readonly repetitionCount: number;
  /** Trials between which memory must not grow. */
  readonly memoryTrials: readonly [few: number, many: number];
}

const FULL: SweepSize = {
  trialCount: 100,
  roundCount: 2000,
  repetitionCount: 12,
  memoryTrials: [50, 400],
};
const QUICK: SweepSize = {
  trialCount: 3,
  roundCount: 20,
  repetitionCount: 1,
  memoryTrials: [1, 2],
};

/** Measures everything; a quick run only shows that it works. */
export async function sweepBenchmark(options: BenchmarkOptions): Promise<BenchmarkResult> {
  const { isQuick, reportProgress } = options;
  const { trialCount, roundCount, repetitionCount, memoryTrials } = isQuick ? QUICK : FULL;
  const range = { firstTrial: 0, trialCount, roundCount };
  const yardsticks = isQuick ? missingYardsticks() : findSweepYardsticks(reportProgress);
  const sweep = measureSweep({ range, repetitionCount, yardsticks, reportProgress });
  reportProgress('sweep: workers ...');
  const workers = await measureWorkers(range, WORKER_TURNS * repetitionCount);
  reportProgress('sweep: memory ...');
  const [few, many] = memoryTrials.map((count) => measureMemory(count, roundCount)) as [
    MemoryUse,
    MemoryUse,
  ];
  const title = `The paper's trial set, ${trialCount} trials of ${roundCount} rounds; times are for 100 trials.`;
  return {
    text: [
      `${title}${isQuick ? ' A quick run: the times mean nothing.' : ''}\n\n`,
      formatSweep(sweep.measurements),
      `\n${formatWorkers(workers)}`,
      formatMemory(few, many),
      `${describeMachine()}\n`,
    ].join(''),
    rows: [...sweepRows(sweep.measurements), workerRow(workers), memoryRow(few, many)],
    faults: [...sweep.faults, ...workerFaults(workers)],
  };
}

function sweepRows(measurements: readonly SweepMeasurement[]): object[] {
  return measurements.map((row) => {
    const ratio = ratioOf(row, measurements[0]!);
    return {
      benchmark: 'sweep',
      implementation: row.implementation,
      cpuSeconds: row.cpuSeconds,
      hedgerowRelative: ratio,
      hedgerowRelativeMax: row.ratioMax,
      isMet: ratio === null || row.ratioMax === null ? null : ratio <= row.ratioMax,
      meanRegret: row.means?.meanRegret ?? null,
      learnerShare: row.means?.learnerShare ?? null,
      machine: describeMachine(),
    };
  });
}

function workerRow(workers: WorkerMeasurement): object {
  const { trialCount, oneWorkerSeconds, twoWorkerSeconds, coresUsed } = workers;
  const speedUp = oneWorkerSeconds / twoWorkerSeconds;
  return {
    benchmark: 'sweep-workers',
    trialCount,
    oneWorkerSeconds,
    twoWorkerSeconds,
    coresUsed,
    speedUp,
    speedUpMin: SPEED_UP_MIN,
    isMet: speedUp >= SPEED_UP_MIN,
    machine: describeMachine(),
  };
}

function memoryRow(few: MemoryUse, many: MemoryUse): object {
  const growth = many.megabytesMax / few.megabytesMax;
  return {
    benchmark: 'sweep-memory',
    few,
    many,
    growth,
    growthMax: MEMORY_GROWTH_MAX,
    isMet: growth <= MEMORY_GROWTH_MAX,
    machine: describeMachine(),
  };
}

function workerFaults({ isSameResult }: WorkerMeasurement): string[] {
  return isSameResult ? [] : ['two workers found other totals than one.'];
}
