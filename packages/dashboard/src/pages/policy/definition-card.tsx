/**
 * Changing a policy, and its end: one that has decided is archived and can be restored, one that has not is
 * removed, and a demonstration can be erased with all that was decided.
 */
import type { Client, PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { changeAddress } from '../../addresses/route.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { momentText } from '../../design/time-text.ts';
import { refusalText } from '../../live/refusal-text.ts';
import { useAction } from '../../live/use-action.ts';
import { ReasonField, whyOf } from '../reason.tsx';

export interface DefinitionCardProps {
  readonly view: PolicyView;
  readonly onChanged: () => void;
}

type End = 'archive' | 'remove' | 'restore' | 'erase';

export function DefinitionCard({ view, onChanged }: DefinitionCardProps): JSX.Element {
  const [asked, setAsked] = useState<End | null>(null);
  const isArchived = view.archivedAt !== undefined;
  const first = view.counts.decisions === 0 && view.generation === 1 ? 'remove' : 'archive';
  const ends: End[] = [
    isArchived ? 'restore' : first,
    ...(view.isDemonstration === true ? (['erase'] as const) : []),
  ];
  return (
    <Card title="Definition" lead={leadOf(view)}>
      <div class="row">
        {!isArchived && (
          <a class="button button-plain" href={changeAddress(view.id)}>
            Change
          </a>
        )}
        {ends.map((end) => (
          <Button
            key={end}
            weight={end === 'restore' ? 'main' : 'careful'}
            onClick={() => setAsked(end)}
          >
            {ENDS[end].name}
          </Button>
        ))}
      </div>
      {asked !== null && (
        <EndDialog
          view={view}
          end={asked}
          onClose={(isDone) => {
            setAsked(null);
            if (!isDone) return;
            if (asked === 'archive' || asked === 'restore') onChanged();
            else location.hash = '#/';
          }}
        />
      )}
    </Card>
  );
}

function leadOf({ archivedAt, isDemonstration }: PolicyView): string {
  if (archivedAt !== undefined) {
    return `Archived ${momentText(archivedAt)}: it takes no more decisions. Everything of it can be read.`;
  }
  return isDemonstration === true
    ? 'It is made up, so it can be erased whole. Nothing else is touched by that.'
    : 'Choices can be added at any time. A policy that has decided is archived; only long after that can its keeper have it erased.';
}

const ENDS: Readonly<Record<End, { readonly name: string; readonly meaning: string }>> = {
  archive: {
    name: 'Archive',
    meaning:
      'It takes no more decisions and leaves the overview. All of it stays readable, rewards that are still to come are taken in, and it can be restored.',
  },
  remove: {
    name: 'Remove',
    meaning: 'Nothing was ever decided, so nothing is kept. Its name is free again.',
  },
  restore: { name: 'Restore', meaning: 'It takes decisions again, with the budget it had.' },
  erase: {
    name: 'Erase demonstration',
    meaning: 'It is made up. All of it is erased, and nothing of yours is touched.',
  },
};

interface EndDialogProps {
  readonly view: PolicyView;
  readonly end: End;
  readonly onClose: (isDone: boolean) => void;
}

function EndDialog({ view, end, onClose }: EndDialogProps): JSX.Element {
  const action = useAction();
  const [reason, setReason] = useState('');
  const { name, meaning } = ENDS[end];
  const confirm = async () => {
    if (await action.run((client) => carryOut(client, view.id, end, whyOf(reason)))) onClose(true);
  };
  return (
    <ConfirmDialog
      title={`${name}: ${view.id}?`}
      confirmText={name}
      weight={end === 'restore' ? 'main' : 'careful'}
      isBusy={action.isBusy}
      fault={action.failure && refusalText(action.failure)}
      onConfirm={() => void confirm()}
      onCancel={() => onClose(false)}
    >
      <p>{meaning}</p>
      <ReasonField reason={reason} onInput={setReason} />
    </ConfirmDialog>
  );
}

function carryOut(
  client: Client,
  policy: string,
  end: End,
  why: { readonly reason?: string },
): Promise<unknown> {
  if (end === 'restore') return client.restore(policy, why);
  return client.remove(policy, why, { erase: end === 'erase' });
}
