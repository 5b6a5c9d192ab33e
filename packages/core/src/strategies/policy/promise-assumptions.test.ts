import { describe, expect, it } from 'vitest';
import { createPolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';

const FARM: PolicyDefinition = {
  actions: ['early', 'local'],
  baseline: { action: 'local', reward: 8 },
  context: {},
  reward: { min: 0, max: 20 },
  allowedShortfall: 0.2,
  execution: 'confirm',
};
const SHARED = ['shared-state-assumed-independent'];

describe('the assumptions of a receipt', () => {
  it('name what decisions in flight together may share, and are empty when none waits', () => {
    const policy = createPolicy(FARM);
    const assumed = () => policy.decide({}).promise.assumptions;
    expect(policy.preview({}).promise.assumptions).toEqual([]);
    expect(assumed()).toEqual([]);
    expect(policy.preview({}).promise.assumptions).toEqual(SHARED);
    expect(assumed()).toEqual(SHARED);
    policy.observe('d1', 9);
    expect(assumed()).toEqual(SHARED);
    policy.fellBack('d2');
    policy.cancel('d3');
    expect(assumed()).toEqual([]);
    policy.confirm('d4');
    expect(assumed()).toEqual(SHARED);
  });

  it('are empty for a promise about what was observed: it averages over nothing', () => {
    const policy = createPolicy({ ...FARM, promise: 'observed' });
    policy.decide({});
    expect(policy.decide({}).promise.assumptions).toEqual([]);
  });
});
