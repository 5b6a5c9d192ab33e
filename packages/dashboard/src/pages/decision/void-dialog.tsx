/**
 * Asks whether a decision really did not take place: it cannot be taken back.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { actionFailureText, useAction } from '../../live/use-action.ts';
import { ReasonField, whyOf } from '../reason.tsx';

export interface VoidDialogProps {
  readonly decision: string;
  readonly onClose: (isDone: boolean) => void;
}

export function VoidDialog({ decision, onClose }: VoidDialogProps): JSX.Element {
  const action = useAction();
  const [reason, setReason] = useState('');
  const confirm = async () => {
    const why = whyOf(reason);
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
      <ReasonField reason={reason} onInput={setReason} />
    </ConfirmDialog>
  );
}
