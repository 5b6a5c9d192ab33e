/**
 * Plays all trials that are not finished yet, cell after cell, and keeps what is finished.
 *
 * A few more trials are handed out than there are threads, so that none waits. The next cell begins
 * while the last trials of the previous one are under way; a cell's memory is given back as soon as
 * it is complete and on disk.
 */
import type { Experiment } from '../experiments/experiment.ts';
import { cellName, type PlannedCell } from '../experiments/experiment-plan.ts';
import type { RecordLayout } from '../experiments/trial-record.ts';
import type { CellParts } from './cell-parts.ts';
import type { ProgressMeter } from './run-progress.ts';
import type { TrialTask } from './trial-task.ts';
import type { WorkerPool } from './worker-pool.ts';

/** Trials handed out for each thread. */
const TRIALS_AHEAD = 2;
/** How long finished trials may wait to be written, if the cell is not complete sooner. */
const KEEP_EVERY_MS = 5000;

export interface PlayCellsOptions {
  readonly experiment: Experiment;
  readonly cells: readonly PlannedCell[];
  readonly layout: RecordLayout;
  readonly parts: CellParts;
  readonly pool: WorkerPool<TrialTask, void>;
  readonly progress: ProgressMeter;
  readonly signal: AbortSignal;
}

/** A cell of which some trials are under way. */
interface OpenCell {
  readonly index: number;
  readonly cell: PlannedCell;
  readonly memory: SharedArrayBuffer;
  /** The rows that threads write. */
  readonly table: Float64Array;
  /** 1 for each trial that a thread has reported: only those rows are whole. */
  readonly isFinished: Uint8Array;
  missing: number;
  keptAt: number;
  /** Resolves when what was to be kept is written: two at once would spoil each other's file. */
  keeping: Promise<void>;
}

interface Turn {
  readonly open: OpenCell;
  readonly trial: number;
}

/** Plays to the end, or throws what stopped it; what is finished is on disk either way. */
export async function playCells(options: PlayCellsOptions): Promise<void> {
  const { pool, signal } = options;
  const openCells = new Set<OpenCell>();
  const turns = missingTurns(options, openCells);
  const stop = new AbortController();
  const end = () => stop.abort(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  const lanes = Array.from({ length: TRIALS_AHEAD * pool.workerCount }, () =>
    playTurns(options, turns, openCells, stop.signal).catch((error) => stop.abort(error)),
  );
  try {
    await Promise.race([Promise.all(lanes), abortion(stop.signal)]);
    stop.signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', end);
    stop.abort();
    await pool.close();
    await Promise.all(lanes);
    await Promise.all([...openCells].map((open) => keep(options, open)));
  }
}

/** Resolves when the signal is aborted. */
function abortion(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** Names the trials that are missing, and opens a cell when its first one is named. */
async function* missingTurns(
  options: PlayCellsOptions,
  openCells: Set<OpenCell>,
): AsyncGenerator<Turn, void, void> {
  const { cells, experiment } = options;
  for (const [index, cell] of cells.entries()) {
    const open = await openCell(options, index, cell);
    options.progress.skip(experiment.trials - open.missing);
    if (open.missing === 0) continue;
    openCells.add(open);
    for (let trial = 0; trial < experiment.trials; trial++) {
      if (open.isFinished[trial] === 0) yield { open, trial };
    }
  }
}

async function openCell(
  { parts, experiment, layout, progress }: PlayCellsOptions,
  index: number,
  cell: PlannedCell,
): Promise<OpenCell> {
  const memory = new SharedArrayBuffer(experiment.trials * layout.width * 8);
  const table = new Float64Array(memory);
  await parts.read(index, cell, table);
  const isFinished = Uint8Array.from({ length: experiment.trials }, (_, trial) =>
    layout.isDone(table, trial) ? 1 : 0,
  );
  const missing = isFinished.filter((finished) => finished === 0).length;
  return {
    index,
    cell,
    memory,
    table,
    isFinished,
    missing,
    keptAt: progress.elapsedMs(),
    keeping: Promise.resolve(),
  };
}

/** One of several lanes that take turns from the same list. */
async function playTurns(
  options: PlayCellsOptions,
  turns: AsyncGenerator<Turn, void, void>,
  openCells: Set<OpenCell>,
  stop: AbortSignal,
): Promise<void> {
  for (;;) {
    const next = await turns.next();
    if (next.done || stop.aborted) return;
    const { open, trial } = next.value;
    await playTurn(options, next.value, stop);
    if (stop.aborted) return;
    takeIn(options, open, trial);
    if (open.missing === 0) openCells.delete(open);
    const isDue = options.progress.elapsedMs() - open.keptAt > KEEP_EVERY_MS;
    if (open.missing === 0 || isDue) await keep(options, open);
  }
}

async function playTurn(
  { pool, experiment }: PlayCellsOptions,
  { open, trial }: Turn,
  stop: AbortSignal,
): Promise<void> {
  try {
    await pool.run({ cellIndex: open.index, trial, memory: open.memory });
  } catch (cause) {
    if (!stop.aborted) throw lostTrial({ cell: open.cell, trial, seed: experiment.seed }, cause);
  }
}

function takeIn({ progress }: PlayCellsOptions, open: OpenCell, trial: number): void {
  open.isFinished[trial] = 1;
  open.missing -= 1;
  progress.add();
}

/** Writes what is finished of a cell; after what is being written of it already. */
function keep(options: PlayCellsOptions, open: OpenCell): Promise<void> {
  open.keptAt = options.progress.elapsedMs();
  open.keeping = open.keeping.then(() => write(options, open));
  return open.keeping;
}

async function write({ layout, parts }: PlayCellsOptions, open: OpenCell): Promise<void> {
  const kept = new Float64Array(open.table);
  open.isFinished.forEach((finished, trial) => {
    if (finished === 0) layout.row(kept, trial).fill(0);
  });
  await parts.write(open.index, open.cell, kept);
}

interface TrialName {
  readonly cell: PlannedCell;
  readonly trial: number;
  readonly seed: number;
}

function lostTrial({ cell, trial, seed }: TrialName, cause: unknown): Error {
  const name = `trial ${trial + 1} with seed ${seed} of the cell ${cellName(cell)}`;
  return new Error(`The run has failed: ${name} was lost. What is finished is kept.`, { cause });
}
