/**
 * The promise of a policy as one sentence.
 */
import type { CheckedDefinition } from './checked-definition.ts';
import { POLICY_DEFAULTS } from './defaults.ts';
import { formatAmount } from './explain.ts';

/** Returns what is promised, about what, how often it is checked, and how sure it is. */
export function promiseText(checked: CheckedDefinition): string {
  return `${moment(checked)} ${subject(checked)} ${amount(checked)}, with probability ${1 - checked.failureProbability}.`;
}

function moment({ terms }: CheckedDefinition): string {
  return terms.window === 1 ? 'At every moment' : `After every ${terms.window} rounds`;
}

function subject({ definition, baselineReward }: CheckedDefinition): string {
  const about = definition.promise ?? POLICY_DEFAULTS.promise;
  if (about === 'observed') return 'the observed total is';
  if (baselineReward !== undefined) return 'the expected total is';
  const coin = definition.baseline.coin ?? POLICY_DEFAULTS.coin;
  return coin === 'policy'
    ? 'the expected total, averaged over the coin, is'
    : 'the expected total of the actions played is';
}

function amount({ terms, unit }: CheckedDefinition): string {
  const reserve = terms.reserve === 0 ? '' : `, less ${formatAmount(terms.reserve, unit)} once`;
  if (terms.shareKept < 1) {
    const share = Number((100 * terms.shareKept).toPrecision(6));
    return `at least ${share} % of what the baseline would earn${reserve}`;
  }
  const loss = formatAmount(terms.allowancePerRound, unit);
  return `at most ${loss} a round below what the baseline would earn${reserve}`;
}
