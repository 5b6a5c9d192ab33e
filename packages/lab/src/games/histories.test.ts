/**
 * What leaves no trace: corrections, asking, loading, refused calls, the order of arrival.
 */
import { describe, expect, it } from 'vitest';
import { distance, type Step, sightAfter } from './histories.ts';
import { budgetLeft, KEPT, LIFE_TWINS } from './lives.ts';
import { loweredBudgets, NEWS_DEFINITIONS } from './news.ts';
import { TRACES } from './traces.ts';
import { PLAIN, TELLINGS, TWIN_DEFINITIONS } from './twins.ts';

/** Rounding of a few dozen sums. */
const SAME = 1e-9;

describe('a corrected history is that which was told rightly', () => {
  it.each(TRACES.map((trace) => [trace.name, trace] as const))('%s', (_name, trace) => {
    const { definition, wrong, right } = trace;
    const apart = distance(sightAfter(definition, wrong), sightAfter(definition, right));
    expect(apart).toBeLessThanOrEqual(SAME);
  });
});

const before = (count: number): Step[] =>
  Array.from({ length: count }, (_, decision): Step[] => [
    { kind: 'decide' },
    { kind: 'tell', decision, reward: decision % 3 === 0 ? 0 : 1 },
  ]).flat();

const REWARDS = [0, 1].flatMap((a) => [0, 1].flatMap((b) => [0, 1].map((c) => [a, b, c])));

describe.each(Object.entries(TWIN_DEFINITIONS))('twins: %s', (_name, definition) => {
  it.each(TELLINGS.map((telling) => [telling.name, telling] as const))('%s', (_told, telling) => {
    for (const rewards of REWARDS) {
      const one = sightAfter(definition, [...before(15), ...PLAIN.steps(rewards, 15)]);
      const other = sightAfter(definition, [...before(15), ...telling.steps(rewards, 15)]);
      expect(distance(one, other)).toBeLessThanOrEqual(SAME);
    }
  });
});

describe('no news lowers a budget', () => {
  it.each(Object.entries(NEWS_DEFINITIONS))('%s', (_name, definition) => {
    expect([...loweredBudgets(definition)]).toEqual([]);
  });
});

describe('long lives keep their budget', () => {
  it.each(LIFE_TWINS.map((twins) => [twins.name, twins] as const))('%s', (_name, twins) => {
    expect(budgetLeft(twins)).toBeGreaterThanOrEqual(twins.kept ?? KEPT);
  });
});
