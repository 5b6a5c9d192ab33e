import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPolicy, type Policy, restorePolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';

const FARM: PolicyDefinition = {
  actions: ['early', 'local'],
  baseline: { action: 'local', reward: 8 },
  context: {},
  reward: { min: 0, max: 20 },
  allowedShortfall: 0.2,
  execution: 'confirm',
};

/** Things that may be said to a policy; each returns whether something is booked by it. */
const DEEDS: readonly ((policy: Policy, id: string) => boolean)[] = [
  (policy) => policy.decide({}).sequence > 0,
  (policy, id) => policy.observe(id, 9) === 'recorded',
  (policy, id) => policy.correct(id, 10) === 'recorded',
  (policy, id) => policy.confirm(id) === 'recorded',
  (policy, id) => policy.fellBack(id, { reason: 'unrelated' }) === 'recorded',
  (policy, id) => policy.cancel(id, { reason: 'unrelated' }) === 'recorded',
  (policy) => policy.preview({}).sequence < 0,
  (policy) => policy.margin() === Number.POSITIVE_INFINITY,
];

describe('the revision of a policy', () => {
  it('counts exactly what is booked, and is the same after a restore', () => {
    const deed = fc.record({
      what: fc.nat(DEEDS.length - 1),
      decision: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 40 }), (deeds) => {
        let policy = createPolicy(FARM);
        let booked = 0;
        for (const { what, decision } of deeds) {
          if (DEEDS[what]!(policy, `d${decision}`)) booked += 1;
          expect(policy.revision).toBe(booked);
          policy = restorePolicy(policy.snapshot(), { notBefore: booked });
        }
      }),
    );
  });

  it('keeps an old snapshot from being restored, with rule, what came and remedy', () => {
    const policy = createPolicy(FARM);
    const old = policy.snapshot();
    policy.decide({});
    const { revision } = policy;
    expect(() => restorePolicy(old, { notBefore: revision })).toThrow(
      'a snapshot must be of revision 1 or later, but it is of revision 0. Restore the newest one: what was spent after an old snapshot would be spent again. If it is lost, begin a new policy. [HR_FILE]',
    );
    expect(restorePolicy(policy.snapshot(), { notBefore: revision }).revision).toBe(revision);
  });
});
