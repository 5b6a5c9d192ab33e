/**
 * Asks whether a decision really did not take place: it cannot be taken back.
 */
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { actionFailureText, useAction } from '../../live/use-action.ts';

export interface VoidDialogProps {
  readonly decision: string;
  readonly onClose: (isDone: boolean) => void;
}

export function VoidDialog({ decision, onClose }: VoidDialogProps): JSX.Element {
  const action = useAction();
  const [reason, setReason] = useState('');
  const id = useId();
  const confirm = async () => {
    const why = reason.trim() === '' ? {} : { reason: reason.trim() };
    if (await action.run((client) => client.void(decision, why))) onClose(true);
  };
  return (
    <ConfirmDialog
      title={`Did ${decision} not take place?`}
      confirmText="It did not take place"
      weight="careful"
      isBusy={action.isBusy}
      fault={action.failure && actionFailureText(action.failure)}
      onConfirm={() => void confirm()}
      onCancel={() => onClose(false)}
    >
      <p>
        Say so only if neither this choice nor your usual one was made. The round then counts for
        nothing, and this cannot be taken back.
      </p>
      <div class="field">
        <label for={id}>Why (kept in the records, may stay empty)</label>
        <input
          id={id}
          type="text"
          maxLength={200}
          value={reason}
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  );
}
