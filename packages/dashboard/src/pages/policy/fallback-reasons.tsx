/**
 * How decisions came about: how many were the learner's, and why the others copied the usual choice.
 */
import type { PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { BarList, type BarRow } from '../../charts/bar-list.tsx';
import { Card } from '../../design/card.tsx';
import { shareText } from '../../design/number-text.ts';
import { isLearnersReason, reasonWords } from '../../words/reason-words.ts';

export function FallbackReasons({ view }: { readonly view: PolicyView }): JSX.Element {
  const { decisions, baseline } = view.counts;
  const usual = view.definition.baseline.action;
  return (
    <Card
      title={`Why ${usual} was played`}
      lead={
        decisions === 0
          ? 'No decision yet.'
          : `${baseline.toLocaleString()} of ${decisions.toLocaleString()} decisions copied your usual choice. These are the reasons, and the learner’s own decisions for comparison.`
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
