/**
 * How decisions came about: how many were the learner's, and why the others copied the usual choice.
 */
import type { PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { BarList, type BarRow } from '../../charts/bar-list.tsx';
import { Card } from '../../design/card.tsx';
import { countText, shareText } from '../../design/number-text.ts';
import { named } from '../../words/named.ts';
import { isLearnersReason, reasonWords } from '../../words/reason-words.ts';

export function FallbackReasons({ view }: { readonly view: PolicyView }): JSX.Element {
  const { decisions, baseline } = view.counts;
  const usual = named(view.definition.baseline.action);
  return (
    <Card
      title="Why it was decided so"
      lead={
        decisions === 0
          ? 'No decision yet.'
          : `${baseline.toLocaleString()} of ${countText(decisions, 'decision')} copied your usual choice, ${usual}; the others, in blue, were hedgerow’s own.`
      }
    >
      {decisions > 0 && <BarList rows={reasonRows(view)} />}
    </Card>
  );
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
