/**
 * Corrections leave no trace: a history with typing errors that are corrected later, beside the same
 * history told rightly at once.
 */
import type { DecideOptions, PolicyDefinition } from '@hedgerow/core';
import type { Step } from './histories.ts';

export interface Trace {
  readonly name: string;
  /** The hole it found; null for those that never differed. */
  readonly hole: string | null;
  readonly definition: PolicyDefinition;
  readonly wrong: readonly Step[];
  readonly right: readonly Step[];
}

const NUMBER: PolicyDefinition = {
  actions: ['b', 'x'],
  baseline: { action: 'b', reward: 0.25 },
  context: {},
  reward: { min: 0, max: 1, noiseScale: 0.25 },
  allowedShortfall: 0.5,
  reserve: 1000,
  failureProbability: 0.05,
  // So sure that nothing is learnt: predictions of later decisions would differ by what was typed.
  prior: {
    weights: [0.25, 0.25, 0.25, 0.25],
    precision: [1e20, 1e20, 1e20, 1e20],
    noiseVariance: 1,
    seasonVariance: [0, 0, 0, 0],
  },
};

interface Told {
  readonly options?: DecideOptions;
  readonly reward: number;
  /** What was typed first. */
  readonly typed?: number;
}

interface Order {
  /** Decisions whose rewards are told before the next decision; all others are decided before the rest is told. */
  readonly toldAtOnce?: number;
  readonly between?: readonly Step[];
}

/** Rewards are told as they are typed, and corrected at the end. */
function pair(
  told: readonly Told[],
  { between = [], toldAtOnce = told.length }: Order = {},
): Pick<Trace, 'wrong' | 'right'> {
  const decided = (isRight: boolean): Step[] => {
    const decisions = told.map(({ options = {} }): Step => ({ kind: 'decide', options }));
    const tellings = told.map(
      ({ reward, typed = reward }, decision): Step => ({
        kind: 'tell',
        decision,
        reward: isRight ? reward : typed,
      }),
    );
    return [
      ...decisions.slice(0, toldAtOnce).flatMap((decision, i) => [decision, tellings[i]!]),
      ...decisions.slice(toldAtOnce),
      ...tellings.slice(toldAtOnce),
    ];
  };
  const corrections = told.flatMap(({ reward, typed }, decision): Step[] =>
    typed === undefined ? [] : [{ kind: 'correct', decision, reward }],
  );
  return {
    wrong: [...decided(false), ...between, ...corrections],
    right: [...decided(true), ...between],
  };
}

const WARM_COUNT = 20;
const GROUPED = { options: { group: 'spring' } };

export const TRACES: readonly Trace[] = [
  {
    name: 'two absurd errors in a group',
    hole: 'A7',
    definition: { ...NUMBER, reward: { min: 0, max: 1, noiseScale: 0.01 } },
    // Beside 1e16 small gains are rounded up; bettors who have learnt a little make that a budget.
    ...pair(
      [
        ...Array.from({ length: WARM_COUNT }, () => ({ reward: 0.9 })),
        { ...GROUPED, reward: 0.7, typed: 1e33 },
        { ...GROUPED, reward: 0.7, typed: 1e16 },
        ...Array.from({ length: 18 }, () => ({ ...GROUPED, reward: 0.7 })),
      ],
      { toldAtOnce: WARM_COUNT, between: [{ kind: 'close group' }] },
    ),
  },
  {
    name: 'a budget with a limit, forty rewards typed 1 for .25',
    hole: 'B1',
    definition: { ...NUMBER, reserve: 1, budgetMax: 1, reward: { min: 0, max: 1 } },
    ...pair(Array.from({ length: 40 }, () => ({ reward: 0.25, typed: 1 }))),
  },
  {
    name: 'a budget with a limit, one reward typed 1e6',
    hole: 'B1',
    definition: { ...NUMBER, reserve: 1, budgetMax: 1 },
    ...pair([{ reward: 0.25, typed: 1e6 }, { reward: 0.25 }, { reward: 0.25 }]),
  },
  {
    name: 'a period ends on rewards that were typed too low',
    hole: 'B2',
    definition: { ...NUMBER, reserve: 10, period: 'named', reward: { min: 0, max: 1 } },
    ...pair(
      Array.from({ length: 12 }, () => ({ options: { period: '1' }, reward: 1, typed: 0 })),
      { between: [{ kind: 'decide', options: { period: '2', shadow: true } }] },
    ),
  },
  {
    name: 'a period ends on rewards that were typed too high',
    hole: 'A4',
    definition: { ...NUMBER, reserve: 10, period: 'named', reward: { min: 0, max: 1 } },
    ...pair(
      Array.from({ length: 12 }, () => ({ options: { period: '1' }, reward: 0, typed: 1 })),
      { between: [{ kind: 'decide', options: { period: '2', shadow: true } }] },
    ),
  },
  {
    name: 'ten rewards, five of them typed wrong',
    hole: null,
    definition: { ...NUMBER, reward: { min: 0, max: 1 }, reserve: 3 },
    ...pair(
      Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? { reward: 1, typed: 0 } : { reward: 1 })),
    ),
  },
  {
    name: 'a reward typed 1e6 where noise is declared',
    hole: null,
    definition: NUMBER,
    ...pair([{ reward: 0.25, typed: 1e6 }, { reward: 0.25 }]),
  },
];
