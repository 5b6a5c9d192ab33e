/**
 * The actions of a receipt with what each is thought to pay; the one that was chosen is marked.
 */
import type { DecisionReceipt } from '@hedgerow/client';
import type { JSX } from 'preact';
import { IntervalList, type IntervalRow } from '../../charts/interval-list.tsx';

export function BoundsPicture({ receipt }: { readonly receipt: DecisionReceipt }): JSX.Element {
  return <IntervalList rows={boundsRows(receipt)} unit={receipt.margin.unit} />;
}

function boundsRows(receipt: DecisionReceipt): IntervalRow[] {
  const bestFirst = receipt.bounds.toSorted((one, other) => other.predicted - one.predicted);
  return bestFirst.map(({ action, predicted, low, high }) => ({
    name: action,
    estimate: predicted,
    low,
    high,
    ...marksOf(receipt, action),
  }));
}

function marksOf(receipt: DecisionReceipt, action: string): { mark?: string; colour: string } {
  const words = [
    ...(action === receipt.action ? ['chosen'] : []),
    ...(action === receipt.proposal && action !== receipt.action ? ['worth a try'] : []),
    ...(action === receipt.baseline.action ? ['your usual choice'] : []),
  ];
  return {
    colour: action === receipt.action ? chosenColour(receipt) : '--usual',
    ...(words.length === 0 ? {} : { mark: words.join(', ') }),
  };
}

/** Blue belongs to the learner; the usual choice is marked in the page's own green when it is played. */
function chosenColour({ chosenBy }: DecisionReceipt): string {
  return chosenBy === 'learner' ? '--learner' : '--accent';
}
