/**
 * Safe, and alive: what is true but inconvenient (a wide range, an interval, a reserve, a large neighbour)
 * and what was reported wrong and corrected costs at most a fifth of the budget that a life without it
 * ends with. Deterministic: the baseline pays 5, x pays 8, α is ½.
 */
import { describe, expect, it } from 'vitest';
import { createPolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';

interface Disturbance {
  readonly definition?: Partial<PolicyDefinition>;
  readonly rewardMax?: number;
  /** Decisions at site A. Default 1000. */
  readonly decisions?: number;
  /** The decision whose reward is first told as `wrong`, and after how many more it is corrected. */
  readonly typed?: { readonly at: number; readonly wrong: number; readonly later: number };
  /** A site B has every second decision, and everything there is so many times as large. */
  readonly neighbour?: number;
}

interface Life {
  readonly budget: number;
  /** Decisions that the books gave to the baseline. */
  readonly refused: number;
}

function live(disturbance: Disturbance): Life {
  const { definition, rewardMax = 1000, decisions = 1000, typed, neighbour } = disturbance;
  const policy = createPolicy({
    actions: ['usual', 'x'],
    baseline: { action: 'usual', reward: 'per-call' },
    context: {},
    reward: { min: 0, max: rewardMax },
    allowedShortfall: 0.5,
    failureProbability: 0.05,
    seed: 1,
    ...definition,
  });
  const isDeclared = definition?.baseline !== undefined;
  const corrections = new Map<number, () => void>();
  let refused = 0;
  for (let i = 0; i < decisions * (neighbour === undefined ? 1 : 2); i++) {
    corrections.get(i)?.();
    const site = neighbour !== undefined && i % 2 === 0 ? 'B' : 'A';
    const times = site === 'B' ? neighbour! : 1;
    const baseline = isDeclared ? {} : { baseline: { reward: 5 * times } };
    const { id, action, reason } = policy.decide({}, { site, ...baseline });
    if (site === 'A' && reason === 'not-certified') refused += 1;
    const reward = (action === 'x' ? 8 : 5) * times;
    const isWrong = typed !== undefined && i === typed.at;
    policy.observe(id, isWrong ? typed.wrong : reward);
    if (!isWrong) continue;
    if (typed.later === 0) policy.correct(id, reward);
    else corrections.set(i + typed.later, () => policy.correct(id, reward));
  }
  return { budget: policy.margin('A'), refused };
}

const INTERVAL = { baseline: { action: 'usual', reward: { min: 4.5, max: 5.5 } } } as const;

describe('a reward that was typed wrong', () => {
  const twin = live({});

  it.each([0, 1, 2, 3, 10])(
    'leaves no trace if it is corrected before the next decision: %i',
    (at) => {
      expect(live({ typed: { at, wrong: 1000, later: 0 } })).toEqual(twin);
    },
  );

  it.each([
    [0, 1],
    [0, 20],
    [0, 100],
    [1, 5],
    [10, 5],
  ])('costs little if it is corrected later: %i, after %i more', (at, later) => {
    const { budget, refused } = live({ typed: { at, wrong: 1000, later } });
    expect(budget).toBeGreaterThan(0.95 * twin.budget);
    expect(refused).toBeLessThanOrEqual(twin.refused + 1);
  });

  it.each([0, 1, 4])('at another site does not stop this one: %i later', (later) => {
    const alone = live({ neighbour: 1 });
    const { budget } = live({ neighbour: 1, typed: { at: 0, wrong: 1000, later } });
    expect(budget).toBeGreaterThan(0.95 * alone.budget);
  });
});

describe('a range that is wider than rewards', () => {
  it.each([
    ['of the declared number', {}],
    ['of an interval', INTERVAL],
    ['with a reserve', { reserve: 10 }],
  ])('costs little, in the books %s', (_, definition) => {
    for (const [rewardMax, decisions] of [
      [1000, 1000],
      [10_000, 3000],
    ] as const) {
      const twin = live({ definition, rewardMax: 20, decisions });
      const { budget, refused } = live({ definition, rewardMax, decisions });
      expect(budget).toBeGreaterThan(0.8 * twin.budget);
      expect(refused).toBeLessThan(30);
    }
  });
});

describe('a site a hundred times as large', () => {
  it('does not stop a small one beside it, though one model mixes them up', () => {
    const { budget, refused } = live({ neighbour: 100 });
    expect(budget).toBeGreaterThan(0.8 * live({}).budget);
    expect(refused).toBeLessThan(10);
  });
});
