/**
 * How to check everything without trusting this page or the service.
 */
import type { JSX } from 'preact';
import { Card } from '../../design/card.tsx';
import { CopyText } from '../../design/copy-text.tsx';

export interface CheckYourselfProps {
  readonly policy: string;
  /** Divided decisions are measured next to their checks: no other truth is compared with them. */
  readonly isDivided: boolean;
  readonly headHash: string;
}

export function CheckYourself({ policy, isDivided, headHash }: CheckYourselfProps): JSX.Element {
  return (
    <Card
      title="Check it yourself"
      lead="This page only repeats what the service says. On the machine that keeps the records, this goes through every entry and every decision from the beginning:"
    >
      <CopyText text={`npx hedgerow verify --policy ${policy}`} what="the command" />
      <p class="small soft">
        {isDivided
          ? 'Without the service, this follows every receipt to its decision;'
          : 'All of this compares the books with themselves, and books that count wrong agree with themselves. Where the true rewards are known, as in a trial run, compare the receipts with them;'}{' '}
        <code>{`/v1/policies/${policy}/export?format=receipts`}</code> and{' '}
        <code>{`/v1/policies/${policy}`}</code> are the first two files:
      </p>
      <CopyText
        text={`npx hedgerow audit decisions.jsonl --policy policy.json${isDivided ? '' : ' --truth truth.csv'}`}
        what="the command"
      />
      <p class="small soft">
        Note the fingerprint <code>{headHash.slice(0, 12)}…</code> somewhere else now and then. If
        somebody changed the past, a later check could not arrive at it.
      </p>
    </Card>
  );
}
