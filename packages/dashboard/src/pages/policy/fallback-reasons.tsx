/**
 * How decisions came about: how many were the learner's, and why the others copied the usual choice.
 */
import type { PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { BarList, type BarRow } from '../../charts/bar-list.tsx';
import { Card } from '../../design/card.tsx';
import { countText, shareText } from '../../design/number-text.ts';
import { isLearnersReason, reasonWords } from '../../words/reason-words.ts';
import { usualChoice } from '../../words/usual-choice.ts';

export function FallbackReasons({ view }: { readonly view: PolicyView }): JSX.Element {
  const { decisions } = view.counts;
  return (
    <Card
      title="Why it was decided so"
      lead={decisions === 0 ? 'No decision yet.' : leadText(view)}
    >
      {decisions > 0 && <BarList rows={reasonRows(view)} />}
    </Card>
  );
}

/** What was decided, which is not always what was carried out. Next to a trial the usual choice is kept. */
function leadText(view: PolicyView): string {
  const { decisions, baseline } = view.counts;
  const all = countText(decisions, 'decision');
  const isDivided = view.definition.split !== undefined;
  if (baseline === 0) {
    return isDivided
      ? `In each of ${all}, hedgerow chose a trial on a part.`
      : `hedgerow made each of ${all} itself.`;
  }
  const copied = `In ${baseline.toLocaleString()} of ${all}, hedgerow chose ${usualChoice(view)}`;
  return isDivided
    ? `${copied} for all of it; in the others, in blue, a trial on a part.`
    : `${copied}, as usual; the others, in blue, were hedgerow’s own.`;
}

function reasonRows({ counts }: PolicyView): BarRow[] {
  return Object.entries(counts.reasons)
    .sort(([, one], [, other]) => other - one)
    .map(([reason, count]) => ({
      name: reasonWords(reason),
      value: count,
      text: `${count.toLocaleString()} (${shareText(count / counts.decisions)})`,
      colour: isLearnersReason(reason) ? '--learner' : '--usual',
    }));
}
