/**
 * How to check everything without trusting this page or the service.
 */
import type { JSX } from 'preact';
import { Card } from '../../design/card.tsx';
import { CopyText } from '../../design/copy-text.tsx';

export interface CheckYourselfProps {
  readonly policy: string;
  readonly headHash: string;
}

export function CheckYourself({ policy, headHash }: CheckYourselfProps): JSX.Element {
  return (
    <Card
      title="Check it yourself"
      lead="This page only repeats what the service says. On the machine that keeps the records, this goes through every entry and every decision from the beginning:"
    >
      <CopyText text={`npx hedgerow verify --policy ${policy}`} what="the command" />
      <p class="small soft">
        Note the fingerprint <code>{headHash.slice(0, 12)}…</code> somewhere else now and then. If
        somebody changed the past, a later check could not arrive at it.
      </p>
    </Card>
  );
}
