/**
 * Games that a policy once lost: each with what was reported (its name), and its control, the same
 * without it.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { Game } from './game.ts';
import { groupGame } from './group-game.ts';
import { habitGame } from './habit-game.ts';
import { wholeGame } from './whole-game.ts';

export interface HoleGame {
  /** The hole it looks for. */
  readonly hole: string;
  readonly game: Game;
  readonly control: Game;
}

const DEFINITION: PolicyDefinition = {
  actions: ['b', 'x'],
  baseline: { action: 'b', reward: 0.5 },
  context: {},
  reward: { min: 0, max: 1 },
  failureProbability: 0.5,
};

const FEWER = {
  definition: {
    ...DEFINITION,
    baseline: { action: 'b', reward: { min: 0.97, max: 1 } },
    allowedShortfall: 0.5,
    reserve: 30,
    failureProbability: 0.1,
    split: { check: 0.2, strips: 10 },
  },
  bound: 2 / 3,
  baseline: 0.97,
  horizon: 40,
  warmCount: 150,
  failureProbability: 0.15,
  grid: { min: 90, max: 140, step: 0.002 },
} as const;

const ADDED = {
  definition: {
    ...DEFINITION,
    baseline: { action: 'b', reward: 0.3 },
    allowedShortfall: 0.2,
    reserve: 30,
    failureProbability: 0.1,
    split: { check: 0.75, strips: 20, drop: 0.15 },
  },
  bound: 2 / 3,
  baseline: 0.3,
  unweighed: [0],
  horizon: 40,
  warmCount: 150,
  failureProbability: 0.15,
  grid: { min: 0, max: 60, step: 0.05 },
} as const;

const OUTAGE = {
  hit: 'books',
  cancelled: 'leaves',
  bound: 0.5,
  definition: {
    ...DEFINITION,
    baseline: { action: 'b', coin: 'played' },
    allowedLossPerRound: 0.95,
    reserve: 1,
    execution: 'confirm',
  },
  grid: { min: -2, max: 12, step: 0.05 },
} as const;

const PERIODS = {
  hit: 'books',
  bound: 0.5,
  definition: {
    ...DEFINITION,
    baseline: { action: 'b', reward: 1 },
    reward: { min: 0, max: 2 },
    allowedLossPerRound: 0.05,
    reserve: 1,
    period: 'named',
  },
  horizon: 4,
  calls: [{ period: '1' }, { period: '2' }],
  means: [0, 0.95, 2],
  baselines: [1],
  grid: { min: -2, max: 8, step: 0.05 },
} as const;

const GROUPS = {
  hit: 'books',
  bound: 0.5,
  definition: {
    ...DEFINITION,
    allowedShortfall: 0.5,
    reserve: 30,
    failureProbability: 0.1,
  },
  memberCount: 3,
  groupCount: 5,
  means: [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.75, 1],
  baseline: 0.5,
  warm: { tops: [3, 3, 3, 3], failureProbability: 0.2 },
  grid: { min: 18, max: 48, step: 0.02 },
} as const;

const WINDOW = {
  hit: 'broken',
  // Each of two definitions has half of it.
  bound: 0.5,
  definition: {
    ...DEFINITION,
    allowedShortfall: 0.2,
    window: 6,
    reward: { min: 0.25, max: 1 },
    failureProbability: 0.25,
  },
  horizon: 7,
  reports: ['told'],
  means: [0.25, 0.4, 1],
  baselines: [0.5],
  grid: { min: -3, max: 6, step: 0.05 },
} as const;

export const HOLE_GAMES: readonly HoleGame[] = [
  {
    hole: 'A1',
    game: habitGame({
      ...FEWER,
      name: 'fewer strips sown, part of them weighed',
      more: [-1],
      unweighed: [1, 2],
    }),
    control: habitGame({
      ...FEWER,
      name: 'part of the strips weighed',
      more: [0],
      unweighed: [0, 1, 2],
    }),
  },
  {
    hole: 'A2',
    game: habitGame({ ...ADDED, name: 'strips added', more: [1, 2, 3] }),
    control: habitGame({ ...ADDED, name: 'strips as drawn', more: [0] }),
  },
  {
    hole: 'A3',
    game: wholeGame({
      ...OUTAGE,
      name: 'outage, every decision for x cancelled',
      horizon: 10,
      reports: ['cancelled'],
      means: [0],
      baselines: [0],
    }),
    control: wholeGame({
      ...OUTAGE,
      name: 'hold-outs without an outage',
      horizon: 4,
      reports: ['told'],
      means: [0, 0.5],
      baselines: [0, 1],
    }),
  },
  {
    hole: 'A4',
    game: wholeGame({
      ...PERIODS,
      name: 'two periods, typing errors corrected',
      reports: ['told', 'late', 'typed wrong'],
    }),
    control: wholeGame({ ...PERIODS, name: 'two periods', reports: ['told', 'late'] }),
  },
  {
    hole: 'A5',
    game: groupGame({
      ...GROUPS,
      name: 'groups that are joined late',
      joined: 'late',
      // Those of the first call and those that join later are told apart: six ends of each.
      groupCount: 3,
    }),
    control: groupGame({ ...GROUPS, name: 'groups at once', joined: 'at once' }),
  },
  {
    hole: 'A6',
    game: wholeGame({ ...WINDOW, name: 'a new definition inside of a window', mayRenew: true }),
    control: wholeGame({ ...WINDOW, name: 'a window' }),
  },
];
