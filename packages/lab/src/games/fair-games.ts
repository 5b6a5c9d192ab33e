/**
 * Games that no report wins: every promise, with the reports that are harmless in it.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { Game } from './game.ts';
import { wholeGame } from './whole-game.ts';

const DEFINITION: PolicyDefinition = {
  actions: ['b', 'x'],
  baseline: { action: 'b', reward: 0.5 },
  context: {},
  reward: { min: 0, max: 1 },
  allowedShortfall: 0.5,
  reserve: 1,
  failureProbability: 0.5,
};
const CONFIRMED: PolicyDefinition = { ...DEFINITION, execution: 'confirm' };

const COMMON = {
  hit: 'books',
  bound: 0.5,
  means: [0, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1],
  baselines: [0.5],
  grid: { min: -1, max: 8, step: 0.025 },
} as const;

/** A hold-out needs room for the first draw. */
const UNKNOWN = {
  ...DEFINITION,
  allowedShortfall: undefined,
  allowedLossPerRound: 0.5,
} as const;

function unknown(baseline: PolicyDefinition['baseline'], promise: PolicyDefinition['promise']) {
  const { allowedShortfall: _relative, ...rest } = UNKNOWN;
  return { ...rest, baseline, ...(promise === undefined ? {} : { promise }) };
}

const HOLD_OUT = {
  ...COMMON,
  means: [0, 0.5, 1],
  baselines: [0, 0.5, 1],
  reports: ['told'],
  horizon: 4,
} as const;

export const FAIR_GAMES: readonly Game[] = [
  wholeGame({ ...COMMON, name: 'number', definition: DEFINITION, horizon: 9, reports: ['told'] }),
  wholeGame({
    ...COMMON,
    name: 'number, after ten rewards',
    definition: { ...DEFINITION, reserve: 10, failureProbability: 0.1 },
    bound: 2 / 3,
    horizon: 8,
    reports: ['told'],
    warm: { rewards: [1, 1, 1, 0, 1, 1, 0, 1, 1, 1], failureProbability: 0.15 },
    grid: { min: 8, max: 22, step: 0.005 },
  }),
  wholeGame({
    ...COMMON,
    name: 'interval',
    definition: { ...DEFINITION, baseline: { action: 'b', reward: { min: 0.25, max: 0.75 } } },
    baselines: [0.25, 0.5, 0.75],
    horizon: 4,
    reports: ['told'],
  }),
  wholeGame({
    ...HOLD_OUT,
    name: 'hold-out, policy',
    definition: unknown({ action: 'b' }, undefined),
    // Its changes are multiples of a probability, and no step of a grid.
    grid: { min: -1, max: 8, step: 0.001 },
  }),
  wholeGame({
    ...HOLD_OUT,
    name: 'hold-out, played',
    definition: unknown({ action: 'b', coin: 'played' }, undefined),
  }),
  wholeGame({
    ...HOLD_OUT,
    name: 'hold-out, observed',
    definition: unknown({ action: 'b' }, 'observed'),
  }),
  wholeGame({
    ...COMMON,
    name: 'number, observed',
    definition: { ...DEFINITION, promise: 'observed' },
    horizon: 7,
    reports: ['told'],
  }),
  wholeGame({
    ...COMMON,
    name: 'sizes',
    definition: { ...DEFINITION, size: { typical: 1 } },
    calls: [{ size: 0.5 }, { size: 2 }],
    means: [0, 0.25, 0.5, 1],
    horizon: 5,
    reports: ['told'],
  }),
  wholeGame({
    ...COMMON,
    name: 'late',
    definition: DEFINITION,
    horizon: 4,
    reports: ['told', 'late'],
  }),
  wholeGame({
    ...COMMON,
    name: 'lost',
    definition: DEFINITION,
    horizon: 6,
    reports: ['told', 'lost'],
  }),
  wholeGame({
    ...COMMON,
    name: 'cancelled or fell back',
    definition: CONFIRMED,
    horizon: 4,
    reports: ['told', 'cancelled', 'fell back'],
  }),
  wholeGame({
    ...COMMON,
    name: 'confirmed, told later',
    definition: CONFIRMED,
    horizon: 3,
    reports: ['told', 'late', 'confirmed, late'],
  }),
  wholeGame({
    ...COMMON,
    name: 'typed wrong and corrected',
    definition: DEFINITION,
    horizon: 3,
    reports: ['told', 'late', 'typed wrong'],
  }),
  wholeGame({
    ...COMMON,
    name: 'given up by who knows what it pays',
    definition: CONFIRMED,
    horizon: 3,
    reports: ['told', 'late', 'cancelled, knowing more', 'fell back, knowing more'],
  }),
];
