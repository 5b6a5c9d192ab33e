/**
 * What the compiler must refuse stands below `@ts-expect-error`: where it no longer does, the types of the
 * tests are wrong, and `npm test` says so. What it lets through runs as well.
 */
import { describe, expect, expectTypeOf, it } from 'vitest';
import { normal } from '../../context/normal.ts';
import { createPolicy, type Policy, restorePolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';

const shop = () =>
  createPolicy({
    actions: [
      { name: 'usual', attributes: { price: 0.5 } },
      { name: 'bundle', attributes: { price: 0.25 } },
    ],
    baseline: { action: 'usual', reward: 10 },
    context: { temperature: { min: 5, max: 35 }, day: { categories: ['work', 'rest'] } },
    reward: { min: 3, max: 20 },
    allowedShortfall: 0.3,
    seed: 7,
  });
const today = { temperature: normal(21, 3), day: 'rest' };

describe('a policy whose definition stands in the program', () => {
  it('knows its actions', () => {
    const decision = shop().decide(today);
    expectTypeOf(decision.action).toEqualTypeOf<'usual' | 'bundle'>();
    expectTypeOf(shop().preview(today).proposal).toEqualTypeOf<'usual' | 'bundle'>();
    const plan = shop().decideTogether([{ context: today, proposal: 'bundle' }]);
    expectTypeOf(plan.receipts[0]!.action).toEqualTypeOf<'usual' | 'bundle'>();
    expect(['usual', 'bundle']).toContain(decision.action);
  });

  it('has no other variables, actions and fields', () => {
    const policy = shop();
    // @ts-expect-error: the variable is misspelt.
    expect(() => policy.decide({ temprature: 21, day: 'rest' })).toThrow('temprature');
    // @ts-expect-error: a variable is missing.
    expect(() => policy.decide({ temperature: 21 })).toThrow('day');
    // @ts-expect-error: there is no such action.
    expect(() => policy.decide(today, { proposal: 'bundel' })).toThrow('bundel');
    // @ts-expect-error: there is no such action.
    expect(() => policy.decide(today, { allowed: ['usual', 'other'] })).toThrow('other');
  });

  it('is refused for a baseline that is no action, and for a field that there is not', () => {
    const rest = { context: {}, reward: { min: 3, max: 20 }, allowedShortfall: 0.3 };
    expect(() =>
      // @ts-expect-error: the baseline is none of the actions.
      createPolicy({ actions: ['usual', 'bundle'], baseline: { action: 'usul' }, ...rest }),
    ).toThrow('usul');
    expect(() =>
      createPolicy({
        actions: ['usual', 'bundle'],
        baseline: { action: 'usual' },
        ...rest,
        // @ts-expect-error: the field is misspelt.
        reserv: 50,
      }),
    ).toThrow('reserv');
  });

  it('goes where any policy goes, and comes back from a snapshot', () => {
    let policy = shop();
    policy = restorePolicy(policy.snapshot());
    const any: Policy = policy;
    expect(any.decide(today).sequence).toBe(1);
  });
});

describe('a policy whose definition is data', () => {
  it('takes any names', () => {
    const definition: PolicyDefinition = JSON.parse(
      '{ "actions": ["a", "b"], "baseline": { "action": "a", "reward": 5 }, "context": { "x": { "min": 0, "max": 4 } }, ' +
        '"reward": { "min": 1, "max": 9 }, "allowedShortfall": 0.3, "seed": 3 }',
    );
    const policy = createPolicy(definition);
    const name: string = 'x';
    const decision = policy.decide({ [name]: 0.3 });
    expectTypeOf(decision.action).toEqualTypeOf<string>();
    expect(decision.action).toBe('a');
  });

  it('takes data with actions of the program', () => {
    const data: PolicyDefinition = {
      actions: [],
      baseline: { action: 'a', reward: 5 },
      context: {},
      reward: { min: 1, max: 9 },
      allowedShortfall: 0.3,
    };
    const decision = createPolicy({ ...data, actions: ['a', 'b'] }).decide({});
    expectTypeOf(decision.action).toEqualTypeOf<'a' | 'b'>();
    expect(decision.action).toBe('a');
  });

  it('takes lists that are made at run time', () => {
    const names = [1, 2, 3].map((number) => `hybrid ${number}`);
    const policy = createPolicy({
      actions: names,
      baseline: { action: names[0]! },
      context: {},
      reward: { min: 0, max: 9 },
      allowedShortfall: 0.3,
    });
    expectTypeOf(policy.decide({}).action).toEqualTypeOf<string>();
    expect(policy.decide({}, { proposal: names[1]! }).proposal).toBe('hybrid 2');
  });
});

it('is refused like any other mistake if the definition is left out', () => {
  // @ts-expect-error: a policy needs a definition.
  expect(() => createPolicy()).toThrow(/the definition must be .* \[HR_INPUT_\w+\]/);
});
