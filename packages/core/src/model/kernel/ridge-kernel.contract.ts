/**
 * What every engine must keep, whatever machine code it runs.
 *
 * Checked against a dense textbook solver, with ridge penalties other than 1: the value 1 hides a
 * forgotten factor.
 */
import { describe, expect, it } from 'vitest';
import type { KernelEngine, RidgeKernel } from './ridge-kernel.ts';
import { DenseRidge, dot } from './testing/dense-ridge.ts';
import { fillUniform, seededRandom } from './testing/seeded-random.ts';

const RIDGE_PENALTIES = [0.25, 1, 4];
const DIMENSIONS = [1, 2, 15];
const ACTION_COUNT = 7;
const TOLERANCE = 1e-10;

export function describeRidgeKernelContract(name: string, createEngine: () => KernelEngine): void {
  describe(`ridge kernel of engine ${name}`, () => {
    for (const ridgePenalty of RIDGE_PENALTIES) {
      for (const dimension of DIMENSIONS) {
        describe(`with ridge penalty ${ridgePenalty} and ${dimension} features`, () => {
          describeLearning(createEngine, dimension, ridgePenalty);
        });
      }
    }
    describeManners(createEngine);
  });
}

function describeLearning(
  createEngine: () => KernelEngine,
  dimension: number,
  ridgePenalty: number,
): void {
  const learn = (visit: (kernel: RidgeKernel, oracle: DenseRidge) => void): void => {
    const kernel = createEngine().createKernel({ dimension, actionCapacity: ACTION_COUNT });
    const oracle = new DenseRidge(dimension, ridgePenalty);
    const random = seededRandom(17 * dimension);
    kernel.reset(ridgePenalty);
    fillUniform(kernel.features, random, 3);
    visit(kernel, oracle);
    for (let round = 0; round < 25; round++) {
      fillUniform(kernel.direction, random, 2);
      const reward = 5 * random() - 2;
      const weight = round % 3 === 0 ? 1 : 0.1 + 3 * random();
      oracle.add(kernel.direction, reward, weight);
      kernel.update(reward, weight);
      visit(kernel, oracle);
    }
  };

  it('solves V x = v in the fresh state and after every update', () => {
    learn((kernel, oracle) => {
      const solution = new Float64Array(dimension);
      for (let i = 0; i < dimension; i++) {
        kernel.direction.fill(0);
        kernel.direction[i] = 1;
        kernel.solve(solution);
        expectClose(oracle.multiply(solution), kernel.direction);
      }
    });
  });

  it('scores every action as a dense solver does', () => {
    learn((kernel, oracle) => {
      const weights = oracle.estimatedWeights();
      const best = kernel.scoreActions(ACTION_COUNT, 1.5);
      const actions = Array.from({ length: ACTION_COUNT }, (_, action) =>
        kernel.features.slice(action * dimension, (action + 1) * dimension),
      );
      const uncertainties = actions.map((action) => Math.sqrt(oracle.squaredUncertainty(action)));
      expectClose(
        kernel.predictions,
        actions.map((action) => dot(action, weights)),
      );
      expectClose(kernel.uncertainties, uncertainties);
      kernel.upperBounds.forEach((bound, action) => {
        expect(bound).toBe(kernel.predictions[action]! + 1.5 * kernel.uncertainties[action]!);
        expect(kernel.upperBounds[best]).toBeGreaterThanOrEqual(bound);
      });
    });
  });

  it('probes along a direction as it scores an action with these features', () => {
    learn((kernel) => {
      kernel.scoreActions(ACTION_COUNT, 1);
      for (let action = 0; action < ACTION_COUNT; action++) {
        kernel.direction.set(
          kernel.features.subarray(action * dimension, (action + 1) * dimension),
        );
        kernel.probe();
        expectClose([kernel.probedPrediction], [kernel.predictions[action]!]);
        expectClose([kernel.probedUncertainty], [kernel.uncertainties[action]!]);
      }
    });
  });

  it('estimates the weights of a dense solver', () => {
    learn((kernel, oracle) => {
      const weights = new Float64Array(dimension);
      kernel.estimateWeights(weights);
      expectClose(weights, oracle.estimatedWeights());
    });
  });

  it('lets the log-determinant grow by ln(1 + weight · squared uncertainty)', () => {
    const kernel = createEngine().createKernel({ dimension, actionCapacity: 1 });
    const random = seededRandom(5);
    kernel.reset(ridgePenalty);
    let expected = dimension * Math.log(ridgePenalty);
    expectClose([kernel.logDeterminant()], [expected]);
    for (let round = 0; round < 25; round++) {
      fillUniform(kernel.direction, random, 4);
      kernel.probe();
      expected += Math.log1p(0.7 * kernel.probedUncertainty ** 2);
      kernel.update(1, 0.7);
      expectClose([kernel.logDeterminant()], [expected]);
    }
  });

  it('projects every action on the direction', () => {
    learn((kernel) => {
      kernel.projectActions(ACTION_COUNT);
      kernel.projections.forEach((projection, action) => {
        const features = kernel.features.slice(action * dimension, (action + 1) * dimension);
        expectClose([projection], [dot(features, kernel.direction)]);
      });
    });
  });

  it('goes on from an exported state bit for bit', () => {
    const size = { dimension, actionCapacity: 1 };
    const original = createEngine().createKernel(size);
    const restored = createEngine().createKernel(size);
    const random = seededRandom(23);
    original.reset(ridgePenalty);
    const learnBoth = (kernels: RidgeKernel[]): void => {
      const reward = random();
      const weight = 0.5 + random();
      const features = new Float64Array(dimension);
      fillUniform(features, random);
      for (const kernel of kernels) {
        kernel.direction.set(features);
        kernel.update(reward, weight);
      }
    };
    for (let round = 0; round < 40; round++) learnBoth([original]);
    restored.importState(original.exportState());
    expect(sameBits(restored.exportState(), original.exportState())).toBe(true);
    for (let round = 0; round < 40; round++) learnBoth([original, restored]);
    expect(sameBits(restored.exportState(), original.exportState())).toBe(true);
  });
}

