/**
 * Times the trial set, ours and theirs, in turn; the shortest of all repetitions counts.
 *
 * CPU time of the whole process, so that compiling and collecting garbage on other threads count too.
 * The first run of all is kept apart: it meets code that nobody has optimised yet.
 */
import { createEngine } from '../../packages/core/src/model/kernel/create-engine.ts';
import type { KernelEngine } from '../../packages/core/src/model/kernel/ridge-kernel.ts';
import { findDisagreement, meansOf, type TrialMeans } from './agreement.ts';
import { measureTrials, playTrials, type TrialRange, type TrialTotals } from './trial-set.ts';
import type { SweepYardstick } from './yardsticks.ts';

export interface SweepMeasurement {
  readonly implementation: string;
  /** Shortest CPU time of 100 trials; null if it did not run. */
  readonly cpuSeconds: number | null;
  /** Largest allowed time of hedgerow over the time of this; null for our own rows. */
  readonly ratioMax: number | null;
  readonly means: TrialMeans | null;
}

export interface SweepInput {
  readonly range: TrialRange;
  readonly repetitionCount: number;
  readonly yardsticks: readonly SweepYardstick[];
  readonly reportProgress: (message: string) => void;
}

export interface SweepResult {
  /** Hedgerow itself comes first. */
  readonly measurements: readonly SweepMeasurement[];
  readonly faults: readonly string[];
}

/** Measures everything that runs on one thread. */
export function measureSweep(input: SweepInput): SweepResult {
  const { range, yardsticks } = input;
  const engine = createEngine();
  const first = cpuSecondsOf(range, () => playTrials(engine, range));
  const totals = playTrials(engine, range);
  const entrants = [...ownEntrants(engine, range), ...yardsticks.map(entrantOf)];
  const shortest = runInTurn(entrants, input);
  const measurements = entrants.map((entrant, i) => ({
    implementation: entrant.name,
    cpuSeconds: shortest[i]!.cpuSeconds,
    ratioMax: entrant.ratioMax,
    means: i === 0 ? meansOf(totals) : shortest[i]!.means,
  }));
  const cold = { implementation: 'hedgerow, first run', ratioMax: null, means: null };
  return {
    measurements: [measurements[0]!, { ...cold, cpuSeconds: first }, ...measurements.slice(1)],
    faults: measurements.slice(1).flatMap((row) => faultsOf(row, totals)),
  };
}

interface Turn {
  readonly cpuSeconds: number | null;
  readonly means: TrialMeans | null;
}

interface Entrant {
  readonly name: string;
  readonly ratioMax: number | null;
  readonly run: () => Turn;
}

function ownEntrants(engine: KernelEngine, range: TrialRange): Entrant[] {
  const fused = fusedEngine();
  const own = (name: string, play: () => void): Entrant => ({
    name,
    ratioMax: null,
    run: () => ({ cpuSeconds: cpuSecondsOf(range, play), means: null }),
  });
  return [
    own('hedgerow', () => playTrials(engine, range)),
    ...(fused ? [own('hedgerow, wasm-fma', () => playTrials(fused, range))] : []),
    own('hedgerow, all measures', () => measureTrials(engine, range)),
  ];
}

function entrantOf({ name, ratioMax, run }: SweepYardstick): Entrant {
  const missing: Turn = { cpuSeconds: null, means: null };
  if (run === undefined) return { name, ratioMax, run: () => missing };
  return {
    name,
    ratioMax,
    run: () => {
      const { cpuSeconds, ...means } = run();
      return { cpuSeconds, means };
    },
  };
}

/** Lets everyone run once in every repetition and returns each one's shortest turn. */
function runInTurn(entrants: readonly Entrant[], input: SweepInput): Turn[] {
  const shortest: Turn[] = entrants.map(() => ({ cpuSeconds: null, means: null }));
  for (let repetition = 1; repetition <= input.repetitionCount; repetition++) {
    input.reportProgress(`sweep: repetition ${repetition} of ${input.repetitionCount} ...`);
    entrants.forEach((entrant, i) => {
      const turn = entrant.run();
      const best = shortest[i]!.cpuSeconds ?? Number.POSITIVE_INFINITY;
      if (turn.cpuSeconds !== null && turn.cpuSeconds < best) shortest[i] = turn;
    });
  }
  return shortest;
}

function faultsOf({ implementation, means }: SweepMeasurement, totals: TrialTotals): string[] {
  return means === null ? [] : findDisagreement(totals, implementation, means);
}

/** Returns the CPU time of all threads while `play` runs, scaled to 100 trials. */
function cpuSecondsOf({ trialCount }: TrialRange, play: () => void): number {
  const before = process.cpuUsage();
  play();
  const { user, system } = process.cpuUsage(before);
  return ((user + system) / 1e6) * (100 / trialCount);
}

/** The fused engine, where this host can run it. */
function fusedEngine(): KernelEngine | undefined {
  try {
    return createEngine('wasm-fma');
  } catch {
    return undefined;
  }
}
