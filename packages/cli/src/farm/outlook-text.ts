/**
 * What the policy's model thinks of hybrids, in words that claim no more than it knows.
 *
 * Differences to the usual hybrid in the same field and weather are what it is good for; the level of
 * a yield is mostly season and place. Chances above nine in ten are overstated, so no more is said.
 */
import type { ActionBounds, Receipt } from '@hedgerow/core';
import { tableLines } from '../output/table.ts';

/** Returns the hybrids of a receipt, the best against the usual one first. */
export function rankedBounds({ bounds }: Pick<Receipt, 'bounds'>): ActionBounds[] {
  const gain = ({ outlook, predicted }: ActionBounds) => outlook?.beside.predicted ?? predicted;
  return [...bounds].sort((a, b) => gain(b) - gain(a));
}

/** Returns the ranking as a table; the level first, then the difference to the usual hybrid. */
export function rankingLines(receipt: Receipt, unit: string): string[] {
  const heading = ['hybrid', unit, '8 of 10 seasons', 'beside the usual', '8 of 10', 'better', ''];
  const rows = rankedBounds(receipt).map((one) => rankingRow(one, receipt));
  return tableLines([heading, ...rows]);
}

function rankingRow({ action, predicted, outlook }: ActionBounds, receipt: Receipt): string[] {
  const isUsual = action === receipt.baseline.action;
  const marks = [
    ...(isUsual ? ['usual'] : []),
    // The list says what the plan does: a wish that is not affordable is not tried.
    ...(receipt.parts?.some((part) => part.role === 'try' && part.action === action)
      ? ['to try']
      : []),
  ];
  if (outlook === undefined)
    return [action, predicted.toFixed(1), '', '', '', '', marks.join(', ')];
  const { low, high, beside } = outlook;
  return [
    action,
    predicted.toFixed(1),
    `${low.toFixed(1)} – ${high.toFixed(1)}`,
    isUsual ? '' : signed(beside.predicted),
    isUsual ? '' : `${signed(beside.low)} – ${signed(beside.high)}`,
    isUsual ? '' : chanceText(beside.chance),
    marks.join(', '),
  ];
}

/** "8 in 10"; nothing is said to be surer than nine in ten. */
export function chanceText(chance: number): string {
  const tenths = Math.min(9, Math.max(1, Math.round(10 * chance)));
  return `${tenths} in 10`;
}

/** "+0.4". */
export function signed(value: number): string {
  const tenths = Math.round(10 * value);
  return `${tenths < 0 ? '−' : '+'}${(Math.abs(tenths) / 10).toFixed(1)}`;
}

/** Says what lies outside of all trials. */
export function outsideLines({ outside = [] }: Pick<Receipt, 'outside'>): string[] {
  return outside.map(({ variable, value, min, max }) => {
    const side = value < min ? 'so low' : 'so high';
    return `In no trial was ${variable} ${side} (${round(value)}; in trials ${round(min)} to ${round(max)}): the numbers are guesses.`;
  });
}

function round(value: number): string {
  return String(Number(value.toPrecision(3)));
}
