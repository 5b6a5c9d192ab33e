/**
 * The receipt as one site may see it.
 *
 * The model learns from all sites. Whoever sees what it predicts before and after another site's
 * harvest can work that harvest out; so predictions, and sentences that quote them, are left out, and so are the
 * probabilities of actions that were not chosen. The safety budget stays: a site's book holds its own rewards alone.
 */
import type { DecisionReceipt, WireReason } from '../../wire.ts';

/** What may be said of a reason without any amount. */
export const SENTENCES: { readonly [Reason in WireReason]: string } = {
  'proposal-is-safe': 'The proposal keeps the promise even if it pays as little as it can.',
  'held-out': 'The proposal was allowed, but a coin gave this round to the baseline.',
  'coin-decides': 'The proposal is allowed; a coin will decide.',
  'not-certified': 'The proposal could break the promise, so the baseline is played.',
  'proposal-is-baseline': 'The baseline is also what looks best.',
  'tried-on-a-part': 'The proposal is tried on as much of it as keeps the promise.',
  'safe-mode': 'The baseline is played because the policy is in safe mode.',
  shadow: 'The baseline is played because the policy only watches.',
  halted: 'The baseline is played because the state of the policy is in doubt.',
};

type Told = Pick<
  DecisionReceipt,
  'bounds' | 'explanation' | 'change' | 'reason' | 'propensities' | 'action'
>;

export function siteReceipt<Given extends Told>(receipt: Given): Given {
  const { reason, action } = receipt;
  const chosen = receipt.propensities?.filter((one) => one.action === action);
  const propensities = chosen === undefined ? {} : { propensities: chosen };
  const said = { explanation: SENTENCES[reason], change: [] };
  return { ...receipt, bounds: [], ...propensities, ...said };
}
