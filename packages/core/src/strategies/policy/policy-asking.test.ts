/**
 * Asking changes nothing, whoever asks, whatever is asked, and however often: the same life with and
 * without questions ends in the same bits. And a snapshot taken at any moment goes on like the original.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GiveUpReason } from '../../safety/books/safety-book.ts';
import { createPolicy, type Policy, restorePolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';

const FARM: PolicyDefinition = {
  actions: ['new', 'other', 'local'],
  baseline: { action: 'local' },
  context: { temperature: { min: 5, max: 35 } },
  reward: { min: 2, max: 10 },
  allowedShortfall: 0.3,
  failureProbability: 0.1,
  reserve: 6,
  seed: 11,
};

const anyDefinition: fc.Arbitrary<PolicyDefinition> = fc
  .record({
    baseline: fc.constantFrom<PolicyDefinition['baseline'][]>(
      { action: 'local' },
      { action: 'local', coin: 'played' },
      { action: 'local', reward: 6 },
      { action: 'local', reward: { min: 5, max: 7 } },
    ),
    promise: fc.constantFrom<('expected' | 'observed')[]>('expected', 'observed'),
    execution: fc.constantFrom<('assume' | 'confirm')[]>('assume', 'confirm'),
    period: fc.constantFrom(undefined, 7),
    budgetMax: fc.constantFrom(undefined, 4),
    proposer: fc.constantFrom({ kind: 'optimistic' as const }, { kind: 'thompson' as const }),
  })
  .map(({ period, budgetMax, baseline, ...choices }) => ({
    ...FARM,
    ...choices,
    baseline: choices.promise === 'observed' ? { ...baseline, coin: 'policy' } : baseline,
    ...(period === undefined ? {} : { period }),
    ...(budgetMax === undefined ? {} : { budgetMax }),
  }));

type Step =
  | { readonly kind: 'decide'; readonly temperature: number }
  | {
      readonly kind: 'observe' | 'correct' | 'confirm' | 'fellBack' | 'cancel';
      readonly of: number;
      readonly reward: number;
      readonly reason: GiveUpReason;
    };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('decide' as const),
      temperature: fc.integer({ min: 6, max: 34 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'observe' as const,
        'observe' as const,
        'correct' as const,
        'confirm' as const,
        'fellBack' as const,
        'cancel' as const,
      ),
      of: fc.nat({ max: 30 }),
      reward: fc.integer({ min: 2, max: 10 }),
      reason: fc.constantFrom<GiveUpReason[]>('unrelated', 'newer-information'),
    }),
  },
);

function take(policy: Policy, step: Step): void {
  switch (step.kind) {
    case 'decide':
      policy.decide({ temperature: step.temperature });
      return;
    case 'observe':
    case 'correct':
      policy[step.kind](`d${step.of}`, step.reward);
      return;
    case 'confirm':
      policy.confirm(`d${step.of}`);
      return;
    default:
      policy[step.kind](`d${step.of}`, { reason: step.reason });
  }
}

const QUESTIONS: readonly ((policy: Policy) => void)[] = [
  (policy) => void policy.margin(),
  (policy) => void policy.preview({ temperature: 20 }),
  (policy) => void policy.weights(),
  (policy) => void policy.snapshot(),
  (policy) => void policy.pendingCount,
];

describe('asking', () => {
  it('changes nothing: margin, preview, weights, snapshot, at any moment', () => {
    const asked = fc.array(fc.tuple(anyStep, fc.subarray([...QUESTIONS])), { maxLength: 40 });
    fc.assert(
      fc.property(anyDefinition, asked, (definition, steps) => {
        const silent = createPolicy(definition);
        const questioned = createPolicy(definition);
        for (const [step, questions] of steps) {
          take(silent, step);
          take(questioned, step);
          for (const question of questions) question(questioned);
        }
        expect(questioned.snapshot()).toBe(silent.snapshot());
        expect(questioned.margin()).toBe(silent.margin());
      }),
      { numRuns: 120 },
    );
  });

  it('for a snapshot gives a policy that goes on like the original, rewards still waiting', () => {
    const steps = fc.array(anyStep, { maxLength: 40 });
    fc.assert(
      fc.property(anyDefinition, steps, steps, (definition, before, after) => {
        const policy = createPolicy(definition);
        for (const step of before) take(policy, step);
        const copy = restorePolicy(policy.snapshot());
        expect(copy.margin()).toBe(policy.margin());
        for (const step of after) {
          take(policy, step);
          take(copy, step);
        }
        expect(copy.snapshot()).toBe(policy.snapshot());
      }),
      { numRuns: 120 },
    );
  });
});
