/**
 * The promise of a policy in plain words, made from its definition.
 *
 * The service's own text is exact and stands beside it; this one is for reading.
 */
import type { PolicyView, ShownDefinition } from '@hedgerow/client';
import { amountText, numberText, oddsText, shareText } from '../design/number-text.ts';
import { usualChoice, type ViewOrDraft } from './usual-choice.ts';

/** Returns the promise as one sentence. */
export function promiseWords(view: ViewOrDraft & Pick<PolicyView, 'reserve' | 'unit'>): string {
  const { reserve, unit } = view;
  const definition = { ...view.definition, reserve: reserve.granted };
  const usual = usualChoice(view);
  return `${moment(definition)}, your ${subject(definition)} is ${amount(definition, unit)} what ${usual} would have earned${lessOnce(definition, unit)}${onceMadeUpFor(definition, unit)}.`;
}

/** Policies whose decisions are divided promise about the weather that came. */
function kindOf({ promise, split }: ShownDefinition): NonNullable<ShownDefinition['promise']> {
  return promise ?? (split === undefined ? 'expected' : 'realised');
}

function subject(definition: ShownDefinition): string {
  const kind = kindOf(definition);
  return kind === 'realised' ? 'total in the weather that came' : `${kind} total`;
}

function moment({ window = 1, period }: ShownDefinition): string {
  if (period === 'named') return 'At every moment of every period, counted by itself';
  if (period !== undefined) {
    return `At every moment of every ${numberText(period)} rounds, counted by themselves`;
  }
  return window === 1 ? 'At every moment' : `After every ${numberText(window)} rounds`;
}

function amount(
  { allowedShortfall, allowedLossPerRound = 0, reserve = 0 }: ShownDefinition,
  unit: string,
): string {
  if (allowedShortfall !== undefined) return `at least ${shareText(1 - allowedShortfall)} of`;
  const once = reserve <= 0 ? '' : `, and ${amountText(reserve, unit)} once,`;
  return `at most ${amountText(allowedLossPerRound, unit)} a round${once} short of`;
}

function lessOnce({ allowedShortfall, reserve = 0 }: ShownDefinition, unit: string): string {
  return allowedShortfall === undefined || reserve <= 0
    ? ''
    : `, less ${amountText(reserve, unit)} once`;
}

function onceMadeUpFor({ reserve = 0 }: ShownDefinition, unit: string): string {
  return reserve < 0
    ? `, once the ${amountText(-reserve, unit)} that earlier versions lost too much are made up for`
    : '';
}

/** Returns what was left of the reserve when this version began; nothing where there is none. */
export function reserveWords({ reserve, generation, unit }: PolicyView): string | null {
  if (reserve.granted < 0) {
    return `none: earlier versions lost ${amountText(-reserve.granted, unit)} too much`;
  }
  if (reserve.declared === 0) return null;
  const whole = `${amountText(reserve.declared, unit)}, once in the life of the policy`;
  return generation === 1
    ? whole
    : `${whole}, of which ${amountText(reserve.granted, unit)} were left when this version began`;
}

/** Returns what "total" means here, for a reader who has just lost a bad year. */
export function subjectWords(definition: ShownDefinition): string {
  const { baseline } = definition;
  const kind = kindOf(definition);
  if (kind === 'realised') return REALISED;
  if (kind === 'observed') return 'It is about what you really earn, luck included.';
  const expected =
    'It is about what can be expected: single rounds may do better or worse by luck.';
  return isMeasured(baseline) ? `${expected} ${measuredWords(baseline)}` : expected;
}

const REALISED =
  'It is about the weather, or the market, that really came: in a bad year you earn little, but not much less than your usual choice would have earned in the same year. The check beside each try shows how much that is.';

/** True where nobody has said what the usual choice earns. */
function isMeasured({ reward, log }: ShownDefinition['baseline']): boolean {
  return reward === undefined && log === undefined;
}

function measuredWords({ coin }: ShownDefinition['baseline']): string {
  const measured = 'What your usual choice earns is measured: a coin gives it some of the rounds.';
  return coin === 'played' ? measured : `${measured} The luck of that coin is averaged over, too.`;
}

/** Returns how sure it is: "It may fail in at most 1 of 100 such policies." */
export function certaintyWords(promise: PolicyView['promise']): string {
  if (promise.text.includes('for certain')) return 'This is plain accounting and cannot fail.';
  const odds = oddsText(promise.failureProbability);
  return `The risk that this ever fails is at most ${odds}, as long as this version is in force.`;
}
