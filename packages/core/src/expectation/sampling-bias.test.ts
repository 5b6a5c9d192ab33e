import { expect, test } from 'vitest';
import { samplingBias } from './sampling-bias.ts';

const input = {
  rewardRange: { min: 2, max: 5 },
  actionCount: 20,
  round: 7,
  sampleCount: 50,
  failureProbability: 0.01,
};

test('the bound, by hand', () => {
  // 2·20·π²·7²/(6·0.01) = 322 407.077; its logarithm is 12.683570; 3·√(12.683570/100) = 1.06842.
  expect(samplingBias(input)).toBeCloseTo(1.06842, 5);
});

test('it is Hoeffding: the failure probability comes back, shared among actions and rounds', () => {
  const share = samplingBias(input) / 3;
  const oneFailure = 2 * Math.exp(-2 * input.sampleCount * share ** 2);
  const allRounds = (Math.PI ** 2 / 6) * input.round ** 2;
  expect(oneFailure * input.actionCount * allRounds).toBeCloseTo(0.01, 12);
});

test('four times the draws halve it', () => {
  expect(samplingBias(input) / samplingBias({ ...input, sampleCount: 200 })).toBeCloseTo(2, 12);
});

test('wrong input is refused', () => {
  expect(() => samplingBias({ ...input, rewardRange: { min: 5, max: 2 } })).toThrow(
    'rewardRange.max must be greater than 5',
  );
  expect(() => samplingBias({ ...input, round: 0 })).toThrow('round must be a whole number');
  expect(() => samplingBias({ ...input, sampleCount: 1.5 })).toThrow('sampleCount must be a whole');
  expect(() => samplingBias({ ...input, failureProbability: 1 })).toThrow('failureProbability');
});
