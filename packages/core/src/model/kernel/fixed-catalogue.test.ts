import { describe, expect, it } from 'vitest';
import { createEngine } from './create-engine.ts';
import { createFixedCatalogue, type FixedCatalogue } from './fixed-catalogue.ts';
import type { EngineKind, RidgeKernel } from './ridge-kernel.ts';
import { fillUniform, seededRandom } from './testing/seeded-random.ts';

const radius = 0.4;

function createKernel(kind: EngineKind, dimension: number, actionCapacity: number): RidgeKernel {
  const kernel = createEngine(kind).createKernel({ dimension, actionCapacity });
  fillUniform(kernel.features, seededRandom(dimension));
  return kernel;
}

/** Largest relative error of the catalogue against scoring in full. */
function largestError(catalogue: FixedCatalogue, kernel: RidgeKernel): number {
  kernel.scoreActions(kernel.actionCapacity, radius);
  let largest = 0;
  kernel.uncertainties.forEach((uncertainty, action) => {
    const square = catalogue.squaredUncertainties[action]!;
    const predictionError = catalogue.predictions[action]! - kernel.predictions[action]!;
    const scale = Math.abs(kernel.predictions[action]!) + uncertainty;
    largest = Math.max(largest, Math.abs(square / uncertainty ** 2 - 1));
    largest = Math.max(largest, Math.abs(predictionError) / scale);
  });
  return largest;
}

/** Plays the optimistic action round after round; `look` sees the state before each update. */
function play(
  kernel: RidgeKernel,
  roundCount: number,
  look: (catalogue: FixedCatalogue, chosen: number, round: number) => void,
): void {
  const { dimension, features } = kernel;
  const random = seededRandom(99);
  const catalogue = createFixedCatalogue(kernel);
  for (let round = 0; round < roundCount; round++) {
    const chosen = catalogue.choose(radius);
    look(catalogue, chosen, round);
    const action = features.subarray(chosen * dimension, (chosen + 1) * dimension);
    kernel.direction.set(action);
    catalogue.update(action[0]! - 0.5 * action[dimension - 1]! + random() - 0.5, 0.5 + random());
  }
}

describe('a fixed catalogue', () => {
  it.each(['typescript', 'wasm', 'wasm-fma'] as const)(
    'chooses as full scoring does for 10 000 rounds, with relative error below 1e-10 (%s)',
    (kind) => {
      const kernel = createKernel(kind, 8, 60);
      play(kernel, 10_000, (catalogue, chosen, round) => {
        expect(kernel.scoreActions(60, radius)).toBe(chosen);
        if (round % 100 === 99) expect(largestError(catalogue, kernel)).toBeLessThanOrEqual(1e-10);
      });
    },
  );

  it('stays exact when one update takes away almost all uncertainty', () => {
    const kernel = createKernel('wasm', 5, 30);
    kernel.features.forEach((value, i) => {
      kernel.features[i] = value * 1e6;
    });
    play(kernel, 60, (catalogue) => {
      expect(largestError(catalogue, kernel)).toBeLessThanOrEqual(1e-10);
    });
  });

  it('gives the same bits in TypeScript and WebAssembly', () => {
    const follow = (kind: EngineKind): number[] => {
      const kernel = createKernel(kind, 7, 21);
      const seen: number[] = [];
      play(kernel, 200, (catalogue, chosen) => {
        seen.push(chosen, ...catalogue.predictions, ...catalogue.squaredUncertainties);
      });
      return seen;
    };
    expect(follow('wasm')).toEqual(follow('typescript'));
  });

  it('leaves the direction it learnt in place', () => {
    const kernel = createKernel('wasm', 3, 9);
    const catalogue = createFixedCatalogue(kernel);
    kernel.direction.set([1, 2, 3]);
    catalogue.update(1, 2);
    expect([...kernel.direction]).toEqual([1, 2, 3]);
  });

  it('follows the kernel again after a refresh', () => {
    const kernel = createKernel('wasm', 4, 12);
    const catalogue = createFixedCatalogue(kernel);
    kernel.reset(4);
    catalogue.refresh();
    expect(largestError(catalogue, kernel)).toBe(0);
  });

  it('gives a tie to the lowest index', () => {
    const kernel = createKernel('wasm', 2, 5);
    kernel.features.fill(1, 2).fill(0, 0, 2);
    expect(createFixedCatalogue(kernel).choose(1)).toBe(1);
  });
});
