import type { DecisionReceipt } from '@hedgerow/client';
import { describe, expect, it } from 'vitest';
import { seasonsOf } from '../data/seasons.ts';
import { exampleDecision } from '../testing/example-season.ts';
import { resultsByHybrid } from './by-hybrid.ts';
import { firstOfSites, storyOf } from './story.ts';
import { storyWords } from './story-card.tsx';

const DECISIONS = [
  exampleDecision({ sequence: 1, site: 'Hill', partRewards: { share: 0.2, try: 9, check: 8 } }),
  exampleDecision({
    sequence: 2,
    site: 'Mill',
    action: 'Bly',
    partRewards: { share: 0.1, try: 7, check: 8 },
  }),
  exampleDecision({ sequence: 3, site: 'Hill', group: '2028' }),
  exampleDecision({ sequence: 4, site: 'Mill', group: '2028' }),
];
const SEASONS = seasonsOf(DECISIONS);

function receipts(...margins: number[]) {
  const ids = ['home.1.3', 'home.1.4'];
  return new Map(
    margins.map((before, i) => [ids[i]!, { margin: { before } } as unknown as DecisionReceipt]),
  );
}

describe('the story of a farm', () => {
  it('tells what was tried, what it gained, and what was proved afterwards', () => {
    expect(firstOfSites(SEASONS[1]!).map(({ id }) => id)).toEqual(['home.1.3', 'home.1.4']);
    const story = storyOf(SEASONS, receipts(12, -3), 20);
    expect(story).toEqual([
      {
        season: '2027',
        triedShare: expect.closeTo(0.15, 10),
        gain: expect.closeTo(0.05, 10),
        budget: 12,
      },
      { season: '2028', triedShare: expect.closeTo(0.2, 10), gain: null, budget: 20 },
    ]);
    expect(storyWords(story, 't/ha')).toBe(
      'From 15% of the land in 2027 to 20% in 2028. In 2027 it brought +0.05\u00a0t/ha over all land.',
    );
  });

  it('says nothing of budgets that are not known', () => {
    expect(storyOf(SEASONS, receipts(12), null).map(({ budget }) => budget)).toEqual([null, null]);
  });

  it('sums up hybrids by the land they were tried on', () => {
    expect(resultsByHybrid(DECISIONS)).toEqual([
      { hybrid: 'Ada', tryCount: 3, triedSize: 6, difference: 1 },
      { hybrid: 'Bly', tryCount: 1, triedSize: 1, difference: -1 },
    ]);
  });
});
