/**
 * Tells what a change would do before it is done: nothing, add to the policy, or start a new generation,
 * which has to be wanted and explained.
 */
import type { DefinitionPreview, PolicyDefinition } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { policyAddress } from '../addresses/route.ts';
import { ConfirmDialog } from '../design/confirm-dialog.tsx';
import { TextField } from '../design/text-field.tsx';
import { refusalText } from '../live/refusal-text.ts';
import { useAction } from '../live/use-action.ts';
import { useLoaded } from '../live/use-loaded.ts';

export interface ChangeDialogProps {
  readonly policy: string;
  readonly definition: PolicyDefinition;
  readonly onCancel: () => void;
}

export function ChangeDialog({ policy, definition, onCancel }: ChangeDialogProps): JSX.Element {
  const preview = useLoaded({
    name: 'preview',
    load: (service, signal) => service.previewDefinition(policy, { definition }, { signal }),
  });
  const action = useAction();
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const change = preview.value?.change ?? null;
  const isUnexplained = change === 'new-generation' && reason.trim() === '';
  const confirm = async () => {
    setTried(true);
    if (change === null || isUnexplained) return;
    const why = reason.trim() === '' ? {} : { reason: reason.trim() };
    const isDone = await action.run((client) => client.define(policy, { definition, ...why }));
    if (isDone) location.hash = policyAddress(policy);
  };
  const failure = action.failure ?? preview.failure;
  return (
    <ConfirmDialog
      title={TITLES[change ?? 'none']}
      confirmText={change === 'new-generation' ? 'Start a new generation' : 'Save'}
      weight={change === 'new-generation' ? 'careful' : 'main'}
      isBusy={action.isBusy || change === null}
      fault={failure && refusalText(failure)}
      onConfirm={() => void confirm()}
      onCancel={onCancel}
    >
      {preview.value !== null && <Consequence preview={preview.value} />}
      {change === 'new-generation' && (
        <TextField
          kind="words"
          label="Why (kept in the records)"
          text={reason}
          fault={isTried && isUnexplained ? 'Say why; it is kept in the records.' : null}
          onInput={setReason}
        />
      )}
    </ConfirmDialog>
  );
}

const TITLES: Readonly<Record<DefinitionPreview['change'], string>> = {
  created: 'Make this policy?',
  none: 'Save what stands in the form?',
  grown: 'Add to this policy?',
  'new-generation': 'Start a new generation?',
};

function Consequence({ preview }: { readonly preview: DefinitionPreview }): JSX.Element {
  const { change, added, why } = preview;
  if (change === 'new-generation') {
    return (
      <>
        <p>
          This does more than add, so the promise starts anew: the safety budget begins where a new
          policy begins, and what may go wrong adds up. All that was decided is sealed and stays
          readable.
        </p>
        {why !== null && <p class="small soft">{why}</p>}
      </>
    );
  }
  if (change === 'none') return <p>Nothing changes.</p>;
  return (
    <p>
      Nothing is lost: the safety budget, decisions under way and what was learnt go on.
      {added !== null && addedText(added)}
    </p>
  );
}

function addedText(added: NonNullable<DefinitionPreview['added']>): string {
  const { actions, variables, categories } = added;
  const names = [...actions, ...variables, ...Object.values(categories).flat()];
  return names.length === 0 ? '' : ` New: ${names.join(', ')}.`;
}
