import { describe, expect, it } from 'vitest';
import { choleskyFactor, choleskySolve } from '../base/small-matrix.ts';
import { seededRandom } from '../base/testing/seeded-random.ts';
import { type GrownOrder, grownState, isSameStart, startState } from './grow-state.ts';
import { createRidgeModel, type RidgeModel } from './ridge-model.ts';
import { rowsOf } from './triangle-rows.ts';

/** Three coordinates that were there, among five. */
const ORDER: GrownOrder = { dimension: 5, places: [0, 2, 3] };

function modelOf(dimension: number, ridgePenalty: number): RidgeModel {
  return createRidgeModel({ dimension, actionCapacity: 1, ridgePenalty });
}

function among(features: readonly number[]): number[] {
  const all = [0, 0, 0, 0, 0];
  features.forEach((feature, i) => {
    all[ORDER.places[i]!] = feature;
  });
  return all;
}

describe.each([0.25, 1, 4])('a model with a ridge penalty of %s that grows', (ridgePenalty) => {
  it('is in every bit the larger model that was shown the same', () => {
    const random = seededRandom(8);
    const [small, large] = [modelOf(3, ridgePenalty), modelOf(5, ridgePenalty)];
    for (let round = 0; round < 300; round++) {
      const features = [random() - 0.5, random(), 3 * random()];
      const reward = random() * 7;
      small.learn(features, reward, 0.75);
      large.learn(among(features), reward, 0.75);
    }
    const start = startState({ ridgePenalty }, 5);
    const state = grownState(small.kernel.exportState(), ORDER, start);
    expect(state).toEqual(large.kernel.exportState());
  });

  it('begins as a model that has learnt nothing', () => {
    const start = startState({ ridgePenalty }, 5);
    expect(start).toEqual(modelOf(5, ridgePenalty).kernel.exportState());
    expect(grownState(startState({ ridgePenalty }, 3), ORDER, start)).toEqual(start);
  });

  it('lets go of a coordinate that was always 0', () => {
    const small = modelOf(2, ridgePenalty);
    small.learn([3, 0], 5, 1);
    const large = modelOf(2, ridgePenalty);
    large.learn([0, 3], 5, 1);
    const order: GrownOrder = { dimension: 2, places: [1, null] };
    const start = startState({ ridgePenalty }, 2);
    expect(grownState(small.kernel.exportState(), order, start)).toEqual(
      large.kernel.exportState(),
    );
  });
});

/** V and Σ w ψ y of a state, as dense numbers. */
function meaningOf(state: Float64Array): number[] {
  const rows = rowsOf(state).map(({ numbers }) => numbers);
  const size = rows.length;
  return Array.from({ length: size * (size + 1) }, (_, at) => {
    const [i, j] = [Math.floor(at / (size + 1)), at % (size + 1)];
    return rows.reduce((sum, row) => sum + row[i]! * row[j]!, 0);
  });
}

describe('a model that starts from a prior', () => {
  const PRECISION = [
    [5, 0.5, 1, -0.3, 0.2],
    [0.5, 3, 0.4, 0, 0.6],
    [1, 0.4, 4, 0.25, 0],
    [-0.3, 0, 0.25, 2, 0.1],
    [0.2, 0.6, 0, 0.1, 1.5],
  ];
  const WEIGHTS = [1, 9, 2, 3, -4];
  const start = startState(
    { prior: { weights: WEIGHTS, precision: PRECISION.flat() }, ridgePenalty: 1 },
    5,
  );
  const ROWS: readonly [number[], number][] = [
    [[1, 0.5, 2], 3],
    [[-1, 2, 0.25], 7],
    [[0.3, 0.3, 4], -2],
  ];

  /** What the prior says of the old coordinates by themselves: the inverse of a part of the inverse. */
  function alone(): { weights: number[]; precision: number[] } {
    const places = ORDER.places as number[];
    const inverse = inverseOf(PRECISION);
    const part = places.map((i) => places.map((j) => inverse[i]![j]!));
    return { weights: places.map((place) => WEIGHTS[place]!), precision: inverseOf(part).flat() };
  }

  function inverseOf(matrix: readonly (readonly number[])[]): number[][] {
    const size = matrix.length;
    const factor = choleskyFactor(Float64Array.from(matrix.flat()), size)!;
    const columns = matrix.map((_, j) =>
      Array.from(
        choleskySolve(
          factor,
          Float64Array.from({ length: size }, (_, i) => +(i === j)),
        ),
      ),
    );
    return columns.map((_, i) => columns.map((column) => column[i]!));
  }

  it('grows into one that ties what is new to what was there', () => {
    const before = startState({ prior: alone(), ridgePenalty: 1 }, 3);
    expect(isSameStart(before, ORDER, start)).toBe(true);
    const [small, large] = [modelOf(3, 1), modelOf(5, 1)];
    small.importState({ observationCount: 0, kernel: before });
    large.importState({ observationCount: 0, kernel: start });
    for (const [features, reward] of ROWS) {
      small.learn(features, reward, 2);
      large.learn(among(features), reward, 2);
    }
    const grown = meaningOf(grownState(small.kernel.exportState(), ORDER, start));
    meaningOf(large.kernel.exportState()).forEach((number, i) => {
      expect(grown[i]).toBeCloseTo(number, 10);
    });
  });

  it.each([
    ['weights', 0],
    ['weights', 2],
    ['precision', 0],
    ['precision', 5],
  ] as const)('does not, if it said something else: %s[%i]', (field, index) => {
    const other = alone();
    other[field][index]! += 0.01;
    if (field === 'precision' && index === 5) other.precision[7]! += 0.01;
    const before = startState({ prior: other, ridgePenalty: 1 }, 3);
    expect(isSameStart(before, ORDER, start)).toBe(false);
  });
});
