/**
 * Limits hold for what is new. What was accepted before, when there were none, is made again and goes on.
 */
import { describe, expect, it } from 'vitest';
import { describePolicy } from './describe-policy.ts';
import { growPolicy } from './grow-policy.ts';
import { createPolicy, type Policy, restorePolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';

const WHOLE: PolicyDefinition = {
  actions: ['new', 'usual'],
  baseline: { action: 'usual', reward: 3 },
  context: {},
  reward: { min: 0, max: 9 },
  allowedShortfall: 0.25,
  failureProbability: 1e-120,
  memory: { halfLife: 0.0009, unit: 'groups' },
  size: { typical: 4 },
  seed: 7,
};
const DIVIDED: PolicyDefinition = {
  ...WHOLE,
  baseline: { action: 'usual' },
  split: { plotNoise: { scale: 1e-110 } },
};

/** The policy as a release without limits left it, and today's door to it. */
function accepted(definition: PolicyDefinition): { policy: Policy; ends: () => void } {
  let isAccepted = true;
  const policy = createPolicy(definition, { wasAccepted: () => isAccepted });
  policy.decide({}, { size: 1e-120 });
  return {
    policy,
    ends: () => {
      isAccepted = false;
    },
  };
}

describe.each([
  ['whole', WHOLE],
  ['divided', DIVIDED],
] as const)('a policy of %s decisions', (_, definition) => {
  it('is not made beyond the limits of today, but made again', () => {
    expect(() => createPolicy(definition)).toThrow('must be at least 1e-100');
    expect(() => describePolicy(definition)).toThrow('must be at least 1e-100');
    expect(describePolicy(definition, 'stored').dimension).toBe(4);
    expect(accepted(definition).policy.pendingCount).toBe(1);
  });

  it('goes on within the limits, also from its snapshot', () => {
    const { policy, ends } = accepted(definition);
    ends();
    for (const one of [policy, restorePolicy(policy.snapshot())]) {
      expect(() => one.decide({}, { size: 1e-120 })).toThrow('size must be at least 1e-100');
      expect(one.decide({}, { size: 3 }).id).toBe('d2');
    }
  });

  it('grows within the limits, and what it grew into before is made again', () => {
    const { policy } = accepted(definition);
    const grown = { ...definition, actions: ['new', 'usual', 'newest'] };
    expect(() => growPolicy(policy, grown)).toThrow('must be at least 1e-100');
    const again = growPolicy(policy, grown, { wasAccepted: () => true });
    expect(again.decide({}, { size: 3, proposal: 'newest' }).proposal).toBe('newest');
  });

  it('is still refused what makes no sense at all', () => {
    const { policy } = accepted(definition);
    expect(() => policy.decide({}, { size: 0 })).toThrow('size must be greater than 0');
    expect(() => policy.decide({}, { size: 1e101 })).toThrow('size must be a finite number');
    const anyway = { wasAccepted: () => true };
    const senseless = { ...definition, failureProbability: 0 };
    expect(() => createPolicy(senseless, anyway)).toThrow('failureProbability must be greater');
  });
});
