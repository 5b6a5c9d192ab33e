/**
 * Chooses the book that keeps a policy's promise.
 *
 *   baseline reward   promise about expected rewards    promise about observed rewards
 *   declared          betting certificate               plain accounting
 *   unknown           hold-out coin                     hold-out coin
 */
import type { VarianceProxy } from '../../safety/bets/bet-components.ts';
import { CoinBook } from '../../safety/books/coin-book.ts';
import { KnownBaselineBook } from '../../safety/books/known-baseline-book.ts';
import { ObservedBook } from '../../safety/books/observed-book.ts';
import type { SafetyBook } from '../../safety/books/safety-book.ts';
import type { CheckedDefinition } from './checked-definition.ts';
import { POLICY_DEFAULTS } from './defaults.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import type { ReceiptPromise } from './receipt.ts';

/** Returns an empty book for the definition. */
export function createBook(checked: CheckedDefinition): SafetyBook {
  const { definition, terms, failureProbability, noiseScale } = checked;
  const { reward, baseline } = definition;
  const common = {
    terms,
    rewardFloor: reward.min,
    rewardNoiseScale: noiseScale,
    failureProbability,
  };
  const isObserved = (definition.promise ?? POLICY_DEFAULTS.promise) === 'observed';
  if (baseline.reward === undefined) {
    const subject = isObserved ? 'observed' : (baseline.coin ?? POLICY_DEFAULTS.coin);
    return new CoinBook({ ...common, subject, rewardCeiling: reward.max });
  }
  if (isObserved) return new ObservedBook(common);
  return new KnownBaselineBook({
    ...common,
    ...varianceProxyOf(reward.deviationScale),
    baselineRewardMin: Math.max(reward.min, 0),
  });
}

function varianceProxyOf(deviationScale: number | undefined): { varianceProxy?: VarianceProxy } {
  if (deviationScale === undefined) return {};
  return { varianceProxy: { variance: deviationScale ** 2, tail: 0 } };
}

/** Returns the name of the certificate, for receipts. */
export function certificateName(definition: PolicyDefinition): ReceiptPromise['certificate'] {
  if (definition.baseline.reward === undefined) return 'hold-out coin';
  const isObserved = (definition.promise ?? POLICY_DEFAULTS.promise) === 'observed';
  return isObserved ? 'observed total' : 'betting';
}
