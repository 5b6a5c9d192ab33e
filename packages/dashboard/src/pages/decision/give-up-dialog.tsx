/**
 * Asks whether a decision was really not carried out, and why: it cannot be taken back, and the guarantee
 * depends on the reason. Nothing is chosen beforehand.
 */
import type { GiveUpReason } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Choice } from '../../design/choice.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { actionFailureText, useAction } from '../../live/use-action.ts';
import { NoteField } from '../reason.tsx';

export interface GiveUpDialogProps {
  readonly decision: string;
  /** The usual choice, if it was made instead; null if nothing was done at all. */
  readonly usual: string | null;
  readonly onClose: (isDone: boolean) => void;
}

const REASONS: Readonly<Record<GiveUpReason, string>> = {
  unrelated: 'Something unrelated: broken, sold out, too late',
  'newer-information': 'Somebody knew more by then, or I am not sure',
};

export function GiveUpDialog({ decision, usual, onClose }: GiveUpDialogProps): JSX.Element {
  const action = useAction();
  const [reason, setReason] = useState<GiveUpReason | null>(null);
  const [note, setNote] = useState('');
  const confirm = async (chosen: GiveUpReason) => {
    const why = { reason: chosen, ...(note.trim() === '' ? {} : { note: note.trim() }) };
    const isDone = await action.run((client) =>
      usual === null
        ? client.void(decision, why)
        : client.ack(decision, { played: 'baseline', ...why }),
    );
    if (isDone) onClose(true);
  };
  return (
    <ConfirmDialog
      title={
        usual === null
          ? `Did ${decision} not take place?`
          : `Was it ${usual} in place of ${decision}?`
      }
      confirmText={usual === null ? 'It did not take place' : `It was ${usual}`}
      weight="careful"
      isBusy={action.isBusy}
      isIncomplete={reason === null}
      fault={action.failure && actionFailureText(action.failure)}
      onConfirm={() => void confirm(reason!)}
      onCancel={() => onClose(false)}
    >
      <p>
        {usual === null
          ? 'Say so only if neither this choice nor your usual one was made. It cannot be taken back. '
          : 'It cannot be taken back. '}
        If it was done and paid nothing, report 0 instead; if it was done and nobody knows what it
        paid, say that it was done.
      </p>
      <p>Why was it not done?</p>
      <Choice label="Why was it not done?" value={reason} options={REASONS} onChange={setReason} />
      <p class="small soft">{reason === null ? ASKED : CONSEQUENCES[reason]}</p>
      <NoteField note={note} onInput={setNote} />
    </ConfirmDialog>
  );
}

const ASKED =
  'Did the reason say anything about what it would have paid, such as a later forecast?';

const CONSEQUENCES: Readonly<Record<GiveUpReason, string>> = {
  unrelated: 'The reason says nothing about what it would have paid, so the round does not count.',
  'newer-information':
    'It stays in the total as it was decided, and what it would have paid is lost.',
};
