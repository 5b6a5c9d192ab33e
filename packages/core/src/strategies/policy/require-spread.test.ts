/**
 * Sizes with which a declared spread cannot be squared are refused before anything is booked, and all others can be bet on.
 */
import { describe, expect, it } from 'vitest';
import { createPolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';

/** Nothing can be lost, so that all that is proposed is played and bet on. */
const STRAYING: PolicyDefinition = {
  actions: ['new', 'usual'],
  baseline: { action: 'usual', reward: 3e60 },
  context: {},
  reward: { min: 0, max: 9e60, deviationScale: 2e60, floors: { new: 3e60 } },
  allowedShortfall: 0.25,
  size: { typical: 4 },
  seed: 7,
};
const DIVIDED: PolicyDefinition = {
  actions: ['new', 'usual'],
  baseline: { action: 'usual', reward: 3e60 },
  context: {},
  reward: { min: 0, max: 9e60 },
  allowedShortfall: 0.25,
  size: { typical: 4 },
  split: { plotNoise: { scale: 1e59, checkScale: 2e60 } },
  seed: 7,
};
const WANTED = { proposal: 'new' } as const;

describe.each([
  ['deviationScale', STRAYING],
  ['plotNoise', DIVIDED],
] as const)('with a %s', (_, definition) => {
  it('a size is refused that is too large for it, and nothing is booked', () => {
    const policy = createPolicy(definition);
    policy.decide({}, { ...WANTED, size: 3 });
    const before = policy.snapshot();
    expect(() => policy.decide({}, { ...WANTED, size: 6e89 })).toThrow('size, times how far');
    expect(policy.snapshot()).toBe(before);
    policy.decide({}, { ...WANTED, size: 4e89 });
    expect(Number.isFinite(policy.margin())).toBe(true);
  });

  it('so is one that is too small', () => {
    const { plotNoise } = definition.split ?? {};
    const tiny: PolicyDefinition = {
      ...definition,
      baseline: { action: 'usual', reward: 3e-60 },
      reward: { min: 0, max: 9e-60, ...(plotNoise === undefined ? { deviationScale: 2e-60 } : {}) },
      ...(plotNoise === undefined ? {} : { split: { plotNoise: { scale: 2e-60 } } }),
    };
    const policy = createPolicy(tiny);
    policy.decide({}, { ...WANTED, size: 6e-91 });
    expect(() => policy.decide({}, { ...WANTED, size: 4e-91 })).toThrow('size, times how far');
  });

  it('a usual size is refused that bettors could not divide by', () => {
    const of = (typical: number) => () => createPolicy({ ...definition, size: { typical } });
    expect(of(6e89)).toThrow('size.typical, times how far');
    expect(of(4e89)).not.toThrow();
  });

  it('decisions of any two sizes that are accepted can be bet on', () => {
    for (const typical of [1e-100, 4e89]) {
      const policy = createPolicy({ ...definition, size: { typical } });
      for (const size of [1e-100, 4e89, typical, 3]) policy.decide({}, { ...WANTED, size });
      expect(Number.isFinite(policy.margin())).toBe(true);
    }
  });
});

it('a usual decision may stray next to nothing from what is declared, whatever the scale of the noise', () => {
  const policy = createPolicy({
    actions: ['new', 'usual'],
    baseline: { action: 'usual', reward: 'per-call' },
    context: {},
    reward: { min: 2, max: 8, noiseScale: 5e-324 },
    allowedShortfall: 0.25,
    reserve: 9,
    seed: 7,
  });
  const { id, action } = policy.decide({}, { proposal: 'new', baseline: { reward: 2 } });
  expect(action).toBe('new');
  expect(policy.observe(id, 5)).toBe('recorded');
  expect(Number.isFinite(policy.margin())).toBe(true);
});
