/**
 * Measures hedge beside Algorithm 1: cuts the trials into tasks, shares them out, puts lines together.
 */
import type { MeasureOptions } from '../measure-price.ts';
import type { PriceArguments } from '../price-arguments.ts';
import { ALLOWED_SHORTFALLS } from '../price-cells.ts';
import { runPool } from '../worker-pool.ts';
import type { WorldResult, WorldTrials } from './compare-in-world.ts';
import { COMPARED_WORLDS } from './compared-worlds.ts';
import { type WorldRow, worldRow } from './world-rows.ts';

const TRIALS_PER_TASK = 5;

/** Returns the lines of the report. */
export async function measureWorlds(
  wanted: PriceArguments,
  options: MeasureOptions,
): Promise<WorldRow[]> {
  const cells = wantedCells(wanted);
  const tasks = cells.flatMap((cell) => tasksOf(cell, wanted));
  const answers = await runPool<WorldTrials, WorldResult[]>({
    workerUrl: workerUrl(),
    workerCount: wanted.workerCount,
    tasks,
    onProgress: (doneCount) => options.onProgress(doneCount / tasks.length),
    signal: options.signal,
  });
  const taskCount = tasks.length / cells.length;
  return cells.map(({ worldIndex, allowedShortfall }, i) =>
    worldRow(
      {
        world: COMPARED_WORLDS[worldIndex]!.name,
        allowedShortfall,
        rounds: wanted.roundCount,
        seed: wanted.seed,
      },
      answers.slice(i * taskCount, (i + 1) * taskCount).flat(),
    ),
  );
}

type WorldCell = Pick<WorldTrials, 'worldIndex' | 'allowedShortfall'>;

function wantedCells({ experiments }: PriceArguments): WorldCell[] {
  return COMPARED_WORLDS.flatMap(({ name }, worldIndex) =>
    experiments.includes(name)
      ? ALLOWED_SHORTFALLS.map((allowedShortfall) => ({ worldIndex, allowedShortfall }))
      : [],
  );
}

function tasksOf(cell: WorldCell, { seed, trialCount, roundCount }: PriceArguments): WorldTrials[] {
  return Array.from({ length: Math.ceil(trialCount / TRIALS_PER_TASK) }, (_, i) => ({
    ...cell,
    seed,
    roundCount,
    firstTrial: i * TRIALS_PER_TASK,
    trialCount: Math.min(TRIALS_PER_TASK, trialCount - i * TRIALS_PER_TASK),
  }));
}

/** The worker beside this file: its source in development, JavaScript where it is published. */
function workerUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return isSource
    ? new URL('./worlds-worker.ts', import.meta.url)
    : new URL('./worlds-worker.js', import.meta.url);
}