function describeManners(createEngine: () => KernelEngine): void {
  it('changes neither the direction nor the features', () => {
    const kernel = createEngine().createKernel({ dimension: 5, actionCapacity: 6 });
    const random = seededRandom(3);
    fillUniform(kernel.direction, random);
    fillUniform(kernel.features, random);
    const direction = kernel.direction.slice();
    const features = kernel.features.slice();
    kernel.scoreActions(6, 1);
    kernel.probe();
    kernel.projectActions(6);
    kernel.update(1, 2);
    kernel.solve(new Float64Array(5));
    kernel.estimateWeights(new Float64Array(5));
    kernel.importState(kernel.exportState());
    kernel.reset(2);
    expect(sameBits(kernel.direction, direction)).toBe(true);
    expect(sameBits(kernel.features, features)).toBe(true);
  });

  it('leaves the results of actions beyond the count as they were', () => {
    for (const actionCount of [1, 2, 3, 4, 5, 6, 7]) {
      const kernel = createEngine().createKernel({ dimension: 3, actionCapacity: 8 });
      kernel.features.fill(Number.NaN, 3 * actionCount).fill(0.5, 0, 3 * actionCount);
      const results = [kernel.predictions, kernel.uncertainties, kernel.upperBounds];
      for (const result of [...results, kernel.projections]) result.fill(-7);
      kernel.scoreActions(actionCount, 1);
      kernel.projectActions(actionCount);
      for (const result of [...results, kernel.projections]) {
        expect(result.every((value, action) => (value === -7) === action >= actionCount)).toBe(
          true,
        );
      }
    }
  });

  it('keeps the probed answers until the next probe', () => {
    const kernel = createEngine().createKernel({ dimension: 3, actionCapacity: 7 });
    kernel.direction.fill(2);
    kernel.probe();
    const answers = [kernel.probedPrediction, kernel.probedUncertainty];
    kernel.features.fill(5);
    kernel.scoreActions(7, 1);
    kernel.projectActions(7);
    kernel.update(3, 1);
    kernel.solve(new Float64Array(3));
    expect([kernel.probedPrediction, kernel.probedUncertainty]).toEqual(answers);
  });

  it('gives a tie to the lowest index', () => {
    const kernel = createEngine().createKernel({ dimension: 2, actionCapacity: 9 });
    kernel.features.fill(1, 4).fill(0, 0, 4);
    expect(kernel.scoreActions(9, 1)).toBe(2);
  });

  it('predicts 0 with uncertainty 0 for features that are all 0', () => {
    const kernel = createEngine().createKernel({ dimension: 3, actionCapacity: 4 });
    kernel.direction.fill(2);
    kernel.update(3, 1);
    kernel.features.fill(0);
    kernel.scoreActions(4, 1);
    expect([...kernel.predictions, ...kernel.uncertainties]).toEqual(new Array(8).fill(0));
  });

  it('knows for how many actions the scores are those of the model as it is', () => {
    const kernel = createEngine().createKernel({ dimension: 3, actionCapacity: 4 });
    const changes = [
      () => kernel.update(1, 1),
      () => kernel.reset(2),
      () => kernel.importState(kernel.exportState()),
      () => kernel.forgetScores(),
    ];
    for (const change of changes) {
      kernel.scoreActions(3, 1);
      kernel.probe();
      expect(kernel.scoredCount).toBe(3);
      change();
      expect(kernel.scoredCount).toBe(0);
    }
  });

  it('forgets everything on reset', () => {
    const size = { dimension: 4, actionCapacity: 1 };
    const used = createEngine().createKernel(size);
    const fresh = createEngine().createKernel(size);
    used.direction.fill(3);
    used.update(1, 1);
    used.reset(0.25);
    fresh.reset(0.25);
    expect(sameBits(used.exportState(), fresh.exportState())).toBe(true);
  });

  it('computes no NaN from huge and tiny features', () => {
    const kernel = createEngine().createKernel({ dimension: 3, actionCapacity: 1 });
    for (const scale of [1e-150, 1e-9, 1, 1e9, 1e75]) {
      kernel.direction.set([scale, -scale / 3, 1]);
      kernel.update(1, 1);
      kernel.probe();
      expect(kernel.exportState().every(Number.isFinite)).toBe(true);
      expect(Number.isFinite(kernel.probedPrediction + kernel.probedUncertainty)).toBe(true);
      expect(Number.isFinite(kernel.logDeterminant())).toBe(true);
    }
  });

  it('refuses what would poison the state, and says which rule it breaks', () => {
    const kernel = createEngine().createKernel({ dimension: 2, actionCapacity: 3 });
    expect(() => kernel.reset(0)).toThrow(/ridgePenalty must be .*HR_INPUT_RANGE/);
    expect(() => kernel.scoreActions(4, 1)).toThrow(/actionCount must be .*HR_INPUT_RANGE/);
    expect(() => kernel.projectActions(0)).toThrow(/actionCount must be .*HR_INPUT_RANGE/);
    expect(() => kernel.update(Number.NaN, 1)).toThrow(/reward must be .*HR_INPUT_NOT_FINITE/);
    expect(() => kernel.update(1, -1)).toThrow(/weight must be .*HR_INPUT_RANGE/);
    expect(() => kernel.solve(new Float64Array(3))).toThrow(/into must hold 2.*HR_INPUT_DIMENSION/);
    expect(() => kernel.importState(new Float64Array(5))).toThrow(/state must hold 10 numbers/);
    kernel.direction.set([1, Number.NaN]);
    expect(() => kernel.update(1, 1)).toThrow(/leverage .*HR_INVARIANT/);
  });
}

/** Expects equality up to 1e-10, relative for numbers above 1. */
function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < actual.length; i++) {
    const allowed = TOLERANCE * Math.max(1, Math.abs(expected[i]!));
    expect(Math.abs(actual[i]! - expected[i]!)).toBeLessThanOrEqual(allowed);
  }
}

/** Tells whether two arrays hold the same doubles, the sign of zero included. */
export function sameBits(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
}
