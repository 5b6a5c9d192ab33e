/**
 * The recommendation for one field in words: what to plant where, why, what is promised, the ranking,
 * and how good the model was where it was measured.
 */
import type { Receipt } from '@hedgerow/core';
import type { FieldContext, MixedModel } from '@hedgerow/farm';
import type { RankingPicture } from '@hedgerow/lab';
import { outsideLines, rankedBounds, rankingLines } from './outlook-text.ts';
import { stripsText } from './plan-table.ts';
import { weatherText } from './weather-text.ts';

export interface Recommended {
  readonly field: string;
  readonly weather: FieldContext['context'];
  readonly harvestCount: number;
  readonly receipt: Receipt;
}

/** Returns the lines for a terminal. */
export function recommendationLines(recommended: Recommended, model: MixedModel): string[] {
  const { receipt, weather } = recommended;
  return [
    `${titleOf(recommended)} (decision ${receipt.id})`,
    '',
    receipt.explanation,
    `The promise: ${receipt.promise.text}`,
    ...outsideLines(receipt),
    '',
    `Forecast: ${weatherText(model, weather)}.`,
    ...rankingLines(receipt, model.unit),
    '',
    ...sourceLines(recommended, model),
  ];
}

function titleOf({ receipt, field }: Recommended): string {
  const tried = receipt.parts?.find(({ role }) => role === 'try');
  const usual = receipt.baseline.action;
  if (tried === undefined) return `Plant ${usual}, your usual hybrid, in ${field}.`;
  return `Try ${tried.action} on strips ${stripsText(tried.strips)} of ${field}, and ${usual} on the others.`;
}

/** Returns the ranking as a picture. */
export function rankingPicture(recommended: Recommended, { unit }: MixedModel): RankingPicture {
  const { receipt, field } = recommended;
  const tried = receipt.parts?.find(({ role }) => role === 'try')?.action;
  return {
    id: `maize-${field.replace(/\W+/g, '-')}`,
    title: titleOf(recommended),
    subtitle: receipt.explanation,
    unit,
    rows: rankedBounds(receipt).map(({ action, predicted, outlook, low, high }) => ({
      hybrid: action,
      expected: predicted,
      low: outlook?.low ?? low,
      high: outlook?.high ?? high,
      marks: [
        ...(action === tried ? (['to try'] as const) : []),
        ...(action === receipt.baseline.action ? (['usual'] as const) : []),
      ],
    })),
  };
}

/** Where the numbers come from, and what they were worth on seasons that the model had not seen. */
function sourceLines(
  { harvestCount }: Recommended,
  { accuracy, data, unit }: MixedModel,
): string[] {
  const learnt =
    harvestCount === 0
      ? 'none of your harvests has been reported yet'
      : `and from ${harvestCount === 1 ? 'one harvest' : `${harvestCount} harvests`} that you reported`;
  const source = `Where this comes from: a model fitted to ${data.plots} plots of ${data.years[0]} to ${data.years.at(-1)}; ${learnt}.`;
  const measured = accuracy?.schemes.find(({ leftOut }) => leftOut === 'year');
  if (measured === undefined) return [source, 'How good the model is was not measured.'];
  return [
    source,
    `In years it had not seen it was off by ${measured.error.toFixed(1)} ${unit} for a plot, mostly for all hybrids alike; of the gain it foresaw, ${measured.slope.toFixed(2)} came true, and of its 8 of 10 differences ${(10 * measured.differenceCover).toFixed(1)}.`,
    'The promise does not rest on the model.',
  ];
}
