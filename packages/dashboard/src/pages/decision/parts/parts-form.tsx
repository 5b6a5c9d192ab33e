/**
 * Reports what the parts of a divided decision paid, together or one after the other, or corrects them;
 * asks once more before it is sent.
 */
import type { DecisionView, ShownDefinition } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../design/button.tsx';
import { ConfirmDialog } from '../../../design/confirm-dialog.tsx';
import { amountText } from '../../../design/number-text.ts';
import { TextField } from '../../../design/text-field.tsx';
import { actionFailureText, useAction } from '../../../live/use-action.ts';
import { named } from '../../../words/named.ts';
import { type PartRole, partRewardText, rolesOf } from '../../../words/part-words.ts';
import { asMeasured, type PartTexts, type ReadParts, readParts } from './read-parts.ts';

export interface PartsFormsProps {
  readonly decision: DecisionView;
  /** Null until it has come. */
  readonly definition: ShownDefinition | null;
  readonly onChanged: () => void;
}

/** A form for the parts that are awaited, and one for those that are known. */
export function PartsForms(props: PartsFormsProps): JSX.Element {
  const standing = props.decision.partRewards!;
  const roles = rolesOf(standing);
  const awaited = roles.filter((role) => standing[role] === null);
  const known = roles.filter((role) => standing[role] !== null);
  return (
    <>
      {awaited.length > 0 && <PartsForm {...props} roles={awaited} isCorrection={false} />}
      {known.length > 0 && <PartsForm {...props} roles={known} isCorrection />}
    </>
  );
}

interface PartsFormProps extends PartsFormsProps {
  readonly roles: readonly PartRole[];
  readonly isCorrection: boolean;
}

function PartsForm(props: PartsFormProps): JSX.Element {
  const { decision, roles, isCorrection } = props;
  const form = usePartsForm(props);
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.ask();
      }}
    >
      <h3>{isCorrection ? 'Correct what is known' : 'Report what the parts paid'}</h3>
      {roles.length > 1 && <p class="small soft">{emptyText(isCorrection)}</p>}
      {roles.map((role) => (
        <TextField
          key={role}
          kind="amount"
          label={labelOf(decision, role, isCorrection)}
          text={form.texts[role] ?? ''}
          fault={form.faults[role] ?? null}
          onInput={(text) => form.setText(role, text)}
        />
      ))}
      {isCorrection && (
        <TextField
          kind="words"
          label="Why it is corrected"
          text={form.reason}
          fault={form.reasonFault}
          onInput={form.setReason}
        />
      )}
      <div>
        <Button type="submit" weight={isCorrection ? 'plain' : 'main'}>
          {isCorrection ? 'Correct it' : 'Report it'}
        </Button>
      </div>
      {form.asked !== null && (
        <ConfirmDialog
          title={isCorrection ? 'Correct the reward?' : 'Report this reward?'}
          confirmText={isCorrection ? 'Yes, correct it' : 'Yes, report it'}
          isBusy={form.action.isBusy}
          fault={form.action.failure && actionFailureText(form.action.failure)}
          onConfirm={() => void form.send()}
          onCancel={form.cancel}
        >
          <p>{questionText(decision, form.asked, isCorrection)}</p>
        </ConfirmDialog>
      )}
    </form>
  );
}

type Values = NonNullable<ReadParts['values']>;

/** What is typed, what is wrong with it, and what is asked about before it is sent. */
function usePartsForm({ decision, definition, roles, isCorrection, onChanged }: PartsFormProps) {
  const [texts, setTexts] = useState<PartTexts>({});
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<ReadParts['faults']>({});
  const [reasonFault, setReasonFault] = useState<string | null>(null);
  const [asked, setAsked] = useState<Values | null>(null);
  const action = useAction();
  const ask = () => {
    const read = readParts(roles, texts, definition?.reward ?? null);
    const isReasonMissing = isCorrection && reason.trim() === '';
    setFaults(read.faults);
    setReasonFault(isReasonMissing ? 'Say why it is corrected.' : null);
    action.reset();
    if (!isReasonMissing) setAsked(read.values);
  };
  const send = async () => {
    const values = asked!;
    const isDone = await action.run((client) =>
      isCorrection
        ? client.correct(decision.id, {
            ...asMeasured(values, decision.partRewards!),
            reason: reason.trim(),
          })
        : client.reward(decision.id, values),
    );
    if (!isDone) return;
    setAsked(null);
    setTexts({});
    setReason('');
    onChanged();
  };
  return {
    texts,
    setText: (role: PartRole, text: string) => setTexts({ ...texts, [role]: text }),
    reason,
    setReason,
    faults,
    reasonFault,
    asked,
    action,
    ask,
    send,
    cancel: () => setAsked(null),
  };
}

function emptyText(isCorrection: boolean): string {
  return isCorrection
    ? 'Leave empty what is right.'
    : 'Leave empty what is not known yet; it may come later.';
}

function labelOf({ receipt }: DecisionView, role: PartRole, isCorrection: boolean): string {
  const action = role === 'try' ? receipt.proposal : receipt.baseline.action;
  const { unit } = receipt.margin;
  const paid = isCorrection ? 'really paid' : 'paid';
  return `What the ${role}, ${named(action)}, ${paid}${unit && ` (${unit})`}`;
}

function questionText(
  { id, receipt, partRewards }: DecisionView,
  values: Values,
  isCorrection: boolean,
): string {
  const { unit } = receipt.margin;
  const said = (Object.entries(values) as [PartRole, number][]).map(([role, value]) => {
    const amount = amountText(value, unit);
    return isCorrection
      ? `the ${role} is corrected from ${partRewardText(partRewards![role]!, unit)} to ${amount}`
      : `the ${role} paid ${amount}`;
  });
  const end = isCorrection
    ? 'Both stay in the records.'
    : 'It is written to the records and learnt from.';
  return `${id}: ${said.join(', ')}. ${end}`;
}
