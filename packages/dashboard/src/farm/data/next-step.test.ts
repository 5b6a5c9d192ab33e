import { expect, it } from 'vitest';
import { nextStep } from './next-step.ts';
import type { SeasonSum } from './seasons.ts';

const SEASON: SeasonSum = {
  name: '2027',
  size: 60,
  triedSize: 7,
  decisionCount: 4,
  awaitedCount: 4,
  gain: null,
};

it.each([
  [0, [], 'fields'],
  [3, [], 'plan'],
  [3, [SEASON], 'sheet'],
  [3, [{ ...SEASON, awaitedCount: 1 }], 'harvest'],
  [3, [{ ...SEASON, awaitedCount: 0 }], 'plan'],
] as const)('with %i fields and %j the next step is %s', (fieldCount, seasons, step) => {
  expect(nextStep(fieldCount, seasons, '2028').step).toBe(step);
});
