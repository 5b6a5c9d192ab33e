/**
 * Times all implementations at one problem size, side by side.
 *
 * On a machine that others use too, only two things can be trusted: the shortest of many runs so
 * short that some are not interrupted, and ratios of runs made in turn. Every repetition therefore
 * runs everything. Whether all choose alike is settled first, over more rounds than are timed.
 */
import { createEngine } from '../../packages/core/src/model/kernel/create-engine.ts';
import type { EngineKind, RidgeKernel } from '../../packages/core/src/model/kernel/ridge-kernel.ts';
import { type Fixture, type ProblemSize, withFixedFeatures, writeFixture } from './fixture.ts';
import { playCatalogue, playInFull, type RunOutcome } from './rounds.ts';
import type { EngineName } from './targets.ts';
import { type Reference, YARDSTICK_FOLDER, type Yardsticks } from './yardsticks.ts';

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
/** Below this many numbers, following a catalogue is not faster than scoring it afresh. */
const CATALOGUE_NUMBERS_MIN = 10_000;
/** Our own runs are wall time, so each gets several tries in a repetition. */
const TRIES_PER_REPETITION = 5;
/** Choices are compared over so many times the rounds of a timed run. */
const COMPARED_RUNS = 16;
/** Interpreters take long to start: they run in one repetition of so many, and for longer. */
const REFERENCE_PERIOD = 2;
const REFERENCE_ROUNDS_MAX = 5000;
const FIXED_FOLDER = new URL('data/fixed/', YARDSTICK_FOLDER);

/** Returns the shortest times, and a sentence for each implementation that chose otherwise. */
export function measureSize(input: MeasureInput): {
  measurements: Measurement[];
  faults: string[];
} {
  const { fixture, repetitionCount, roundCount, yardsticks } = input;
  const contest = new Contest();
  const changing = prepareChanging(input);
  const fixed = isCatalogueSensible(fixture) ? prepareFixed(input) : [];
  const references = prepareReferences(input);
  const faults = [changing, fixed].flatMap((entrants) =>
    findDisagreement(entrants, fixture, COMPARED_RUNS * roundCount),
  );
  for (let repetition = 0; repetition < repetitionCount; repetition++) {
    for (const entrant of changing) contest.enter('changing', entrant, roundCount);
    for (const entrant of fixed) contest.enter('fixed', entrant, roundCount);
    if (repetition % REFERENCE_PERIOD > 0) continue;
    const longer = Math.min(COMPARED_RUNS * roundCount, REFERENCE_ROUNDS_MAX);
    for (const entrant of references) contest.enter('reference', entrant, longer);
  }
  const numpyMicroseconds = yardsticks.numpy && contest.best('reference', 'NumPy');
  const shown = [
    ...changing.map((entrant) => ({ input: 'changing', name: entrant.name })),
    ...references.map((entrant) => ({ input: 'reference', name: entrant.name })),
    ...fixed.slice(-1).map((entrant) => ({ input: 'fixed', name: entrant.name })),
  ] as const;
  const measurements = shown.map((row) => ({
    size: fixture,
    name: row.name as Measurement['name'],
    microseconds: contest.best(row.input, row.name)!,
    nativeMicroseconds: contest.best(row.input === 'fixed' ? 'fixed' : 'changing', 'native'),
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

  enter(input: string, { name, tryCount, run }: Entrant, roundCount: number): void {
    const key = `${input} ${name}`;
    for (let i = 0; i < tryCount; i++) {
      const { microseconds } = run(roundCount);
      this.#best.set(key, Math.min(microseconds, this.#best.get(key) ?? microseconds));
    }
  }

  best(input: string, name: string): number | undefined {
    return this.#best.get(`${input} ${name}`);
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
    ...prepareNative(yardsticks, fixture, YARDSTICK_FOLDER),
    ...createKernels(fixture).map(({ kind, kernel }) => ({
      name: kind,
      tryCount: TRIES_PER_REPETITION,
      run: (roundCount: number) => playInFull(kernel, fixture, roundCount),
    })),
  ];
}

/** The catalogue comes last; the others only say how native code fares and what to choose. */
function prepareFixed({ fixture, yardsticks }: MeasureInput): Entrant[] {
  const fixed = withFixedFeatures(fixture);
  const kernel = createEngine().createKernel(kernelSize(fixed));
  if (yardsticks.native !== undefined) writeFixture(fixed, new URL('data/', FIXED_FOLDER));
  return [
    ...prepareNative(yardsticks, fixed, FIXED_FOLDER),
    {
      name: 'full scoring',
      tryCount: 0,
      run: (roundCount) => playInFull(kernel, fixed, roundCount),
    },
    {
      name: 'fixed-catalogue',
      tryCount: TRIES_PER_REPETITION,
      run: (roundCount) => playCatalogue(kernel, fixed, roundCount),
    },
  ];
}

function prepareNative({ native }: Yardsticks, size: ProblemSize, folder: URL): Entrant[] {
  if (native === undefined) return [];
  const run = (roundCount: number) => native(size, roundCount, folder);
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

function isCatalogueSensible({ dimension, actionCount }: ProblemSize): boolean {
  return dimension * actionCount >= CATALOGUE_NUMBERS_MIN;
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
