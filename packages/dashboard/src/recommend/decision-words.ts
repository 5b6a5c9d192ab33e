/**
 * A recommendation in words: what to plant, why, and what the forecast has to do with it.
 */
import type { Receipt, WireReason } from '@hedgerow/client';
import { numberText } from '../design/number-text.ts';
import { percentText } from '../design/percent-text.ts';
import type { FieldOutlook } from './field-outlook.ts';
import { tonnes, tonnesRange } from './yield-text.ts';

/** What the words need of an answer, previewed or made. */
export type Answer = Pick<Receipt, 'action' | 'margin' | 'coin'> & { readonly reason: WireReason };

export interface DecisionWords {
  readonly headline: string;
  readonly reason: string;
}

/** Returns what to plant and why. */
export function decisionWords(outlook: FieldOutlook, answer: Answer): DecisionWords {
  const { best } = outlook;
  const headline = headlineOf(outlook, answer);
  return { headline, reason: reasonOf(outlook, answer, best.expected - outlook.usual.expected) };
}

function headlineOf({ form, best }: FieldOutlook, { action, reason }: Answer): string {
  if (reason === 'coin-decides') {
    return `A coin will decide between ${best.hybrid} and ${form.usual} in ${form.field}.`;
  }
  return action === form.usual
    ? `Stay with ${action} in ${form.field}.`
    : `Plant ${action} in ${form.field}.`;
}

function reasonOf({ form, best }: FieldOutlook, answer: Answer, gain: number): string {
  const more = tonnes(gain);
  switch (answer.reason) {
    case 'proposal-is-safe':
      return `It is expected to yield ${more} more than ${form.usual}, your usual hybrid. Should it fail completely, the promise would still be kept.`;
    case 'not-certified':
      return `${best.hybrid} is expected to yield ${more} more, but should it fail completely, you would be ${tonnes(-answer.margin.ifProposed)} below what is promised. Every season with your usual hybrid adds to the safety budget.`;
    case 'proposal-is-baseline':
      return 'It is your usual hybrid, and also the best of the ranking.';
    case 'held-out':
      return `${best.hybrid} could be afforded, but this season measures how good your usual hybrid is.`;
    case 'coin-decides':
      return `${best.hybrid} will be planted with probability ${percentText(answer.coin?.playProbability ?? 0)}, otherwise ${form.usual}, to keep measuring how good your usual hybrid is.`;
    case 'shadow':
      return `The policy only watches for now. It would have considered ${best.hybrid}, which is expected to yield ${more} more.`;
    case 'halted':
      return 'The service is in doubt about its own books, so it does what you usually do.';
    default:
      return 'The policy is in safe mode, so it does what you usually do.';
  }
}

/** Returns what the doubt about the weather does to the yields, in words. */
export function forecastWords(outlook: FieldOutlook): string[] {
  const { form, best, bestIfExact, usualYield } = outlook;
  const weather = `± ${numberText(form.temperature.deviation)} °C and ± ${numberText(form.radiation.deviation)} MJ/m²`;
  return [
    `With ${weather}, ${best.hybrid} may yield ${tonnesRange({ min: best.low, max: best.high })} in eight of ten harvests. If the forecast were exact, it would be ${tonnesRange({ min: bestIfExact.low, max: bestIfExact.high })}: ${originOfDoubt(outlook)}.`,
    usualYield.max - usualYield.min < 0.1
      ? `The promise is about your usual hybrid, of which ${tonnes((usualYield.min + usualYield.max) / 2)} are expected.`
      : `The promise is about your usual hybrid, which may yield anything ${tonnesRange(usualYield)} in such weather. It must be kept at both ends, so a vaguer forecast leaves less to dare.`,
  ];
}

function originOfDoubt({ best, bestIfExact }: FieldOutlook): string {
  const widthIfExact = bestIfExact.high - bestIfExact.low;
  const share = (best.high - best.low - widthIfExact) / widthIfExact;
  if (share < 0.02) return 'nearly all of the doubt is the model’s own, not the weather’s';
  return share < 0.25
    ? 'most of the doubt is the model’s own, the rest is the weather’s'
    : 'much of the doubt is the weather’s';
}
