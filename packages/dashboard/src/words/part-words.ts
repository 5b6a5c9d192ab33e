/**
 * The parts of a divided decision in plain words: what is tried, what stands beside it as the check, and
 * what is known of both.
 */
import type { PartReward, PartsStanding, Receipt } from '@hedgerow/client';
import { amountText } from '../design/number-text.ts';
import { percentText } from '../design/percent-text.ts';
import { named } from './named.ts';

export type PartRole = 'try' | 'check';
export type Parts = NonNullable<Receipt['parts']>;

export const PART_NAMES: Readonly<Record<PartRole, string>> = { try: 'Try', check: 'Check' };

/** Returns what the parts are for, as sentences for somebody who has to sow or harvest them. */
export function partsWords(parts: Parts): string {
  const tried = parts.find(({ role }) => role === 'try');
  const check = parts.find(({ role }) => role === 'check');
  if (tried === undefined) {
    return `Nothing is tried here: ${named(check!.action)} is kept on all of it.`;
  }
  if (check === undefined) {
    return `${named(tried.action)} is tried on all of it, so there is no check beside it.`;
  }
  const drawn =
    tried.strips === null
      ? 'Where the try begins is drawn at random when it is decided'
      : 'Where the try begins was drawn at random';
  return `${named(tried.action)} is tried on ${percentText(tried.share)} of it; ${named(check.action)} on the rest is the check beside it. ${drawn}, so that good or poor soil favours neither; please keep to the strips as they are drawn. Leave out the border rows when you measure.`;
}

/** Returns numbers of strips with neighbours drawn together: "1–3, 7". */
export function stripsText(strips: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const strip of strips) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === strip - 1) last[1] = strip;
    else runs.push([strip, strip]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

/** The parts that there are to measure: as planned, or as it was carried out. */
export function rolesOf({ share }: PartsStanding): PartRole[] {
  return [...(share > 0 ? (['try'] as const) : []), ...(share < 1 ? (['check'] as const) : [])];
}

/** Returns what a part paid, and on how much of it that was measured. */
export function partRewardText(part: PartReward, unit: string): string {
  if (typeof part === 'number') return amountText(part, unit);
  return `${amountText(part.reward, unit)} (measured on ${percentText(part.measuredShare)} of it)`;
}

/** Returns what is known of the parts: "the try paid 9 t/ha, the check is awaited". */
export function standingWords(standing: PartsStanding, unit: string): string {
  const words = rolesOf(standing).map((role) => {
    const part = standing[role];
    return part === null
      ? `the ${role} is awaited`
      : `the ${role} paid ${partRewardText(part, unit)}`;
  });
  return words.join(', ');
}
