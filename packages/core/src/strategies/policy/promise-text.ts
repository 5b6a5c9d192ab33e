/**
 * The promise of a policy as one sentence.
 */
import type { CheckedDefinition } from './checked-definition.ts';
import { POLICY_DEFAULTS } from './defaults.ts';

/** What the sentence is made of. */
type Promised = Omit<CheckedDefinition, 'promiseText'>;

/** Returns what is promised, about what, how often it is checked, and how sure it is. */
export function promiseText(checked: Promised): string {
  return `${moment(checked)} ${subject(checked)} ${amount(checked)}, ${certainty(checked)}.`;
}

/** With a declared baseline the observed total is plain accounting and cannot fail. */
function certainty({ definition, baselineReward, failureProbability }: Promised): string {
  const isObserved = (definition.promise ?? POLICY_DEFAULTS.promise) === 'observed';
  if (isObserved && baselineReward !== undefined) return 'for certain';
  return `with probability ${Number((1 - failureProbability).toPrecision(12))}`;
}

function moment({ terms, definition: { period } }: Promised): string {
  if (period === 'named') return 'At every moment of every period, counted by itself,';
  if (period !== undefined)
    return `At every moment of every ${period} rounds, counted by themselves,`;
  return terms.window === 1 ? 'At every moment' : `After every ${terms.window} rounds`;
}

function subject({ definition, baselineReward }: Promised): string {
  if (definition.split !== undefined) return 'what is earned in the weather that came is';
  const about = definition.promise ?? POLICY_DEFAULTS.promise;
  if (about === 'observed') return 'the observed total is';
  if (baselineReward !== undefined) return 'the expected total is';
  const coin = definition.baseline.coin ?? POLICY_DEFAULTS.coin;
  return coin === 'policy'
    ? 'the expected total, averaged over the coin, is'
    : 'the expected total of the actions played is';
}

function amount({ terms, unit, definition }: Promised): string {
  const reserve = terms.reserve > 0 ? exactAmount(terms.reserve, unit) : null;
  const debt =
    terms.reserve < 0
      ? `, once ${exactAmount(-terms.reserve, unit)} that were overdrawn before are made up for`
      : '';
  const isInPeriods = definition.period !== undefined;
  const inIt = definition.split === undefined ? '' : ' in it';
  if (terms.allowedShortfall > 0) {
    const share = Number((100 * terms.shareKept).toPrecision(6));
    const often = isInPeriods ? ' once in all periods together' : '';
    const less = reserve === null ? '' : `, less ${reserve}${often}`;
    return `at least ${share} % of what the baseline would earn${inIt}${less}${debt}`;
  }
  const each = `${exactAmount(terms.allowancePerRound, unit)} a round`;
  const once = isInPeriods ? 'once in all periods together' : 'once';
  const losses = reserve === null ? each : `${each} and ${reserve} ${once}`;
  return `at most ${losses} below what the baseline would earn${inIt}${debt}`;
}

/** A promise is not rounded, but for the dust of binary fractions. */
function exactAmount(value: number, unit: string): string {
  const text = String(Number(value.toPrecision(12)));
  return unit === '' ? text : `${text} ${unit}`;
}
