/**
 * What was checked in the records: receipts followed again, and the chain of entries.
 */
import type { AuditView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { decisionAddress } from '../../addresses/route.ts';
import { Badge } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import { countText } from '../../design/number-text.ts';

export function RecordsCard({ audit }: { readonly audit: AuditView }): JSX.Element {
  const { journal, mismatches } = audit;
  return (
    <Card title="What was checked">
      <Check
        isGood={mismatches.length === 0}
        text={`The numbers of ${countText(audit.rederivedCount, 'receipt')} lead to the action that was played.`}
      />
      {mismatches.length > 0 && (
        <ul class="sentences">
          {mismatches.map((id) => (
            <li key={id}>
              <a href={decisionAddress(id)}>{id}</a> leads to another action.
            </li>
          ))}
        </ul>
      )}
      <Check
        isGood={journal.isWhole}
        text={`The chain of ${entriesText(journal)} is unbroken: nothing was changed or taken out.`}
      />
      <div>
        <p class="small soft">Fingerprint of the newest entry; it stands for all before it:</p>
        <p class="small">
          <code>{journal.headHash}</code>
        </p>
      </div>
    </Card>
  );
}

function entriesText({ entries, checkedCount }: AuditView['journal']): string {
  const all = entries === 1 ? '1 entry' : `${entries.toLocaleString()} entries`;
  return checkedCount >= entries
    ? `all ${all}`
    : `the newest ${checkedCount.toLocaleString()} of ${all}`;
}

function Check({ isGood, text }: { readonly isGood: boolean; readonly text: string }): JSX.Element {
  return (
    <p class="row check">
      <Badge tone={isGood ? 'good' : 'bad'}>{isGood ? 'Yes' : 'No'}</Badge>
      <span>{text}</span>
    </p>
  );
}
