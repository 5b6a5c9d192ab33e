/**
 * Long lives: what a disturbance leaves of the budget, beside the life without it, and worlds that should
 * be about as rich as each other.
 *
 * A policy may be safe and dead: its books prove almost nothing for a long time, and a user sees one that copies the
 * baseline. Less than half of the budget left is a finding; what was repaired keeps at least 80%.
 */
import type { DecideOptions, PolicyDefinition } from '@hedgerow/core';
import { openSeat, type Seat } from './seat.ts';

export interface Life {
  readonly definition: PolicyDefinition;
  readonly roundCount: number;
  /** What x pays. */
  readonly reward: number | ((round: number) => number);
  readonly options?: (round: number) => DecideOptions;
  /** What happens instead of telling the reward. */
  readonly disturbed?: (seat: Seat, id: string, round: number) => boolean;
  /** Of which site the budget is asked. */
  readonly site?: string;
}

export interface LifeTwins {
  readonly name: string;
  /** The way of being dead that it found; null for those that always lived. */
  readonly hole: string | null;
  readonly life: Life;
  readonly twin: Life;
  /** How much of the budget of the life is that of the twin, as their worlds have it. Default 1. */
  readonly scale?: number;
  /** The share that is known to be kept where it is less than `KEPT`: the decision record says why. */
  readonly kept?: number;
}

/** What a life keeps of the budget of its twin. */
export const KEPT = 0.8;

/** Returns the budget in the end. */
export function budgetAfter({
  definition,
  roundCount,
  reward,
  options,
  disturbed,
  site,
}: Life): number {
  const seat = openSeat(definition);
  const { policy } = seat;
  for (let round = 0; round < roundCount; round++) {
    const asked = { proposal: 'x', ...options?.(round) };
    const { id, chosenBy } = policy.decide({}, asked);
    const isTold = disturbed?.(seat, id, round) ?? false;
    if (isTold) continue;
    if (chosenBy === 'baseline') policy.confirm(id);
    else policy.observe(id, typeof reward === 'number' ? reward : reward(round));
  }
  return policy.margin(site);
}

/** The share of the budget of the undisturbed life that is left. */
export function budgetLeft({ life, twin, scale = 1 }: LifeTwins): number {
  return budgetAfter(life) / (scale * budgetAfter(twin));
}

const LIFE: Life = {
  definition: {
    actions: ['b', 'x'],
    baseline: { action: 'b', reward: 5 },
    context: {},
    reward: { min: 0, max: 20 },
    allowedShortfall: 0.5,
    failureProbability: 0.05,
  },
  roundCount: 300,
  reward: 8,
};

function withRange(max: number, more: Partial<PolicyDefinition> = {}): PolicyDefinition {
  return { ...LIFE.definition, reward: { min: 0, max }, ...more };
}

/** The first trial's reward is typed wrong, and corrected at once. */
function typedWrong(typed: number): NonNullable<Life['disturbed']> {
  return ({ policy }, id) => {
    // After the first reward of x there is something to lose.
    if (policy.revision > 3) return false;
    policy.observe(id, typed);
    policy.correct(id, 8);
    return true;
  };
}

const CONFIRM: Life = { ...LIFE, definition: { ...LIFE.definition, execution: 'confirm' } };
const every =
  (count: number, act: (seat: Seat, id: string) => void): NonNullable<Life['disturbed']> =>
  (seat, id, round) => {
    if (round % count !== count - 1) return false;
    act(seat, id);
    return true;
  };

const SITES = (round: number): DecideOptions => ({ site: round % 2 === 0 ? 'A' : 'B' });
const PERIODS: PolicyDefinition = { ...LIFE.definition, period: 'named', reserve: 10 };

export const LIFE_TWINS: readonly LifeTwins[] = [
  {
    name: 'the first reward typed 1000, corrected at once',
    hole: 'C1',
    life: { ...LIFE, definition: withRange(1000), roundCount: 1000, disturbed: typedWrong(1000) },
    twin: { ...LIFE, definition: withRange(1000), roundCount: 1000 },
  },
  {
    name: 'range 0 to 10,000 beside 0 to 20',
    hole: 'C2',
    // The first belief of the model is as wide as the range, and predictions stay cautious for long.
    kept: 0.75,
    life: { ...LIFE, definition: withRange(10_000), roundCount: 1000 },
    twin: { ...LIFE, roundCount: 1000 },
  },
  {
    name: 'interval 4.5 to 5.5, range 0 to 1000 beside 0 to 20',
    hole: 'C2',
    life: {
      ...LIFE,
      definition: withRange(1000, { baseline: { action: 'b', reward: { min: 4.5, max: 5.5 } } }),
      roundCount: 1000,
    },
    twin: {
      ...LIFE,
      definition: withRange(20, { baseline: { action: 'b', reward: { min: 4.5, max: 5.5 } } }),
      roundCount: 1000,
    },
  },
  {
    name: 'a site beside one a hundred times as large',
    hole: 'C3',
    life: {
      ...LIFE,
      definition: withRange(1000, { baseline: { action: 'b', reward: 'per-call' } }),
      roundCount: 1000,
      options: (round) => ({ ...SITES(round), baseline: { reward: round % 2 === 0 ? 5 : 500 } }),
      reward: (round) => (round % 2 === 0 ? 8 : 800),
      site: 'A',
    },
    twin: {
      ...LIFE,
      definition: withRange(1000, { baseline: { action: 'b', reward: 'per-call' } }),
      roundCount: 500,
      options: () => ({ site: 'A', baseline: { reward: 5 } }),
      site: 'A',
    },
  },
  {
    name: 'two sites that name periods in turns',
    hole: 'C4',
    life: {
      ...LIFE,
      definition: PERIODS,
      options: (round) => ({ ...SITES(round), period: round % 2 === 0 ? '2027' : '2028' }),
      site: 'A',
    },
    twin: {
      ...LIFE,
      definition: PERIODS,
      options: (round) => ({ ...SITES(round), period: '2027' }),
      site: 'A',
    },
  },
  {
    name: 'one of ten cancelled',
    hole: null,
    life: {
      ...CONFIRM,
      disturbed: every(10, ({ policy }, id) => policy.cancel(id, { reason: 'unrelated' })),
    },
    twin: CONFIRM,
  },
  {
    name: 'one of ten fell back',
    hole: null,
    life: {
      ...CONFIRM,
      disturbed: every(10, ({ policy }, id) => policy.fellBack(id, { reason: 'unrelated' })),
    },
    twin: CONFIRM,
  },
  {
    name: 'one of ten watched only',
    hole: null,
    life: { ...LIFE, options: (round) => (round % 10 === 9 ? { shadow: true } : {}) },
    twin: LIFE,
  },
  {
    name: 'a day of safe mode',
    hole: null,
    life: {
      ...LIFE,
      disturbed: ({ policy }, _id, round) => {
        policy.safeMode = round >= 100 && round < 120;
        return false;
      },
    },
    twin: LIFE,
  },
  {
    name: 'one reward lost',
    hole: null,
    life: { ...LIFE, disturbed: (_seat, _id, round) => round === 50 },
    twin: LIFE,
  },
  {
    name: 'the fiftieth reward typed 0, corrected at once',
    hole: null,
    life: {
      ...LIFE,
      disturbed: ({ policy }, id, round) => {
        if (round !== 50) return false;
        policy.observe(id, 0);
        policy.correct(id, 8);
        return true;
      },
    },
    twin: LIFE,
  },
];
