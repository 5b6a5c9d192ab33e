/**
 * Decisions that are kept elsewhere: it makes no difference to anything where they are.
 */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { growPolicy } from './grow-policy.ts';
import { createPolicy, type Policy, restorePolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import { anyDivided, anyStep, anyWhole, margins, type Step, take } from './testing/season-life.ts';

// Few are kept for corrections, so that some leave while they are away.
vi.mock('./defaults.ts', async (importOriginal) => {
  const { POLICY_DEFAULTS } = await importOriginal<typeof import('./defaults.ts')>();
  return { POLICY_DEFAULTS: { ...POLICY_DEFAULTS, settledDecisionsKept: 5 } };
});

/** What keeps the texts: the newest of each. */
class Shelf {
  policy: Policy;
  readonly #texts = new Map<number, string>();

  constructor(policy: Policy) {
    this.policy = policy;
  }

  fill(keep: number): void {
    const { shelved } = this.policy.shelve(keep);
    for (const { first, last, text } of shelved) {
      for (let sequence = first; sequence <= last; sequence++) this.#texts.set(sequence, text);
    }
  }

  bring(sequence: number): void {
    if (this.policy.holds(`d${sequence}`)) return;
    const text = this.#texts.get(sequence);
    if (text !== undefined) this.policy.unshelve(text);
  }

  bringAll(): void {
    for (const sequence of this.#texts.keys()) this.bring(sequence);
  }
}

const SHOP: PolicyDefinition = {
  actions: ['usual', 'new'],
  baseline: { action: 'usual', reward: 5 },
  context: {},
  reward: { min: 0, max: 10 },
  allowedShortfall: 0.1,
};

/** Divided decisions of which a prior says how they stray: blocks of a place are learnt together. */
const anyJoint = anyDivided.map(
  ({ memory: _memory, ...definition }): PolicyDefinition => ({
    ...definition,
    prior: {
      weights: [1, 0, 1, 0, 1, 0],
      precision: [1, 1, 1, 1, 1, 1],
      seasonVariance: [1, 0.1, 1, 0.1, 1, 0.1],
      noiseVariance: 1,
    },
  }),
);

function inBlocks(step: Step, blocks: number): Step {
  if (step.kind !== 'decide') return step;
  return {
    ...step,
    isTogether: true,
    situations: step.situations.map((situation) => ({ size: 4, ...situation, blocks })),
  };
}

function withAction(definition: PolicyDefinition): PolicyDefinition {
  return { ...definition, actions: [...definition.actions, 'newer'] };
}

const anyMove = fc.record({
  step: anyStep,
  shelved: fc.option(fc.nat(4)),
  isRestored: fc.boolean(),
});

describe('a policy whose decisions are kept elsewhere', () => {
  it.each([
    ['whole', anyWhole, 1],
    ['divided', anyDivided, 1],
    ['divided in blocks that stray together', anyJoint, 3],
  ] as const)('answers as one that holds them all (%s)', (_name, anyDefinition, blocks) => {
    const life = fc.array(anyMove, { minLength: 10, maxLength: 50 });
    fc.assert(
      fc.property(anyDefinition, life, fc.nat(60), (definition, moves, growsAt) => {
        let whole = createPolicy(definition);
        const shelf = new Shelf(createPolicy(definition));
        moves.forEach(({ step, shelved, isRestored }, i) => {
          if (i === growsAt && definition.prior === undefined) {
            whole = growPolicy(whole, withAction(definition));
            shelf.policy = growPolicy(shelf.policy, withAction(definition));
          }
          const said = blocks === 1 ? step : inBlocks(step, blocks);
          if ('of' in said) shelf.bring(said.of);
          expect(take(shelf.policy, definition, said)).toBe(take(whole, definition, said));
          expect(margins(shelf.policy)).toEqual(margins(whole));
          expect(shelf.policy.pendingCount).toBe(whole.pendingCount);
          if (shelved !== null) shelf.fill(shelved);
          if (isRestored) shelf.policy = restorePolicy(shelf.policy.snapshot());
        });
        shelf.bringAll();
        expect(shelf.policy.snapshot()).toBe(whole.snapshot());
      }),
      { numRuns: 25 },
    );
  });

  it('holds so many and no more', () => {
    const policy = createPolicy(SHOP);
    for (let i = 0; i < 20; i++) policy.decide({});
    const { shelved, forgotten } = policy.shelve(3);
    expect(shelved.map(({ first, last }) => [first, last])).toEqual(
      Array.from({ length: 17 }, (_, i) => [i + 1, i + 1]),
    );
    expect([policy.heldCount, policy.pendingCount, forgotten]).toEqual([3, 20, []]);
    expect([policy.holds('d17'), policy.holds('d18')]).toEqual([false, true]);
    expect(policy.observe('d4', 5)).toBe('unknown-decision');
    policy.unshelve(shelved[3]!.text);
    expect(policy.observe('d4', 5)).toBe('recorded');
    // What waits to be learnt stays until it is.
    expect(policy.shelve(0).shelved).toHaveLength(3);
    policy.decide({});
    expect(policy.shelve(0).shelved.map(({ first }) => first)).toEqual([4, 21]);
  });

  it('gives up decisions that wait, wherever they are, and their books stay as they are', () => {
    const policy = createPolicy({ ...SHOP, reserve: 9 });
    for (let i = 0; i < 8; i++) policy.decide({});
    policy.observe('d2', 5);
    policy.decide({});
    const { shelved } = policy.shelve(4);
    const [margin, { revision }] = [policy.margin(), policy];
    policy.abandon('d6', 5);
    expect([policy.pendingCount, policy.margin()]).toEqual([3, margin]);
    expect(policy.revision).toBe(revision + 1);
    policy.unshelve(shelved[0]!.text);
    policy.unshelve(shelved[1]!.text);
    expect(['d1', 'd2', 'd6', 'd7'].map((id) => policy.holds(id))).toEqual([
      false,
      true,
      false,
      true,
    ]);
    const again = restorePolicy(policy.snapshot());
    again.unshelve(shelved[2]!.text);
    expect([again.holds('d3'), again.pendingCount]).toEqual([false, 3]);
  });

  it('does not take back what it has forgotten, or holds already', () => {
    const policy = createPolicy(SHOP);
    policy.decide({});
    policy.observe('d1', 5);
    policy.decide({});
    const [first] = policy.shelve(1).shelved;
    for (let i = 2; i < 8; i++) {
      policy.observe(`d${i}`, 5);
      policy.decide({});
    }
    expect(policy.shelve(100).forgotten).toEqual([1, 2]);
    const before = policy.pendingCount;
    policy.unshelve(first!.text);
    expect(policy.holds('d1')).toBe(false);
    expect(policy.pendingCount).toBe(before);
  });
});

it('a decision whose reward waits for its group stays, however many are settled, and others leave meanwhile', () => {
  const policy = createPolicy({ ...SHOP, execution: 'confirm' });
  const settle = (count: number, options = {}) => {
    const ids = Array.from({ length: count }, () => policy.decide({}, options).id);
    for (const [i, id] of ids.entries()) policy.observe(id, 4 + (i % 3));
    return ids;
  };
  const { id: voided } = policy.decide({}, { group: 'spring' });
  const [first] = settle(8, { group: 'spring' });
  policy.cancel(voided, { reason: 'unrelated' });
  const others = settle(40);
  const again = restorePolicy(policy.snapshot());
  expect(again.snapshot()).toBe(policy.snapshot());
  expect(policy.heldCount).toBeLessThan(20);
  for (const one of [policy, again]) {
    expect(one.correct(others[0]!, 9)).toBe('unknown-decision');
    // Nothing is learnt from it later, and where it is kept must make no difference.
    expect(one.correct(voided, 9)).toBe('unknown-decision');
    expect(one.correct(first!, 9)).toBe('recorded');
    one.closeGroup();
  }
  expect(margins(again)).toEqual(margins(policy));
  settle(40);
  expect(policy.correct(first!, 8)).toBe('unknown-decision');
  expect(policy.heldCount).toBe(5);
});
