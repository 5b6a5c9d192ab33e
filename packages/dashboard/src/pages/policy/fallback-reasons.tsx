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

/** A divided decision keeps the usual choice on the rest of it. */
function leadText({ counts: { decisions, baseline }, definition }: PolicyView): string {
  const copied = `${baseline.toLocaleString()} of ${countText(decisions, 'decision')}`;
  return definition.split === undefined
    ? `${copied} copied your usual choice, ${usualChoice(definition)}; the others, in blue, were hedgerow’s own.`
    : `${copied} kept your usual choice on all of it; the others, in blue, tried another on a part.`;
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
