/**
 * Features that no model can calculate with are refused, and all others pass.
 */
import { expect, test } from 'vitest';
import { createPolicy } from './policy.ts';
import { requireLearnable } from './require-learnable.ts';

test.each([
  [[1e80], 1],
  [[1e74, 1e76], 1],
  [[1], 1e-151],
])('features %o with the ridge penalty %d are too large', (features, ridgePenalty) => {
  expect(() => requireLearnable(Float64Array.from(features), ridgePenalty)).toThrow(
    'HR_INPUT_RANGE',
  );
});

test.each([
  [[1e74], 1],
  [[0, 0], 1e-320],
  [[1], 1e-149],
])('features %o with the ridge penalty %d are fine', (features, ridgePenalty) => {
  expect(() => requireLearnable(Float64Array.from(features), ridgePenalty)).not.toThrow();
});

test('what is not finite is named', () => {
  expect(() => requireLearnable(Float64Array.of(1, Number.NaN), 1)).toThrow(
    'features[1] must be a finite number, but it is NaN',
  );
});

test('a policy refuses a revealed context that leads to such features, and learns nothing from it', () => {
  const policy = createPolicy({
    actions: ['new', 'usual'],
    baseline: { action: 'usual', reward: 5 },
    context: { size: { min: 0, max: 1e100 } },
    reward: { min: 0, max: 10 },
    allowedShortfall: 0.1,
    seed: 1,
    features: { kind: 'per-action', actionCount: 2, contextDimension: 1 },
  });
  const { id } = policy.decide({ size: 1 });
  const before = policy.snapshot();
  expect(() => policy.observe(id, 5, { context: { size: 1e90 } })).toThrow('HR_INPUT_RANGE');
  expect(policy.snapshot()).toBe(before);
});
