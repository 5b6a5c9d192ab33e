import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { createPolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';

const FARM: PolicyDefinition = {
  actions: ['usual', 'new', 'other'],
  baseline: { action: 'usual', reward: 5 },
  context: { warmth: { min: 0, max: 1 } },
  reward: { min: 0, max: 10 },
  allowedShortfall: 0.2,
};
/** A map that is not known to have a constant: then one is learnt beside it. */
const WITHOUT_CONSTANT: PolicyDefinition = {
  ...FARM,
  features: { kind: 'synthetic', actions: [[0.5], [1.5], [-1]] },
};
const DIVIDED: PolicyDefinition = {
  ...FARM,
  baseline: { action: 'usual' },
  split: { drop: 3 },
  seed: 3,
};

function predictions(definition: PolicyDefinition, warmth: number): number[] {
  const { bounds } = createPolicy(definition).preview({ warmth });
  return bounds.map(({ predicted }) => predicted);
}

describe('what a policy has learnt', () => {
  it.each([
    ['with a constant among its features', FARM],
    ['with a constant beside them', WITHOUT_CONSTANT],
  ])('%s is a prior with which another one predicts the same', (_name, definition) => {
    const policy = createPolicy(definition);
    const random = seededRandom(4);
    for (let round = 0; round < 60; round++) {
      const { id, action } = policy.decide({ warmth: random() });
      policy.observe(id, { usual: 5, new: 7, other: 4 }[action]! + random() - 0.5);
    }
    const margin = policy.margin();
    const prior = policy.exportPrior();
    expect(policy.margin()).toBe(margin);
    // Hints of the declared baseline move the model a little at the next decision: ask without one.
    const { reward: _declared, ...baseline } = definition.baseline;
    const heir = { ...definition, baseline, prior, seed: 1 };
    const before = createPolicy(heir)
      .weights()
      .weights.map(({ estimate }) => estimate);
    expect(before.length).toBeGreaterThanOrEqual(prior.weights.length);
    const { bounds } = policy.preview({ warmth: 0.3 });
    predictions(heir, 0.3).forEach((predicted, action) => {
      expect(Math.abs(predicted - bounds[action]!.predicted)).toBeLessThan(0.1);
    });
  });

  it('of divided decisions are differences and the level of the baseline', () => {
    const policy = createPolicy(DIVIDED);
    for (let season = 0; season < 8; season++) {
      const { id, proposal, parts } = policy.decide({ warmth: 0.5 });
      const check = 5;
      const tried = check + { usual: 0, new: 1.5, other: -1 }[proposal]!;
      policy.observe(id, parts!.length > 1 ? { try: tried, check } : { check });
    }
    const heir = { ...DIVIDED, prior: policy.exportPrior() };
    expect(createPolicy(heir).preview({ warmth: 0.5 }).proposal).toBe('new');
  });

  it('is refused as a prior where it does not fit', () => {
    const prior = createPolicy(FARM).exportPrior();
    expect(() => createPolicy({ ...DIVIDED, actions: ['usual', 'new'], prior })).toThrow(
      'prior.weights',
    );
    expect(() => createPolicy({ ...FARM, prior: { ...prior, offset: Number.NaN } })).toThrow(
      'prior.offset',
    );
  });
});

describe('a declaration that outcomes contradict', () => {
  it('is named in every receipt from then on, and no longer when it was a slip', () => {
    const policy = createPolicy({
      ...DIVIDED,
      reward: { min: 2, max: 10 },
      split: { beside: 2 },
    });
    const assumptions = () => policy.decide({ warmth: 0.5 }).promise.assumptions;
    const { id } = policy.decide({ warmth: 0.5 });
    expect(assumptions()).toEqual(['strips-do-not-affect-each-other']);
    policy.observe(id, { try: 3, check: 8 });
    expect(assumptions()).toContain('a-declaration-was-contradicted');
    policy.correct(id, { try: 7 });
    expect(assumptions()).toEqual(['strips-do-not-affect-each-other']);
  });
});
