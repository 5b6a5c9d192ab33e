import { describe, expect, it } from 'vitest';
import { seededRandom } from '../base/testing/seeded-random.ts';
import { type GrownOrder, grownState, startFault, startState } from './grow-state.ts';
import { createRidgeModel, type RidgeModel } from './ridge-model.ts';

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

describe('a model may grow', () => {
  const precision = [4, 0.5, 0, 0.5, 3, 0.25, 0, 0.25, 2];
  const before = startState({ prior: { weights: [1, 2, 3], precision }, ridgePenalty: 1 }, 3);

  /** The same prior among five, with something else at one place. */
  function priorWith(change: { at?: readonly [number, number]; weight?: number }): Float64Array {
    const larger = new Array<number>(25).fill(0);
    for (let i = 0; i < 5; i++) larger[i * 6] = 0.7;
    for (let i = 0; i < 9; i++) {
      const [row, column] = [ORDER.places[Math.floor(i / 3)]!, ORDER.places[i % 3]!];
      larger[row * 5 + column] = precision[i]!;
    }
    if (change.at !== undefined) {
      const [row, column] = change.at;
      larger[row * 5 + column] = larger[column * 5 + row] = larger[row * 5 + column]! + 0.1;
    }
    const weights = [change.weight ?? 1, 9, 2, 3, 9];
    return startState({ prior: { weights, precision: larger }, ridgePenalty: 1 }, 5);
  }

  it('if its prior stays, and new coordinates have nothing to do with it', () => {
    expect(startFault(before, ORDER, priorWith({}))).toBeNull();
    // New ones may have to do with each other.
    expect(startFault(before, ORDER, priorWith({ at: [1, 4] }))).toBeNull();
    expect(startFault(before, ORDER, priorWith({ weight: 1 + 1e-12 }))).toBeNull();
  });

  it('but not if either is otherwise', () => {
    expect(startFault(before, ORDER, priorWith({ weight: 1.1 }))).toBe('changed');
    expect(startFault(before, ORDER, priorWith({ at: [0, 2] }))).toBe('changed');
    expect(startFault(before, ORDER, priorWith({ at: [3, 3] }))).toBe('changed');
    expect(startFault(before, ORDER, priorWith({ at: [0, 1] }))).toBe('tied');
    expect(startFault(before, ORDER, priorWith({ at: [3, 4] }))).toBe('tied');
  });
});
