/**
 * What `price seasons` plays: farms that may try hybrids on parts of their fields, in the world of
 * environments/season-world.ts, with more or less declared and known.
 *
 *     range      outcomes within 2 to 16             noise     plot noise of 0.6
 *     interval   baseline mean within 6 to 12        drop      at most 4 t/ha below the baseline beside it
 *     tight      outcomes within 4 to 14, interval   trial     public trial of every hybrid, error 0.4
 *     blocks     so many decisions a field           farms     one learner, a book for each farm
 *
 * Names are those of the reference, where it has the row. What is declared is true, but where the name
 * says FALSE: these rows are information. So are those without a gate, and the limit: the same plans
 * with the true slack in place of the proved one, which no gate can beat (Theorem 8).
 */
import type { MemoryDefinition, SplitDefinition } from '@hedgerow/core';
import { PLOT_NOISE, SEASON_TRUTH } from '../../environments/season-world.ts';

export interface SeasonCell {
  readonly name: string;
  /** Seasons that are played. */
  readonly seasonCount: number;
  readonly farmCount: number;
  /** Fields of each farm. */
  readonly fieldCount: number;
  /** Decisions into which a field is divided, each with a draw and a check of its own. */
  readonly blockCount: number;
  readonly plotNoise: number;
  readonly range: { readonly min: number; readonly max: number };
  /** Whether the interval of the baseline's mean is declared. */
  readonly hasInterval: boolean;
  readonly split: SplitDefinition;
  /** Whether results of a public trial are known before the first season. */
  readonly hasTrial: boolean;
  /** Whether all farms share a learner, or each has its own. */
  readonly learners: 'one' | 'own';
  readonly proposal: 'learner' | 'worst';
  /** After so many seasons what was better becomes worse; null for never. */
  readonly turnsAfter: number | null;
  /** How fast the learner forgets; null for not at all. */
  readonly memory: MemoryDefinition | null;
  /** Who says how much is tried: the policy, the plan with the true slack, or nobody. */
  readonly gate: 'policy' | 'truth' | 'none';
  /** Whether the row must keep its promise and be as good as the reference. */
  readonly isSound: boolean;
  /** Name of the row with the true slack and the same declarations, if it is played. */
  readonly limit: string | null;
  /** Share of the trials asked for that are played: less where one takes very long. */
  readonly trialShare: number;
}

export const SEASON_SHORTFALL = 0.1;
export const SEASON_FAILURE_PROBABILITY = 0.01;
export const CHECK_SHARE = 0.1;
/** Reference runs divide fields as finely as they like. */
const FINE_STRIPS = 1000;

type Changes = Partial<Omit<SeasonCell, 'name' | 'split' | 'limit'>>;

const INTERVAL: Changes = { hasInterval: true };
const TIGHT: Changes = { hasInterval: true, range: SEASON_TRUTH.outcome };
const WORST: Changes = { proposal: 'worst' };
const UNGATED: Changes = { gate: 'none', isSound: false };
const LIMIT: Changes = { gate: 'truth', isSound: false };
const FALSE: Changes = { isSound: false };
const BLOCKS: Changes = { blockCount: 4 };
const TRIAL: Changes = { hasTrial: true };
const FARMS: Changes = { farmCount: 10 };

const NOISE: SplitDefinition = { plotNoise: { scale: PLOT_NOISE } };
const DROP: SplitDefinition = { drop: SEASON_TRUTH.drop };
const BOTH: SplitDefinition = { ...NOISE, ...DROP };

const RANGES: readonly (readonly [string, Changes])[] = [
  ['range', {}],
  ['interval', INTERVAL],
  ['tight', TIGHT],
];

/** Names of the two rows in which fifty farms are compared with a co-operative. */
export const COOPERATIVE = {
  one: '50 farms of 10 fields, one learner',
  own: '50 farms of 10 fields, 50 learners',
} as const;

/** Seasons before the world turns, and names of the rows in which it does. */
export const TURN = {
  after: 8,
  forgetting: 'the world turns, half forgotten in 2 seasons',
  remembering: 'the world turns, nothing forgotten',
} as const;

/** Every cell, in the order of the report. */
export const SEASON_CELLS: readonly SeasonCell[] = [
  ...knowledgeCells(),
  cell('tight, noise, ratio .6', TIGHT, { ...NOISE, ratio: SEASON_TRUTH.ratio }),
  cell('range, beside 8', {}, { beside: 8 }),
  cell('tight, noise and drop, 20 strips', TIGHT, { ...BOTH, strips: 20 }),
  cell('range, 4 blocks a field', BLOCKS),
  cell('tight, 4 blocks a field', { ...TIGHT, ...BLOCKS }),
  cell('tight, noise and drop, 4 blocks a field', { ...TIGHT, ...BLOCKS }, BOTH),
  ...limitCells(),
  cell('no gate', { ...TIGHT, ...UNGATED }, BOTH),
  ...smallFarmCells(8),
  ...smallFarmCells(3),
  cell('worst hybrid, no gate', { ...TIGHT, ...WORST, ...UNGATED }, BOTH),
  cell('worst hybrid, range', WORST),
  cell('worst hybrid, tight, noise and drop', { ...TIGHT, ...WORST }, BOTH),
  cell('FALSE drop 1', { ...TIGHT, ...FALSE }, { ...NOISE, drop: 1 }),
  cell('FALSE drop 1, worst hybrid', { ...TIGHT, ...FALSE, ...WORST }, { ...NOISE, drop: 1 }),
  cell('FALSE noise .3', { ...TIGHT, ...FALSE }, { ...DROP, plotNoise: { scale: 0.3 } }),
  cell(
    'FALSE noise .3, worst hybrid',
    { ...TIGHT, ...FALSE, ...WORST },
    { ...DROP, plotNoise: { scale: 0.3 } },
  ),
  ...cooperativeCells(),
  ...turningCells(),
];

