/**
 * What an entry leaves out of a receipt is told again to the letter; what cannot be told again is kept.
 */
import { createPolicy, type PolicyDefinition } from '@hedgerow/core';
import { receiptTeller } from '@hedgerow/core/receipts';
import { describe, expect, it } from 'vitest';
import type { DecisionReceipt, DecisionRequest } from '../wire.ts';
import { compactReceipt, wholeReceipt } from './compact-receipt.ts';
import type { FreshlyDecided } from './entry.ts';

const DEFINITION: PolicyDefinition = {
  actions: Array.from({ length: 20 }, (_, i) => ({ name: `action${i}`, attributes: { size: i } })),
  baseline: { action: 'action3', reward: 10 },
  context: { rain: { min: 0, max: 600 }, soil: { categories: ['clay', 'sand'] } },
  reward: { min: 3, max: 20, unit: '€' },
  allowedShortfall: 0.2,
  seed: 5,
};
const REQUEST: DecisionRequest = {
  context: { rain: { kind: 'normal', mean: 300, sd: 37.5 }, soil: 'clay' },
};
const teller = receiptTeller(DEFINITION);
const policy = createPolicy(DEFINITION);

function fresh(request: DecisionRequest = REQUEST): FreshlyDecided {
  const { context, ...options } = request;
  const receipt = policy.decide(context, options);
  policy.observe(receipt.id, 9 + (receipt.sequence % 5));
  const address = { policy: 'load', generation: 1, mode: 'live', decidedAt: '2026-01-01' } as const;
  return { kind: 'decided', request, receipt: { ...receipt, ...address }, coreId: 'd1', key: null };
}

const textOf = (value: unknown) => JSON.stringify(value);
const toldAgain = (decided: FreshlyDecided) => {
  const receipt = compactReceipt(decided, teller, [1]);
  return wholeReceipt({ request: decided.request, receipt: JSON.parse(textOf(receipt)) }, teller);
};

describe('a compact receipt', () => {
  it('is told again to the letter, whatever was decided and why', () => {
    const reasons = new Set<string>();
    for (let round = 0; round < 60; round++) {
      const decided = fresh(
        round % 3 === 0 ? { ...REQUEST, allowed: ['action7'], proposal: 'action7' } : REQUEST,
      );
      reasons.add(decided.receipt.reason);
      expect(textOf(toldAgain(decided))).toBe(textOf(decided.receipt));
    }
    expect(reasons).toContain('proposal-is-safe');
    expect(reasons).toContain('not-certified');
  });

  it('takes less than half of the room', () => {
    const decided = fresh();
    const compact = textOf(compactReceipt(decided, teller, [1]));
    expect(compact.length).toBeLessThan(0.5 * textOf(decided.receipt).length);
    expect(compact).not.toContain('looks');
    expect(compact).not.toContain('€');
  });

  it.each<[string, Partial<DecisionReceipt>]>([
    ['an explanation', { explanation: 'In other words.' }],
    ['a change', { change: ['In other words.', 'And more.'] }],
    [
      'bounds with an outlook',
      { bounds: [{ ...fresh().receipt.bounds[0]!, outlook: {} as never }] },
    ],
    ['a context that was put right', { recalibrated: [], context: { kind: 'exact' } as never }],
    ['an amount of minus zero', { margin: { ...fresh().receipt.margin, after: -0 } }],
  ])('keeps %s that cannot be told again', (_name, change) => {
    const decided = fresh();
    const receipt = { ...decided.receipt, ...change };
    expect(textOf(toldAgain({ ...decided, receipt }))).toBe(textOf(receipt));
  });
});
