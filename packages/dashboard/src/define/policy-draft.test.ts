import type { PolicyDefinition } from '@hedgerow/client';
import { describe, expect, it } from 'vitest';
import { draftOf, EMPTY_POLICY, type PolicyDraft, readPolicy } from './policy-draft.ts';

const TYPED: PolicyDraft = {
  ...EMPTY_POLICY,
  name: 'shop',
  actions: 'usual\n bold \n',
  usual: 'usual',
  known: 'interval',
  usualMin: '4.5',
  usualMax: '6',
  variables: [
    { name: 'rain', kind: 'number', min: '0', max: '40', categories: '' },
    { name: 'day', kind: 'categories', min: '', max: '', categories: 'week\nweekend' },
  ],
  rewardMin: '3',
  rewardMax: '11',
  unit: '€',
  rewardDays: '30',
  shortfall: 0.25,
};

describe('what is typed', () => {
  it('becomes a definition with its promise, and the definition becomes what was typed', () => {
    const read = readPolicy(TYPED);
    expect(read).toMatchObject({
      definition: {
        actions: ['usual', 'bold'],
        baseline: { action: 'usual', reward: { min: 4.5, max: 6 } },
        context: { rain: { min: 0, max: 40 }, day: { categories: ['week', 'weekend'] } },
        reward: { min: 3, max: 11, unit: '€' },
        allowedShortfall: 0.25,
        rewardWithin: { days: 30 },
      },
      faults: {},
    });
    const waiting = readPolicy({ ...TYPED, rewardDays: '' }, read.definition!);
    expect(waiting.definition).not.toHaveProperty('rewardWithin');
    const again = draftOf('shop', read.definition!);
    expect(readPolicy(again)).toEqual(read);
  });

  it.each<[Partial<PolicyDraft>, string]>([
    [{ name: ' ' }, 'name'],
    [{ actions: 'usual' }, 'actions'],
    [{ usual: 'other' }, 'usual'],
    [{ usualMin: 'five' }, 'usualReward'],
    [{ usualMin: '' }, 'usualReward'],
    [{ usualMax: '40' }, 'usualReward'],
    [{ rewardMin: '' }, 'reward'],
    [{ rewardMin: '20' }, 'reward'],
    [{ rewardDays: 'soon' }, 'rewardDays'],
    [{ rewardDays: '-1' }, 'rewardDays'],
    [{ actions: 'usual\nbold\nbold' }, 'actions'],
    [{ shortfall: 1.5 }, 'shortfall'],
    [{ variables: [{ ...TYPED.variables[0]!, min: 'low' }] }, 'variables'],
    [{ variables: [{ ...TYPED.variables[0]!, min: '50' }] }, 'variables'],
    [{ variables: [TYPED.variables[0]!, TYPED.variables[0]!] }, 'variables'],
  ])('with %j is refused beside the field %s', (changes, field) => {
    const { definition, faults } = readPolicy({ ...TYPED, ...changes });
    expect(definition).toBeNull();
    expect(Object.keys(faults)).toContain(field);
  });

  it('keeps what the form has no fields for', () => {
    const before: PolicyDefinition = {
      actions: [
        { name: 'usual', attributes: { price: 4 } },
        { name: 'bold', attributes: { price: 5 } },
      ],
      baseline: { action: 'usual', reward: 'per-call', coin: 'played' },
      context: { rain: { min: 0, max: 40, seen: { min: 5, max: 30, step: 2 } } },
      reward: { min: 3, max: 11, deviationScale: 0.7 },
      allowedShortfall: 0.25,
      failureProbability: 0.03,
      promise: 'expected',
      reserve: 4,
      seed: '7',
    };
    const draft = draftOf('shop', before);
    expect(readPolicy(draft, before)).toMatchObject({ definition: before });
    const known = readPolicy({ ...draft, known: 'number', usualReward: '5' }, before);
    expect(known.definition?.baseline).toMatchObject({ action: 'usual', reward: 5 });
  });
});
