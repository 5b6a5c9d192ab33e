import { expect, it } from 'vitest';
import { totalUnit } from './units.ts';

it.each([
  ['t/ha', 'ha', 't'],
  ['bu/ac', 'ac', 'bu'],
  ['€', 'visitors', '€·visitors'],
  ['t/ha', '', 't/ha'],
])('totals of %s over %s are in %s', (unit, size, total) => {
  const reward = { min: 0, max: 1, unit };
  expect(totalUnit({ reward, size: { typical: 1, ...(size !== '' && { unit: size }) } })).toBe(
    total,
  );
});
