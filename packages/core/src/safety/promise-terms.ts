/**
 * What is promised, as the terms of one running account:
 *
 *     slack = reserve + Σ over rounds ( reward − shareKept · baseline reward + allowancePerRound )
 *
 * The promise is: slack ≥ 0 at the end of every window (of every round, if the window is 1).
 *
 *   relative   shareKept = 1 − α, no allowance: at least (1 − α) of what the baseline would earn.
 *   absolute   shareKept = 1 and an allowance: at most so much worse a round, whatever the sign.
 *
 * A relative promise makes no sense where the baseline can lose: then following the baseline itself
 * would break it. Such rewards are refused, with the absolute form as the remedy.
 */
import { HedgerowError } from '../base/errors.ts';
import {
  requireBetween,
  requireFinite,
  requireNotNegative,
  requireWhole,
} from '../base/require.ts';

export interface PromiseTerms {
  /** α for a relative promise, 0 for an absolute one. */
  readonly allowedShortfall: number;
  /** 1 − α: the share of the baseline's total that is kept. */
  readonly shareKept: number;
  /** What may be lost in each round on top, in reward units. */
  readonly allowancePerRound: number;
  /** What may be lost once, in reward units; below 0: what was overdrawn before, and is made up for first. */
  readonly reserve: number;
  /** The promise is kept at multiples of this many rounds; 1 means at every round. */
  readonly window: number;
}

export interface RelativePromiseOptions {
  /** α: largest share of the baseline's total that may be lost; greater than 0, less than 1. */
  readonly allowedShortfall: number;
  readonly reserve?: number;
  readonly window?: number;
}

/** Returns the terms of "at least (1 − α) of the baseline's total". */
export function relativePromise(options: RelativePromiseOptions): PromiseTerms {
  requireBetween('allowedShortfall', options.allowedShortfall, 0, 1);
  return checkedTerms({
    allowedShortfall: options.allowedShortfall,
    shareKept: 1 - options.allowedShortfall,
    allowancePerRound: 0,
    reserve: options.reserve ?? 0,
    window: options.window ?? 1,
  });
}

export interface AbsolutePromiseOptions {
  /** Largest loss against the baseline in each round, on average, in reward units. */
  readonly allowedLossPerRound: number;
  readonly reserve?: number;
  readonly window?: number;
}

/** Returns the terms of "at most so much less than the baseline". */
export function absolutePromise(options: AbsolutePromiseOptions): PromiseTerms {
  return checkedTerms({
    allowedShortfall: 0,
    shareKept: 1,
    allowancePerRound: options.allowedLossPerRound,
    reserve: options.reserve ?? 0,
    window: options.window ?? 1,
  });
}

/** The least that a round given to the baseline adds to the slack. */
export function baselineIncrement(terms: PromiseTerms, baselineRewardMin: number): number {
  return terms.allowedShortfall * baselineRewardMin + terms.allowancePerRound;
}

/**
 * What a period or a generation hands on to the next: what is left of its reserve, or what is overdrawn.
 * What it earned beyond that stays its own; what it inherited as a debt can be made up for, and no more.
 */
export function handedOn(reserve: number, slack: number): number {
  return Math.min(Math.max(0, reserve), slack);
}

/** Refuses a baseline that may lose money under a relative promise. */
export function requireRepairing(terms: PromiseTerms, baselineRewardMin: number): void {
  if (terms.allowedShortfall === 0 || baselineRewardMin >= 0) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'with a relative promise the baseline reward must be at least 0',
    received: String(baselineRewardMin),
    remedy: 'Where rewards can be negative, use the absolute form: allowedLossPerRound.',
  });
}

function checkedTerms(terms: PromiseTerms): PromiseTerms {
  requireNotNegative('allowedLossPerRound', terms.allowancePerRound);
  requireFinite('reserve', terms.reserve);
  requireWhole('window', terms.window, 1, Number.MAX_SAFE_INTEGER);
  return terms;
}
