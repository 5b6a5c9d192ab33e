import { expect, it } from 'vitest';
import { deciderMemory } from './decider-memory.ts';

const auto = (gigabytes: number, deciderCount = 1) =>
  deciderMemory({ deciderMemory: 'auto' }, deciderCount, gigabytes * 2 ** 30);

it('leaves room for everything else on the machine, also on a small one', () => {
  for (const gigabytes of [0.75, 1, 2, 4, 8]) {
    for (const deciderCount of [1, 2, 3]) {
      const all = deciderCount * auto(gigabytes, deciderCount);
      expect(all).toBeLessThanOrEqual(Math.max(deciderCount * 96, 1024 * gigabytes - 384));
    }
  }
  expect(auto(1)).toBe(480);
});

it('is enough to get on, and no more than can be collected', () => {
  expect(auto(0.25)).toBe(96);
  expect(auto(64)).toBe(8192);
});

it('is what the settings say', () => {
  expect(deciderMemory({ deciderMemory: 300 }, 2, 2 ** 28)).toBe(300);
});
