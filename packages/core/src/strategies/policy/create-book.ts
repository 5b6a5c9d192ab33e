/**
 * Chooses the book that keeps a policy's promise.
 *
 *   baseline reward   promise about expected rewards    promise about observed rewards
 *   declared          betting certificate               plain accounting
 *                     (and equations, if trusted)
 *   unknown           hold-out coin                     hold-out coin
 *
 * If the promise is kept in periods, each has such a book of its own.
 */
import type { VarianceProxy } from '../../safety/bets/bet-components.ts';
import { coinBook } from '../../safety/books/coin-book.ts';
import { equationBook } from '../../safety/books/equation-book.ts';
import { knownBaselineBook } from '../../safety/books/known-baseline-book.ts';
import { observedBook } from '../../safety/books/observed-book.ts';
import { PeriodBook, type PeriodStart } from '../../safety/books/period-book.ts';
import type { PromiseBook } from '../../safety/books/promise-book.ts';
import type { RewardInterval, SafetyBook } from '../../safety/books/safety-book.ts';
import { SplitBook } from '../../safety/books/split-book.ts';
import type { CheckedDefinition } from './checked-definition.ts';
import { POLICY_DEFAULTS } from './defaults.ts';
import type { ReceiptPromise } from './receipt.ts';

/** Returns an empty book for the definition. */
export function createBook(checked: CheckedDefinition, dimension: number): SafetyBook {
  const { period } = checked.definition;
  const { reserve } = checked.terms;
  if (period === undefined) {
    return createPeriod(checked, dimension, { period: 1, reserve, failureShare: 1 });
  }
  return new PeriodBook({
    createBook: (start) => createPeriod(checked, dimension, start),
    reserve,
    roundCount: period === 'named' ? null : period,
  });
}

function createPeriod(
  checked: CheckedDefinition,
  dimension: number,
  start: PeriodStart,
): PromiseBook {
  const { definition, noiseScale } = checked;
  const { reward, baseline, budgetMax, size } = definition;
  const common = {
    terms: { ...checked.terms, reserve: start.reserve },
    rewardFloor: reward.min,
    rewardNoiseScale: noiseScale,
    failureProbability: start.failureShare * checked.bookFailureProbability,
    period: start.period,
    ...(budgetMax === undefined ? {} : { budgetMax }),
    ...(size === undefined ? {} : { typicalSize: size.typical }),
  };
  const isObserved = (definition.promise ?? POLICY_DEFAULTS.promise) === 'observed';
  if (checked.baselineReward === undefined) {
    const subject = isObserved ? 'observed' : (baseline.coin ?? POLICY_DEFAULTS.coin);
    return coinBook({ ...common, subject, rewardCeiling: reward.max });
  }
  if (isObserved) return observedBook(common);
  const known = {
    ...common,
    ...varianceProxyOf(reward.deviationScale),
    rewardCeiling: reward.max,
    baselineRewardMin: Math.max(reward.min, 0),
  };
  const { weightNormBound } = baseline;
  return weightNormBound === undefined
    ? knownBaselineBook(known)
    : equationBook({ ...known, dimension, weightNormBound });
}

/** Returns an empty book for decisions that can be divided. */
export function createSplitBook(checked: CheckedDefinition): SplitBook {
  const { definition, terms, bookFailureProbability, noiseScale } = checked;
  const { reward, budgetMax, size, split } = definition;
  const { check: _check, strips: _strips, ...declared } = split!;
  const baseline = baselineInterval(checked);
  return new SplitBook({
    terms,
    failureProbability: bookFailureProbability,
    typicalSize: size?.typical ?? 1,
    hasWideSizes: size !== undefined,
    declarations: {
      range: { min: reward.min, max: reward.max },
      ...declared,
      ...(baseline === null ? {} : { baseline }),
      ...(noiseScale > 0 ? { mayLeaveRange: true } : {}),
    },
    ...(budgetMax === undefined ? {} : { budgetMax }),
  });
}

function baselineInterval({ baselineReward: reward }: CheckedDefinition): RewardInterval | null {
  if (reward === undefined || reward === 'per-call') return null;
  return typeof reward === 'number' ? { min: reward, max: reward } : reward;
}

function varianceProxyOf(deviationScale: number | undefined): { varianceProxy?: VarianceProxy } {
  if (deviationScale === undefined) return {};
  return { varianceProxy: { variance: deviationScale ** 2, tail: 0 } };
}

/** Returns the name of the certificate, for receipts. */
export function certificateName({
  definition,
  baselineReward,
}: CheckedDefinition): ReceiptPromise['certificate'] {
  if (definition.split !== undefined) return 'check beside the try';
  if (baselineReward === undefined) return 'hold-out coin';
  if ((definition.promise ?? POLICY_DEFAULTS.promise) === 'observed') return 'observed total';
  return definition.baseline.weightNormBound === undefined ? 'betting' : 'betting and equations';
}
