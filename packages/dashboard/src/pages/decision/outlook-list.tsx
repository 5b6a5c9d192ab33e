/**
 * What is thought of every action in one place, as differences to the usual one in the same place and
 * weather.
 */
import type { PolicyView, Receipt } from '@hedgerow/client';
import type { JSX } from 'preact';
import { IntervalList, type IntervalRow } from '../../charts/interval-list.tsx';
import { alikeWithin, chanceText, tenths } from '../../words/outlook-words.ts';

export interface OutlookListProps {
  readonly receipt: Pick<Receipt, 'bounds' | 'baseline' | 'outside'>;
  readonly definition: PolicyView['definition'];
  /** What the plan tries there, to be found in the list. */
  readonly tried?: readonly string[];
}

export function OutlookList(props: OutlookListProps): JSX.Element {
  const { receipt, definition, tried = [] } = props;
  const rows = outlookRows(receipt, alikeWithin(definition), tried);
  if (rows.length === 0) return <PlainBounds {...props} />;
  return (
    <div class="stack-tight">
      <IntervalList rows={rows} unit={definition.reward.unit ?? ''} hasZero first="as-given" />
      <p class="small soft">
        Differences to {receipt.baseline.action} in the same place and weather; the bar holds eight
        of ten seasons.
      </p>
    </div>
  );
}

/** Without a crop model: what the strips alone have shown so far. */
function PlainBounds({ receipt, definition, tried = [] }: OutlookListProps): JSX.Element {
  const { bounds, baseline } = receipt;
  const usual = bounds.find(({ action }) => action === baseline.action)?.predicted ?? 0;
  const rows = bounds
    .filter(({ action }) => action !== baseline.action)
    .map(({ action, predicted, low, high }) => ({
      name: action,
      ...(tried.includes(action) && { mark: TRIED }),
      estimate: predicted - usual,
      low: low - usual,
      high: high - usual,
      colour: '--learner',
    }))
    .toSorted((one, other) => other.estimate - one.estimate);
  return (
    <div class="stack-tight">
      <IntervalList rows={rows} unit={definition.reward.unit ?? ''} hasZero first="as-given" />
      <p class="small soft">
        Differences to {baseline.action} as the strips have shown them so far; the bar is where the
        mean difference most likely lies.
      </p>
    </div>
  );
}

const TRIED = 'tried in this plan';

function markOf(isTried: boolean, alike: string | null): { mark?: string } {
  const marks = [...(isTried ? [TRIED] : []), ...(alike === null ? [] : [alike])];
  return marks.length === 0 ? {} : { mark: marks.join(', ') };
}

/** The best first; those that nobody can tell from the best are said to be alike. */
export function outlookRows(
  { bounds, baseline }: Pick<Receipt, 'bounds' | 'baseline'>,
  alike: number,
  tried: readonly string[] = [],
): IntervalRow[] {
  const known = bounds
    .flatMap(({ action, outlook }) =>
      outlook === undefined || action === baseline.action ? [] : [{ action, ...outlook.beside }],
    )
    .toSorted((one, other) => other.predicted - one.predicted);
  const top = known[0]?.predicted ?? 0;
  return known.map(({ action, predicted, low, high, chance }) => ({
    name: `${action}, better ${chanceText(chance)}`,
    estimate: tenths(predicted),
    low: tenths(low),
    high: tenths(high),
    ...markOf(
      tried.includes(action),
      top - predicted <= alike && known.length > 1 ? 'alike at the top' : null,
    ),
    colour: predicted > alike ? '--learner' : '--usual',
  }));
}
