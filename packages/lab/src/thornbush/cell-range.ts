/**
 * The numbers behind the words of a cell: its range of rewards, its terms, its scales.
 */
import type { Cell } from './factors.ts';

export interface CellNumbers {
  readonly min: number;
  readonly max: number;
  /** max − min. */
  readonly width: number;
  /** Size of a usual decision, and of the largest. */
  readonly typicalSize: number;
  readonly sizeMax: number;
  /** α of a relative promise, 0 for an absolute one. */
  readonly allowedShortfall: number;
  /** What may be lost a round; 0 for a relative promise. */
  readonly allowancePerRound: number;
  readonly reserve: number;
  readonly window: number;
  /** The most that may be saved up. */
  readonly budgetMax: number;
  readonly failureProbability: number;
  readonly noiseScale: number;
  /** How far rewards stray from their means without noise; null where no bound is declared. */
  readonly spreadScale: number | null;
  /** What is declared: both kinds of scatter together; null where nothing is. */
  readonly deviationScale: number | null;
}

const RANGES = { zero: [0, 1], positive: [0.5, 1], negative: [-0.5, 0.5] } as const;
/** So high a floor that a round with a coin may be a gain for certain, and still a loss without. */
const HIGH_FLOOR = [0.84, 1] as const;
const SHORTFALLS = { 'shortfall-0.1': 0.1, 'shortfall-0.3': 0.3, 'loss-per-round': 0 } as const;
const FAILURES = { 'delta-0.1': 0.1, 'delta-0.3': 0.3 } as const;

/** Shares of the width of the range. */
const LOSS_PER_ROUND = 0.1;
const RESERVE = 0.5;
const NOISE = 0.1;
const DEVIATION = 0.1;
const BUDGET = 3;
const WINDOW = 5;
/** Sizes lie between 1 and their square. */
const TYPICAL_SIZE = 1000;
/** Rounds of a period. */
export const PERIOD_ROUNDS = 30;

/** Returns the numbers of a cell. */
export function cellNumbers(cell: Cell): CellNumbers {
  const isHigh = cell.floor === 'positive' && cell.terms === 'shortfall-0.1';
  const [min, max] = isHigh ? HIGH_FLOOR : RANGES[cell.floor];
  const width = max - min;
  const typicalSize = cell.size === 'spread' ? TYPICAL_SIZE : 1;
  const noiseScale = cell.noise === 'some' ? NOISE * width : 0;
  const spreadScale = cell.deviation === 'given' ? DEVIATION * width : null;
  return {
    min,
    max,
    width,
    typicalSize,
    sizeMax: typicalSize ** 2,
    allowedShortfall: SHORTFALLS[cell.terms],
    allowancePerRound: cell.terms === 'loss-per-round' ? LOSS_PER_ROUND * width : 0,
    reserve: cell.reserve === 'some' ? RESERVE * width * typicalSize : 0,
    window: cell.window === 'every-fifth' ? WINDOW : 1,
    budgetMax: cell.budget === 'limited' ? BUDGET * width * typicalSize : Number.POSITIVE_INFINITY,
    failureProbability: FAILURES[cell.failure],
    noiseScale,
    spreadScale,
    deviationScale: spreadScale === null ? null : Math.hypot(spreadScale, noiseScale),
  };
}

/** Whether decisions can be divided: each measures its own baseline then. */
export function isDivided(cell: Cell): boolean {
  return cell.split !== 'whole';
}

/** Whether a coin measures the baseline, because nothing is declared of it. */
export function hasCoin(cell: Cell): boolean {
  if (isDivided(cell)) return false;
  return cell.baseline === 'unknown-policy' || cell.baseline === 'unknown-played';
}
