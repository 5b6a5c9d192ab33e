/** The promise that makes the choice of engine silent: TypeScript and WebAssembly agree bit for bit. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createEngine } from './create-engine.ts';
import { sameBits } from './ridge-kernel.contract.ts';
import type { EngineKind, RidgeKernel } from './ridge-kernel.ts';
import { fillUniform, seededRandom } from './testing/seeded-random.ts';

interface Run {
  readonly dimension: number;
  readonly actionCount: number;
  readonly ridgePenalty: number;
  readonly roundCount: number;
  readonly seed: number;
}

const anyRun: fc.Arbitrary<Run> = fc.record({
  dimension: fc.integer({ min: 1, max: 40 }),
  actionCount: fc.integer({ min: 1, max: 23 }),
  ridgePenalty: fc.constantFrom(0.25, 1, 4),
  roundCount: fc.integer({ min: 1, max: 12 }),
  seed: fc.integer(),
});

/** Returns every double that the kernel computed, in order. */
function trace(kind: EngineKind, run: Run): Float64Array {
  const { dimension, actionCount, ridgePenalty, roundCount } = run;
  const kernel = createEngine(kind).createKernel({ dimension, actionCapacity: actionCount });
  const random = seededRandom(run.seed);
  const seen: number[] = [];
  const solution = new Float64Array(dimension);
  kernel.reset(ridgePenalty);
  for (let round = 0; round < roundCount; round++) {
    fillUniform(kernel.features, random, 10 ** Math.round(6 * random() - 3));
    seen.push(kernel.scoreActions(actionCount, 3 * random()));
    fillUniform(kernel.direction, random, 2);
    kernel.probe();
    kernel.projectActions(actionCount);
    kernel.solve(solution);
    pushResults(kernel, solution, seen);
    kernel.update(10 * random() - 5, round % 2 === 0 ? 1 : 0.01 + 4 * random());
    kernel.estimateWeights(solution);
    seen.push(...solution, kernel.logDeterminant());
    for (const value of kernel.exportState()) seen.push(value);
  }
  return Float64Array.from(seen);
}

function pushResults(kernel: RidgeKernel, solution: Float64Array, seen: number[]): void {
  const { predictions, uncertainties, upperBounds, projections } = kernel;
  for (const results of [predictions, uncertainties, upperBounds, projections, solution]) {
    for (const value of results) seen.push(value);
  }
  seen.push(kernel.probedPrediction, kernel.probedUncertainty);
}

it('gives the same bits in TypeScript and WebAssembly for every size', () => {
  fc.assert(
    fc.property(anyRun, (run) => sameBits(trace('typescript', run), trace('wasm', run))),
    { numRuns: 400, seed: 1 },
  );
});

it('gives the same bits for each dimension up to 20 with each number of actions up to 9', () => {
  for (let dimension = 1; dimension <= 20; dimension++) {
    for (let actionCount = 1; actionCount <= 9; actionCount++) {
      const run = { dimension, actionCount, ridgePenalty: 4, roundCount: 3, seed: dimension };
      expect(sameBits(trace('typescript', run), trace('wasm', run))).toBe(true);
    }
  }
});

/** Where the features of an action that are not 0 begin and end. */
type Stretch = (action: number, run: Run) => readonly [number, number];

/** Each action with features of its own among zeros, as in a model with weights for each action. */
function sparseTrace(kind: EngineKind, run: Run, stretch: Stretch): Float64Array {
  const { dimension, actionCount, ridgePenalty, roundCount } = run;
  const kernel = createEngine(kind).createKernel({ dimension, actionCapacity: actionCount });
  const random = seededRandom(run.seed);
  const seen: number[] = [];
  kernel.reset(ridgePenalty);
  for (let round = 0; round < roundCount; round++) {
    fillUniform(kernel.features, random, 3);
    for (let action = 0; action < actionCount; action++) {
      const [from, to] = stretch(action, run);
      kernel.features.fill(0, action * dimension, action * dimension + from);
      kernel.features.fill(0, action * dimension + to, (action + 1) * dimension);
    }
    seen.push(kernel.scoreActions(actionCount, 1));
    const chosen = Math.floor(random() * actionCount);
    kernel.direction.set(kernel.features.subarray(chosen * dimension, (chosen + 1) * dimension));
    kernel.probe();
    // What is probed is what was scored, bit for bit: callers take the one for the other.
    if (kind !== 'wasm-fma') {
      expect(kernel.probedPrediction).toBe(kernel.predictions[chosen]);
      expect(kernel.probedUncertainty).toBe(kernel.uncertainties[chosen]);
    }
    pushResults(kernel, kernel.direction, seen);
    kernel.update(10 * random() - 5, 10 ** (8 * random() - 4));
    const state = kernel.exportState();
    for (const value of state) seen.push(value);
    if (random() < 0.1) kernel.importState(state);
  }
  return Float64Array.from(seen);
}

const startOf = (action: number, { dimension, actionCount }: Run) =>
  Math.floor((dimension * action) / actionCount);

const STRETCHES: Readonly<Record<string, Stretch>> = {
  'leading zeros': (action, run) => [startOf(action, run), run.dimension],
  'zeros on both sides': (action, run) => [startOf(action, run), startOf(action + 1, run)],
  'zeros on both sides, where some actions reach into those after': (action, run) => [
    startOf(action, run),
    action % 3 === 1 ? Math.min(run.dimension, startOf(action + 3, run)) : startOf(action + 1, run),
  ],
  'zeros alone, in every second action': (action, run) =>
    action % 2 === 0 ? [0, 0] : [startOf(action, run), run.dimension],
};

it.each(Object.keys(STRETCHES))('passes over %s and changes no bit by that', (name) => {
  const stretch = STRETCHES[name]!;
  fc.assert(
    fc.property(anyRun, fc.integer({ min: 1, max: 4 }), (run, times) => {
      const longer = { ...run, roundCount: times * run.roundCount };
      return sameBits(
        sparseTrace('typescript', longer, stretch),
        sparseTrace('wasm', longer, stretch),
      );
    }),
    { numRuns: 60, seed: 3 },
  );
});

it('gives nearly the same numbers with fused products', () => {
  fc.assert(
    fc.property(anyRun, (run) => {
      const plain = trace('typescript', run);
      const fused = trace('wasm-fma', run);
      const scale = plain.reduce((largest, value) => Math.max(largest, Math.abs(value)), 1);
      return plain.every((value, i) => Math.abs(value - fused[i]!) <= 1e-9 * scale);
    }),
    { numRuns: 50, seed: 2 },
  );
});
