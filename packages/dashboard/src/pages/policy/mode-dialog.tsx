/**
 * Asks whether the mode of a policy shall really change, and why.
 */
import type { Client, Mode, PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { actionFailureText, useAction } from '../../live/use-action.ts';
import { MODES } from '../../words/mode-words.ts';
import { ReasonField, whyOf } from '../reason.tsx';

export interface ModeDialogProps {
  readonly view: PolicyView;
  readonly mode: Mode;
  readonly onClose: (isDone: boolean) => void;
}

export function ModeDialog({ view, mode, onClose }: ModeDialogProps): JSX.Element {
  const action = useAction();
  const [reason, setReason] = useState('');
  const { title, confirmText } = textsOf(view, mode);
  const confirm = async () => {
    if (await action.run((client) => change({ client, view, mode, reason }))) onClose(true);
  };
  return (
    <ConfirmDialog
      title={title}
      confirmText={confirmText}
      weight={mode === 'safe-mode' ? 'careful' : 'main'}
      isBusy={action.isBusy}
      fault={action.failure && actionFailureText(action.failure)}
      onConfirm={confirm}
      onCancel={() => onClose(false)}
    >
      <p>{MODES[mode].meaning} What was promised so far stays promised.</p>
      <ReasonField reason={reason} onInput={setReason} />
    </ConfirmDialog>
  );
}

function textsOf(view: PolicyView, mode: Mode): { title: string; confirmText: string } {
  if (mode === 'safe-mode') {
    return { title: `Switch safe mode on for ${view.id}?`, confirmText: 'Switch it on' };
  }
  if (mode === 'shadow') {
    return { title: `Let ${view.id} only watch?`, confirmText: 'Only watch' };
  }
  return view.mode === 'safe-mode'
    ? { title: `Switch safe mode off for ${view.id}?`, confirmText: 'Switch it off' }
    : { title: `Let ${view.id} act?`, confirmText: 'Let it act' };
}

interface ChangeInput {
  readonly client: Client;
  readonly view: PolicyView;
  readonly mode: Mode;
  readonly reason: string;
}

function change({ client, view, mode, reason }: ChangeInput): Promise<PolicyView> {
  const why = whyOf(reason);
  if (mode === 'safe-mode') return client.safeMode(view.id, { on: true, ...why });
  if (view.mode === 'safe-mode' && mode === 'live') {
    return client.safeMode(view.id, { on: false, ...why });
  }
  return client.setMode(view.id, { mode, ...why });
}
