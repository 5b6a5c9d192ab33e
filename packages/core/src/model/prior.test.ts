import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { createRidgeModel } from './ridge-model.ts';

const finite = (min: number, max: number) => fc.double({ min, max, noNaN: true });

/** M = BBᵀ + I, for any B of three rows. */
const anyPrior = fc
  .record({
    weights: fc.array(finite(-3, 3), { minLength: 3, maxLength: 3 }),
    root: fc.array(finite(-2, 2), { minLength: 9, maxLength: 9 }),
  })
  .map(({ weights, root }) => ({ weights, precision: squared(root) }));

function squared(root: readonly number[]): number[] {
  return Array.from({ length: 9 }, (_, at) => {
    const [i, j] = [Math.floor(at / 3), at % 3];
    const product = [0, 1, 2].reduce((sum, k) => sum + root[3 * i + k]! * root[3 * j + k]!, 0);
    return product + (i === j ? 1 : 0);
  });
}

const anyRewards = fc.array(
  fc.record({
    features: fc.array(finite(-1, 1), { minLength: 3, maxLength: 3 }),
    reward: finite(-2, 2),
  }),
  { maxLength: 12 },
);

/** θ̂ and V by the normal equations, in plain arithmetic. */
function normalEquations(
  { weights, precision }: { weights: readonly number[]; precision: readonly number[] },
  rewards: readonly { features: readonly number[]; reward: number }[],
  keptOf: (index: number) => number = () => 1,
) {
  const matrix = [...precision];
  const right = [0, 1, 2].map((i) =>
    [0, 1, 2].reduce((sum, j) => sum + precision[3 * i + j]! * weights[j]!, 0),
  );
  const start = { matrix: [...matrix], right: [...right] };
  rewards.forEach(({ features, reward }, index) => {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) matrix[3 * i + j]! += features[i]! * features[j]!;
      right[i]! += features[i]! * reward;
    }
    const kept = keptOf(index);
    for (let at = 0; at < 9; at++) {
      matrix[at] = kept * matrix[at]! + (1 - kept) * start.matrix[at]!;
    }
    for (let i = 0; i < 3; i++) right[i] = kept * right[i]! + (1 - kept) * start.right[i]!;
  });
  return solve(matrix, right);
}

/** Cramer's rule. */
function solve(matrix: readonly number[], right: readonly number[]): number[] {
  const determinant = (m: readonly number[]) =>
    m[0]! * (m[4]! * m[8]! - m[5]! * m[7]!) -
    m[1]! * (m[3]! * m[8]! - m[5]! * m[6]!) +
    m[2]! * (m[3]! * m[7]! - m[4]! * m[6]!);
  const whole = determinant(matrix);
  return [0, 1, 2].map((column) => {
    const replaced = matrix.map((entry, at) =>
      at % 3 === column ? right[Math.floor(at / 3)]! : entry,
    );
    return determinant(replaced) / whole;
  });
}

function weightsOf(model: ReturnType<typeof createRidgeModel>): number[] {
  const weights = new Float64Array(3);
  model.kernel.estimateWeights(weights);
  return [...weights];
}

const size = { dimension: 3, actionCapacity: 1, ridgePenalty: 1 };

describe('a prior', () => {
  test.prop([anyPrior, anyRewards])(
    'is what is known before rewards, and yields to them',
    (prior, rewards) => {
      const model = createRidgeModel({ ...size, prior });
      expect(model.logDeterminantRatio()).toBe(0);
      for (const { features, reward } of rewards) model.learn(features, reward, 1);
      const expected = normalEquations(prior, rewards);
      weightsOf(model).forEach((weight, i) => {
        expect(weight).toBeCloseTo(expected[i]!, 8);
      });
      expect(model.logDeterminantRatio()).toBeGreaterThanOrEqual(-1e-9);
    },
  );

  it('of zeros and λ is the ridge penalty', () => {
    const plain = createRidgeModel({ ...size, ridgePenalty: 4 });
    const same = createRidgeModel({ ...size, prior: { weights: [0, 0, 0], precision: [4, 4, 4] } });
    expect(same.exportState()).toEqual(plain.exportState());
  });

  it('that is none is refused, with the reason', () => {
    const create = (weights: number[], precision: number[]) => () =>
      createRidgeModel({ ...size, prior: { weights, precision } });
    expect(create([1, 2], [1, 1, 1])).toThrow('prior.weights');
    expect(create([1, 2, 3], [1, 1])).toThrow('prior.precision');
    expect(create([1, 2, 3], [1, 0, 1])).toThrow('prior.precision must be positive definite');
    expect(create([1, 2, 3], [1, 2, 0, 2, 1, 0, 0, 0, 1])).toThrow('positive definite');
    expect(create([1, 2, 3], [1, 0.1, 0, 0.2, 1, 0, 0, 0, 1])).toThrow('symmetric');
    expect(create([1, Number.NaN, 3], [1, 1, 1])).toThrow('prior.weights');
  });
});

describe('a model that forgets', () => {
  test.prop([anyPrior, anyRewards, finite(0.05, 0.95)])(
    'keeps its prior, and of all else the share it is told',
    (prior, rewards, kept) => {
      const model = createRidgeModel({ ...size, prior });
      for (const { features, reward } of rewards) {
        model.learn(features, reward, 1);
        model.forget(kept);
      }
      const expected = normalEquations(prior, rewards, () => kept);
      weightsOf(model).forEach((weight, i) => {
        expect(weight).toBeCloseTo(expected[i]!, 8);
      });
    },
  );

  it('goes back to its prior in the end', () => {
    const prior = { weights: [1, -2, 0.5], precision: [2, 3, 4] };
    const model = createRidgeModel({ ...size, prior });
    for (let i = 0; i < 20; i++) model.learn([1, 0.5, -1], 5, 1);
    for (let i = 0; i < 200; i++) model.forget(0.9);
    weightsOf(model).forEach((weight, i) => {
      expect(weight).toBeCloseTo(prior.weights[i]!, 6);
    });
    expect(model.logDeterminantRatio()).toBeCloseTo(0, 6);
  });
});
