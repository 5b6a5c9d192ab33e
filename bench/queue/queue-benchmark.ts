/**
 * Trials that go through the queue: how much faster are two worker processes than one?
 *
 * The same experiment is run by turns with one worker and with two, each of a single thread, on a PostgreSQL that
 * comes with the benchmark. The shortest run of each counts, by the clock: on a machine where others work, one
 * of many turns meets the cores free. Processor time of a trial tells the same when it does not: if two workers
 * use as much of it as one, all that is missing is processors. Both are counted from the fortieth trial on: by then
 * every worker has started its thread, which takes as long as many trials.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseExperiment } from '../../packages/lab/src/experiments/parse-experiment.ts';
import { queuePool } from '../../packages/lab/src/runner/queue/queue-pool.ts';
import { runExperiment } from '../../packages/lab/src/runner/run-experiment.ts';
import type { BenchmarkOptions, BenchmarkResult } from '../benchmark.ts';
import { describeMachine } from '../kernel/machine.ts';
import { type BenchDatabase, processSeconds, startBenchDatabase } from '../replicas/database.ts';

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));
const SPEED_UP_MIN = 1.7;
const TURN_COUNT = 5;
const TRIAL_COUNT = 240;
const WARM_UP_COUNT = 40;

interface QueueRow {
  readonly benchmark: 'queue';
  readonly workers: number;
  readonly trialsPerSecond: number;
  /** Of the workers; null where the system does not tell. */
  readonly cpuMillisecondsPerTrial: number | null;
}

/** Measures one worker and two, in turns. */
export async function queueBenchmark(options: BenchmarkOptions): Promise<BenchmarkResult> {
  const { isQuick, reportProgress } = options;
  const database = await startBenchDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-queue-'));
  const rows = [1, 2].map((workers): QueueRow => emptyRow(workers));
  try {
    for (let turn = 0; turn < (isQuick ? 1 : TURN_COUNT); turn++) {
      for (const [place, row] of rows.entries()) {
        reportProgress(`queue: turn ${turn + 1}, ${row.workers} workers ...`);
        const measured = await runOnce(database, path.join(folder, `${turn}-${place}`), {
          workers: row.workers,
          trials: isQuick ? 4 : TRIAL_COUNT,
          warmUp: isQuick ? 1 : WARM_UP_COUNT,
          seed: turn,
        });
        rows[place] = better(row, measured);
      }
    }
  } finally {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return { rows, text: textOf(rows), faults: [] };
}

interface RunSize {
  readonly workers: number;
  readonly trials: number;
  /** Trials that are not counted, of these. */
  readonly warmUp: number;
  readonly seed: number;
}

function emptyRow(workers: number): QueueRow {
  return { benchmark: 'queue', workers, trialsPerSecond: 0, cpuMillisecondsPerTrial: null };
}

function better(one: QueueRow, other: QueueRow): QueueRow {
  const cpu = [one, other].flatMap(({ cpuMillisecondsPerTrial }) => cpuMillisecondsPerTrial ?? []);
  return {
    ...one,
    trialsPerSecond: Math.max(one.trialsPerSecond, other.trialsPerSecond),
    cpuMillisecondsPerTrial: cpu.length === 0 ? null : Math.min(...cpu),
  };
}

/** Two thousand rounds of Algorithm 1 and of hedge a trial: some milliseconds, as in the paper's set. */
function experimentOf({ trials, seed }: RunSize) {
  return parseExperiment(
    JSON.stringify({
      format: 'hedgerow-experiment/1',
      name: 'queue',
      rounds: 2000,
      trials,
      seed,
      environments: [{ id: 'paper', kind: 'synthetic', reading: 'berkson' }],
      strategies: [{ id: 'hedge', kind: 'hedge' }],
      allowedShortfalls: [0.1],
    }),
  );
}

async function runOnce(
  database: BenchDatabase,
  outputFolder: string,
  size: RunSize,
): Promise<QueueRow> {
  const url = await database.freshUrl();
  const workers = Array.from({ length: size.workers }, () => startWorker(url));
  try {
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    const reading = () => ({ at: performance.now(), cpu: secondsOf(workers) });
    const readings = new Map<number, Reading>();
    await runExperiment({
      experiment: experimentOf(size),
      outputFolder,
      openPool: queuePool(url),
      onProgress: ({ doneCount }) => {
        if (doneCount === size.warmUp || doneCount === size.trials) {
          readings.set(doneCount, reading());
        }
      },
    });
    return rowOf(size, readings.get(size.warmUp)!, readings.get(size.trials)!);
  } finally {
    await Promise.all(workers.map(stop));
  }
}

interface Reading {
  readonly at: number;
  readonly cpu: number | null;
}

function rowOf(size: RunSize, start: Reading, end: Reading): QueueRow {
  const count = size.trials - size.warmUp;
  const isKnown = start.cpu !== null && end.cpu !== null;
  return {
    ...emptyRow(size.workers),
    trialsPerSecond: (1000 * count) / (end.at - start.at),
    cpuMillisecondsPerTrial: isKnown ? (1000 * (end.cpu - start.cpu)) / count : null,
  };
}

/** A process of its own with one thread that plays; it sends a message when it is ready. */
function startWorker(url: string): ChildProcess {
  return spawn(process.execPath, ['--conditions=@hedgerow/source', WORKER, url], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

async function stop(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  worker.kill('SIGTERM');
  await once(worker, 'exit');
}

function secondsOf(workers: readonly ChildProcess[]): number | null {
  const seconds = workers.map(({ pid }) => processSeconds(pid!));
  return seconds.reduce<number | null>(
    (sum, part) => (sum === null || part === null ? null : sum + part),
    0,
  );
}

function textOf([one, two]: readonly QueueRow[]): string {
  const speedUp = two!.trialsPerSecond / one!.trialsPerSecond;
  const verdict = speedUp >= SPEED_UP_MIN ? 'met' : 'missed';
  return [
    ...[one!, two!].map(lineOf),
    `two workers over one: ${speedUp.toFixed(2)} times, target ≥ ${SPEED_UP_MIN}: ${verdict}`,
    ...cpuLines(one!.cpuMillisecondsPerTrial, two!.cpuMillisecondsPerTrial),
    `${describeMachine()}\n`,
  ].join('\n');
}

function cpuLines(one: number | null, two: number | null): string[] {
  if (one === null || two === null) return [];
  const ratio = two / one;
  return [
    `CPU time of a trial, two workers over one: ${ratio.toFixed(2)}; with two free cores ${(2 / ratio).toFixed(2)} times as fast at best`,
  ];
}

function lineOf({ workers, trialsPerSecond, cpuMillisecondsPerTrial }: QueueRow): string {
  const cpu = cpuMillisecondsPerTrial?.toFixed(1) ?? '–';
  const noun = workers === 1 ? 'worker' : 'workers';
  return `${workers} ${noun}: ${trialsPerSecond.toFixed(1)} trials a second, ${cpu} ms of CPU each`;
}
