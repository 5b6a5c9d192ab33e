import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { groupBy } from './group-by.ts';

test.prop([fc.array(fc.integer({ min: -7, max: 7 }))])('does as Map.groupBy', (items) => {
  const keyOf = (item: number) => item % 3;
  expect([...groupBy(items.values(), keyOf)]).toEqual([...Map.groupBy(items, keyOf)]);
});