export const SEASON_CELL_NAMES: readonly string[] = SEASON_CELLS.map(({ name }) => name);

function cell(name: string, changes: Changes = {}, split: SplitDefinition = {}): SeasonCell {
  return {
    name,
    seasonCount: 15,
    farmCount: 1,
    fieldCount: 30,
    blockCount: 1,
    plotNoise: PLOT_NOISE,
    range: { min: 2, max: 16 },
    hasInterval: false,
    split: { check: CHECK_SHARE, strips: FINE_STRIPS, ...split },
    hasTrial: false,
    learners: 'one',
    proposal: 'learner',
    turnsAfter: null,
    memory: null,
    gate: 'policy',
    isSound: true,
    limit: null,
    trialShare: 1,
    ...changes,
  };
}

/** Nothing more, noise, and noise and drop, for each of what is told of the range. */
function knowledgeCells(): SeasonCell[] {
  return RANGES.flatMap(([name, changes]) => [
    { ...cell(name, changes), limit: limitName(name) },
    { ...cell(`${name}, noise`, changes, NOISE), limit: limitName(name) },
    { ...cell(`${name}, noise and drop`, changes, BOTH), limit: limitName(`${name}, drop`) },
  ]);
}

/** Plot noise is no limit of what may be lost, so these rows serve with and without it. */
function limitCells(): SeasonCell[] {
  return RANGES.flatMap(([name, changes]) => [
    cell(limitName(name), { ...changes, ...LIMIT }),
    cell(limitName(`${name}, drop`), { ...changes, ...LIMIT }, DROP),
  ]);
}

function limitName(declared: string): string {
  return `${declared}, book = truth (limit for every gate)`;
}

/** Farms of few fields, for which five seasons are long. */
function smallFarmCells(fieldCount: number): SeasonCell[] {
  const small: Changes = { fieldCount, seasonCount: 5 };
  const of = (name: string, changes: Changes = {}, split?: SplitDefinition) =>
    cell(`${fieldCount} fields, ${name}`, { ...small, ...changes }, split);
  const all = 'tight, noise and drop';
  const limits = [limitName('range'), limitName('tight'), limitName('tight, drop')] as const;
  const beside = (row: SeasonCell, limit: string) => ({
    ...row,
    limit: `${fieldCount} fields, ${limit}`,
  });
  return [
    beside(of('range'), limits[0]),
    beside(of('tight', TIGHT), limits[1]),
    beside(of('tight, noise', TIGHT, NOISE), limits[1]),
    beside(of(all, TIGHT, BOTH), limits[2]),
    of(`${all}, trial`, { ...TIGHT, ...TRIAL }, BOTH),
    of(`${all}, 10 farms`, { ...TIGHT, ...FARMS }, BOTH),
    of(`${all}, trial and 10 farms`, { ...TIGHT, ...TRIAL, ...FARMS }, BOTH),
    of('range, 4 blocks', BLOCKS),
    of(`${all}, 4 blocks`, { ...TIGHT, ...BLOCKS }, BOTH),
    of(`${all}, 4 blocks, trial and 10 farms`, { ...TIGHT, ...BLOCKS, ...TRIAL, ...FARMS }, BOTH),
    of(
      'interval, drop, 4 blocks with noise .9',
      { ...INTERVAL, ...BLOCKS, plotNoise: 0.9 },
      { ...DROP, plotNoise: { scale: 0.9 } },
    ),
    of('range, trial and 10 farms', { ...TRIAL, ...FARMS }),
    of(limits[0], LIMIT),
    of(limits[1], { ...TIGHT, ...LIMIT }),
    of(limits[2], { ...TIGHT, ...LIMIT }, DROP),
  ];
}

function cooperativeCells(): SeasonCell[] {
  const farms: Changes = { ...TIGHT, farmCount: 50, fieldCount: 10, trialShare: 0.1 };
  return [
    cell(COOPERATIVE.one, { ...farms, learners: 'one' }, BOTH),
    cell(COOPERATIVE.own, { ...farms, learners: 'own' }, BOTH),
  ];
}

function turningCells(): SeasonCell[] {
  const turning: Changes = { ...TIGHT, turnsAfter: TURN.after };
  const memory: MemoryDefinition = { halfLife: 2, unit: 'groups' };
  return [
    cell(TURN.remembering, turning, BOTH),
    cell(TURN.forgetting, { ...turning, memory }, BOTH),
  ];
}
