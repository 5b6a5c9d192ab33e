/**
 * The receipt as the service wrote it, to keep or to check.
 */
import type { DecisionReceipt } from '@hedgerow/client';
import type { JSX } from 'preact';
import { Card } from '../../design/card.tsx';
import { CopyText } from '../../design/copy-text.tsx';

export function RawReceipt({ receipt }: { readonly receipt: DecisionReceipt }): JSX.Element {
  return (
    <Card
      title="The receipt itself"
      lead="It holds every number that led to this decision; anybody can follow it to the same action."
    >
      <details>
        <summary>Show the receipt</summary>
        <CopyText text={JSON.stringify(receipt, null, 2)} what="the receipt" />
      </details>
    </Card>
  );
}
