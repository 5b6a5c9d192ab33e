/**
 * Budgets by site, made from a listing of decisions.
 */
import type { DecisionSummary } from '@hedgerow/client';
import { describe, expect, it } from 'vitest';
import { siteBudgets } from './site-budgets.ts';

function decision(changes: Partial<DecisionSummary>): DecisionSummary {
  return {
    id: 'farm.2.1',
    policy: 'farm',
    generation: 2,
    sequence: 1,
    action: 'local',
    chosenBy: 'baseline',
    reason: 'not-certified',
    mode: 'live',
    decidedAt: '2026-11-01T08:00:00.000Z',
    state: 'issued',
    reward: null,
    rewardedAt: null,
    correctionCount: 0,
    marginAfter: 1,
    ...changes,
  };
}

describe('siteBudgets', () => {
  it('takes the newest decision of each site, and puts the site with least first', () => {
    const budgets = siteBudgets([
      decision({ sequence: 4, site: 'north', marginAfter: 5 }),
      decision({ sequence: 3, site: 'south', marginAfter: 2 }),
      decision({ sequence: 2, site: 'north', marginAfter: 0 }),
    ]);
    expect(budgets.map(({ site, margin, sequence }) => [site, margin, sequence])).toEqual([
      ['south', 2, 3],
      ['north', 5, 4],
    ]);
  });

  it('leaves out what has no site or no budget, and earlier generations', () => {
    const budgets = siteBudgets([
      decision({ marginAfter: 5 }),
      decision({ site: 'east', marginAfter: null }),
      decision({ site: 'north' }),
      decision({ site: 'south', generation: 1 }),
    ]);
    expect(budgets.map(({ site }) => site)).toEqual(['north']);
    expect(siteBudgets([])).toEqual([]);
  });
});
