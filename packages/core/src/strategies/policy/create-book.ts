/**
 * Chooses the book that keeps a policy's promise.
 *
 *   baseline reward   promise about expected rewards    promise about observed rewards
 *   declared          betting certificate               plain accounting
 *                     (and equations, if trusted)
 *   unknown           hold-out coin                     hold-out coin
 */
import type { VarianceProxy } from '../../safety/bets/bet-components.ts';
import { CoinBook } from '../../safety/books/coin-book.ts';
import { EquationBook } from '../../safety/books/equation-book.ts';
import { KnownBaselineBook } from '../../safety/books/known-baseline-book.ts';
import { ObservedBook } from '../../safety/books/observed-book.ts';
import type { SafetyBook } from '../../safety/books/safety-book.ts';
import type { CheckedDefinition } from './checked-definition.ts';
import { POLICY_DEFAULTS } from './defaults.ts';
import type { ReceiptPromise } from './receipt.ts';

/** Returns an empty book for the definition. */
export function createBook(checked: CheckedDefinition, dimension: number): SafetyBook {
  const { definition, terms, noiseScale } = checked;
  const { reward, baseline } = definition;
  const common = {
    terms,
    rewardFloor: reward.min,
    rewardNoiseScale: noiseScale,
    failureProbability: checked.bookFailureProbability,
  };
  const isObserved = (definition.promise ?? POLICY_DEFAULTS.promise) === 'observed';
  if (checked.baselineReward === undefined) {
    const subject = isObserved ? 'observed' : (baseline.coin ?? POLICY_DEFAULTS.coin);
    return new CoinBook({ ...common, subject, rewardCeiling: reward.max });
  }
  if (isObserved) return new ObservedBook(common);
  const known = {
    ...common,
    ...varianceProxyOf(reward.deviationScale),
    baselineRewardMin: Math.max(reward.min, 0),
  };
  const { weightNormBound } = baseline;
  return weightNormBound === undefined
    ? new KnownBaselineBook(known)
    : new EquationBook({ ...known, dimension, weightNormBound });
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
  if (baselineReward === undefined) return 'hold-out coin';
  if ((definition.promise ?? POLICY_DEFAULTS.promise) === 'observed') return 'observed total';
  return definition.baseline.weightNormBound === undefined ? 'betting' : 'betting and equations';
}
