import { expect, test } from 'vitest';
import { lazily } from './lazily.ts';

test('nothing is computed before it is asked for, and nothing twice', () => {
  let count = 0;
  const value = lazily(() => {
    count += 1;
    return undefined;
  });
  expect(count).toBe(0);
  expect([value(), value()]).toEqual([undefined, undefined]);
  expect(count).toBe(1);
});
