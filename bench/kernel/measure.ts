/**
 * Times all implementations at one problem size, side by side.
 *
 * On a machine that others use too, only two things can be trusted: the shortest of many runs so
 * short that some are not interrupted, and ratios of runs made in turn. Every repetition therefore
 * runs everything. Whether all choose alike is settled first, over more rounds than are timed.
 */
import { createEngine } from '../../packages/core/src/model/kernel/create-engine.ts';
import type { EngineKind, RidgeKernel } from '../../packages/core/src/model/kernel/ridge-kernel.ts';
import type { Fixture, ProblemSize } from './fixture.ts';
import { playInFull, type RunOutcome } from './rounds.ts';
import type { EngineName } from './targets.ts';
import type { Reference, Yardsticks } from './yardsticks.ts';

/** One implementation at one size. */
export interface Measurement {
  readonly size: ProblemSize;
  readonly name: EngineName | 'native' | 'plain C++' | 'NumPy';
  /** Shortest time of a round. */
  readonly microseconds: number;
  /** The same of native code on the same input. */
  readonly nativeMicroseconds: number | undefined;
  readonly numpyMicroseconds: number | undefined;
}

export interface MeasureInput {
  readonly fixture: Fixture;
  readonly yardsticks: Yardsticks;
  readonly repetitionCount: number;
  /** Rounds of one short run. */
  readonly roundCount: number;
}

const ENGINE_KINDS: readonly EngineKind[] = ['typescript', 'wasm', 'wasm-fma'];
/** Our own runs are wall time, so each gets several tries in a repetition. */
const TRIES_PER_REPETITION = 5;
/** Choices are compared over so many times the rounds of a timed run. */
const COMPARED_RUNS = 16;
/** Interpreters take long to start: they run in one repetition of so many, and for longer. */
const REFERENCE_PERIOD = 2;
const REFERENCE_ROUNDS_MAX = 5000;

/** Returns the shortest times, and a sentence for each implementation that chose otherwise. */
export function measureSize(input: MeasureInput): {
  measurements: Measurement[];
  faults: string[];
} {
  const { fixture, repetitionCount, roundCount, yardsticks } = input;
  const contest = new Contest();
  const changing = prepareChanging(input);
  const references = prepareReferences(input);
  const faults = findDisagreement(changing, fixture, COMPARED_RUNS * roundCount);
  for (let repetition = 0; repetition < repetitionCount; repetition++) {
    for (const entrant of changing) contest.enter(entrant, roundCount);
    if (repetition % REFERENCE_PERIOD > 0) continue;
    const longer = Math.min(COMPARED_RUNS * roundCount, REFERENCE_ROUNDS_MAX);
    for (const entrant of references) contest.enter(entrant, longer);
  }
  const numpyMicroseconds = yardsticks.numpy && contest.best('NumPy');
  const measurements = [...changing, ...references].map(({ name }) => ({
    size: fixture,
    name: name as Measurement['name'],
    microseconds: contest.best(name)!,
    nativeMicroseconds: contest.best('native'),
    numpyMicroseconds,
  }));
  return { measurements, faults };
}

interface Entrant {
  readonly name: string;
  readonly tryCount: number;
  /** Plays from a fresh state. */
  readonly run: (roundCount: number) => RunOutcome;
}

/** The shortest time of everyone who took part. */
class Contest {
  readonly #best = new Map<string, number>();

  enter({ name, tryCount, run }: Entrant, roundCount: number): void {
    for (let i = 0; i < tryCount; i++) {
      const { microseconds } = run(roundCount);
      this.#best.set(name, Math.min(microseconds, this.#best.get(name) ?? microseconds));
    }
  }

  best(name: string): number | undefined {
    return this.#best.get(name);
  }
}

/** Returns a sentence for everyone whose choices differ from those of the first. */
function findDisagreement(
  entrants: readonly Entrant[],
  { dimension, actionCount }: ProblemSize,
  roundCount: number,
): string[] {
  const hashes = entrants.map((entrant) => entrant.run(roundCount).choicesHash);
  return entrants
    .filter((_, i) => hashes[i] !== hashes[0])
    .map(
      ({ name }) =>
        `at (${dimension}, ${actionCount}) ${name} chose otherwise than ${entrants[0]!.name}.`,
    );
}

function prepareChanging({ fixture, yardsticks }: MeasureInput): Entrant[] {
  return [
    ...prepareNative(yardsticks, fixture),
    ...createKernels(fixture).map(({ kind, kernel }) => ({
      name: kind,
      tryCount: TRIES_PER_REPETITION,
      run: (roundCount: number) => playInFull(kernel, fixture, roundCount),
    })),
  ];
}

function prepareNative({ native }: Yardsticks, size: ProblemSize): Entrant[] {
  if (native === undefined) return [];
  const run = (roundCount: number) => native(size, roundCount);
  return [{ name: 'native', tryCount: 1, run }];
}

/** These play Algorithm 1 with its fallback to the baseline: their choices are not comparable. */
function prepareReferences({ fixture, yardsticks }: MeasureInput): Entrant[] {
  const prepare = (name: string, reference: Reference | undefined): Entrant[] => {
    if (reference === undefined) return [];
    const run = (roundCount: number) => ({
      microseconds: reference(fixture, roundCount),
      choicesHash: 0,
    });
    return [{ name, tryCount: 1, run }];
  };
  return [...prepare('plain C++', yardsticks.plainCpp), ...prepare('NumPy', yardsticks.numpy)];
}

function createKernels(size: ProblemSize): { kind: EngineKind; kernel: RidgeKernel }[] {
  return ENGINE_KINDS.flatMap((kind) => {
    try {
      return [{ kind, kernel: createEngine(kind).createKernel(kernelSize(size)) }];
    } catch {
      // This host cannot run the engine: its row is left out.
      return [];
    }
  });
}

function kernelSize({ dimension, actionCount }: ProblemSize) {
  return { dimension, actionCapacity: actionCount };
}
