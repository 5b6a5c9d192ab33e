/**
 * The hybrids by expected yield, each with the range that eight of ten harvests fall into.
 */
import type { HybridOutlook } from '@hedgerow/lab/recommend';
import type { JSX } from 'preact';
import { IntervalList, type IntervalListProps } from '../charts/interval-list.tsx';
import { Card } from '../design/card.tsx';
import { shareText } from '../design/number-text.ts';
import type { FieldOutlook } from './field-outlook.ts';

export function RankingCard({ outlook }: { readonly outlook: FieldOutlook }): JSX.Element {
  const { ranking, form, best } = outlook;
  return (
    <Card
      title="What the hybrids may yield"
      lead={`In ${form.field}, in this season: the expected yield, and the range for eight of ten harvests. From field trials of 2016 and 2017; trust the order more than the level. ${best.hybrid} beats ${form.usual} with a chance of about ${shareText(best.chanceBetterThanUsual)}.`}
    >
      <IntervalList
        unit="t/ha"
        // A scale that begins at 0 stays as it is, so that one sees the ranges grow.
        hasZero
        rows={ranking.map((outlook) => rowOf(outlook, form.usual))}
      />
    </Card>
  );
}

function rowOf(
  { rank, hybrid, expected, low, high }: HybridOutlook,
  usual: string,
): IntervalListProps['rows'][number] {
  const marks = [...(rank === 1 ? ['best'] : []), ...(hybrid === usual ? ['your usual'] : [])];
  return {
    name: `${rank}. ${hybrid}`,
    estimate: oneDigit(expected),
    low: oneDigit(low),
    high: oneDigit(high),
    colour: rank === 1 ? '--learner' : hybrid === usual ? '--ink' : '--usual',
    ...(marks.length === 0 ? {} : { mark: marks.join(', ') }),
  };
}

/** Yields are told to a tenth of a tonne; the model is not better than that. */
function oneDigit(value: number): number {
  return Math.round(10 * value) / 10;
}
