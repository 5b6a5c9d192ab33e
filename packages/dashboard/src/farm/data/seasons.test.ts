import { describe, expect, it } from 'vitest';
import { exampleDecision } from '../testing/example-season.ts';
import { isAwaited, nextSeasonName, seasonsOf, sumOf } from './seasons.ts';

const NOVEMBER = Date.UTC(2026, 10, 15);
const MARCH = Date.UTC(2026, 2, 15);

describe('seasons', () => {
  it('are the groups of decisions, the oldest first, in the order of their plans', () => {
    const seasons = seasonsOf([
      exampleDecision({ sequence: 3, group: '2028' }),
      exampleDecision({ sequence: 2 }),
      exampleDecision({ sequence: 1 }),
      exampleDecision({ sequence: 4, state: 'void' }),
    ]);
    expect(seasons.map(({ name }) => name)).toEqual(['2027', '2028']);
    expect(seasons[0]!.decisions.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  it('count land that is tried, what is awaited, and the gain of complete pairs alone', () => {
    const [season] = seasonsOf([
      exampleDecision({ sequence: 1, partRewards: { share: 0.2, try: 9, check: 8 } }),
      exampleDecision({
        sequence: 2,
        size: 30,
        partRewards: { share: 0.1, try: { reward: 7, measuredShare: 0.5 }, check: 8 },
      }),
      exampleDecision({ sequence: 3, partRewards: { share: 0.2, try: 9, check: null } }),
      exampleDecision({ sequence: 4, partRewards: { share: 0, try: null, check: 8 } }),
    ]);
    expect(sumOf(season!)).toEqual({
      name: '2027',
      size: 60,
      triedSize: 7,
      decisionCount: 4,
      awaitedCount: 1,
      gain: -1,
    });
  });

  it('await nothing of what fell back to the usual hybrid', () => {
    expect(isAwaited(exampleDecision({ state: 'fell-back' }))).toBe(false);
    expect(isAwaited(exampleDecision())).toBe(true);
  });

  it('are followed by the next year, or by the one that is due', () => {
    expect(nextSeasonName([], NOVEMBER)).toBe('2027');
    expect(nextSeasonName([], MARCH)).toBe('2026');
    expect(nextSeasonName([{ name: '2030', decisions: [] }], MARCH)).toBe('2031');
    const named = ['2026', 'spring'].map((name) => ({ name, decisions: [] }));
    expect(nextSeasonName(named, MARCH)).toBe('2027');
  });
});
