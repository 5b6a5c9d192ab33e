/**
 * What leaves no trace: corrections, asking, loading, refused calls, the order of arrival.
 */
import { describe, expect, it } from 'vitest';
import { distance, type Step, sightAfter } from './histories.ts';
import { budgetLeft, LIFE_TWINS } from './lives.ts';
import { TRACES } from './traces.ts';
import { PLAIN, TELLINGS, TWIN_DEFINITIONS } from './twins.ts';

/** Rounding of a few dozen sums. */
const SAME = 1e-9;
/** Closed later than this table was written. */
const STILL_OPEN: readonly (string | null)[] = ['A7', 'C1', 'C2', 'C3'];

describe('a corrected history is that which was told rightly', () => {
  const closed = TRACES.filter(({ hole }) => !STILL_OPEN.includes(hole));
  it.each(closed.map((trace) => [trace.name, trace] as const))('%s', (_name, trace) => {
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

/** What a repaired life keeps of the budget. */
const KEPT = 0.8;

describe('long lives keep their budget', () => {
  const closed = LIFE_TWINS.filter(({ hole }) => !STILL_OPEN.includes(hole));
  it.each(closed.map((twins) => [twins.name, twins] as const))('%s', (_name, twins) => {
    expect(budgetLeft(twins)).toBeGreaterThanOrEqual(KEPT);
  });
});
