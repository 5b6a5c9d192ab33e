/**
 * What a model thinks of a hybrid in a field and season, in words that claim no more than it knows.
 *
 * Differences to the usual hybrid in the same field and weather are what it is good for; the level of a
 * yield is mostly season and place. Chances above nine in ten were measured to be overstated, so no more
 * than that is said; differences that are too small to matter are called alike.
 */
import type { ActionBounds, PolicyDefinition, Receipt } from '@hedgerow/client';
import { changeText, numberText, rangeText } from '../design/number-text.ts';
import { readableName } from './readable-name.ts';

export type Outlook = NonNullable<ActionBounds['outlook']>;
export type Outside = NonNullable<Receipt['outside']>[number];

/** In t/ha; less than this nobody can tell. */
const ALIKE_TONNES = 0.3;
/** In other units: this part of all that a reward can be. */
const ALIKE_SHARE = 0.02;

/** Differences up to this are called alike. */
export function alikeWithin({ reward }: Pick<PolicyDefinition, 'reward'>): number {
  return reward.unit === 't/ha' ? ALIKE_TONNES : ALIKE_SHARE * (reward.max - reward.min);
}

/** "+1.2 t/ha (−0.4 to +2.8)", or that it is alike. */
export function besideText({ beside }: Outlook, unit: string, alike: number): string {
  const range = `${signed(beside.low)} to ${signed(beside.high)}`;
  return Math.abs(beside.predicted) <= alike
    ? `alike (${range}\u00a0${unit})`
    : `${signed(beside.predicted)}\u00a0${unit} (${range})`;
}

/** "about 8 in 10"; nothing is said to be surer than nine in ten. */
export function chanceText(chance: number): string {
  if (chance > 0.9) return 'about 9 in 10';
  if (chance < 0.1) return 'less than 1 in 10';
  return `about ${Math.round(10 * chance)} in 10`;
}

/** "8 to 13 t/ha, mostly season and place". */
export function levelText({ low, high }: Outlook, unit: string): string {
  const whole = { low: Math.max(0, Math.round(low)), high: Math.round(high) };
  return `${rangeText(whole, unit)}, mostly season and place`;
}

const SIDES: readonly (readonly [RegExp, string, string])[] = [
  [/temp/i, 'cold', 'hot'],
  [/rain|precip|water/i, 'dry', 'wet'],
  [/rad|sun|light/i, 'dull', 'bright'],
];

/** "No trial was ever this cold: temperature 5, in trials 17.5 to 26.7." */
export function outsideText({ variable, value, min, max }: Outside): string {
  const side = SIDES.find(([pattern]) => pattern.test(variable));
  const name = readableName(variable);
  const word = side?.[value < min ? 1 : 2] ?? `${value < min ? 'low' : 'high'} in ${name}`;
  return `No trial was ever this ${word}: ${name} ${numberText(value)}, in trials ${numberText(min)} to ${numberText(max)}.`;
}

/** No more digits than can be told apart. */
export function tenths(value: number): number {
  return Math.round(10 * value) / 10;
}

function signed(value: number): string {
  return changeText(tenths(value), '');
}
