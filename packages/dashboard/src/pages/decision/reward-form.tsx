/**
 * Reports the reward of a decision, or corrects it; asks once more before it is sent.
 */
import type { DecisionView, ShownDefinition } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { amountText } from '../../design/number-text.ts';
import { TextField } from '../../design/text-field.tsx';
import { actionFailureText, useAction } from '../../live/use-action.ts';
import { named } from '../../words/named.ts';
import { readReward } from './read-reward.ts';

export interface RewardFormProps {
  readonly decision: DecisionView;
  /** Null until it has come. */
  readonly definition: ShownDefinition | null;
  readonly onChanged: () => void;
}

export function RewardForm({ decision, definition, onChanged }: RewardFormProps): JSX.Element {
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<Faults>(NO_FAULTS);
  const [asked, setAsked] = useState<number | null>(null);
  const action = useAction();
  const isCorrection = decision.reward !== null;
  const { unit } = decision.receipt.margin;
  const ask = () => {
    const { value, fault } = readReward(text, definition?.reward ?? null);
    const isReasonMissing = isCorrection && reason.trim() === '';
    setFaults({ amount: fault, reason: isReasonMissing ? 'Say why it is corrected.' : null });
    action.reset();
    if (value !== null && !isReasonMissing) setAsked(value);
  };
  const send = async () => {
    const value = asked!;
    const isDone = await action.run((client) =>
      isCorrection
        ? client.correct(decision.id, { value, reason: reason.trim() })
        : client.reward(decision.id, { value }),
    );
    if (!isDone) return;
    setAsked(null);
    setText('');
    setReason('');
    onChanged();
  };
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <h3>{isCorrection ? 'Correct the reward' : 'Report the reward'}</h3>
      <TextField
        kind="amount"
        label={`${isCorrection ? 'What it really paid' : 'What it paid'}${unit && ` (${unit})`}`}
        text={text}
        fault={faults.amount}
        onInput={setText}
      />
      {isCorrection && (
        <TextField
          kind="words"
          label="Why it is corrected"
          text={reason}
          fault={faults.reason}
          onInput={setReason}
        />
      )}
      <div>
        <Button type="submit" weight="main">
          {isCorrection ? 'Correct it' : 'Report it'}
        </Button>
      </div>
      {asked !== null && (
        <ConfirmDialog
          title={isCorrection ? 'Correct the reward?' : 'Report this reward?'}
          confirmText={isCorrection ? 'Yes, correct it' : 'Yes, report it'}
          isBusy={action.isBusy}
          fault={action.failure && actionFailureText(action.failure)}
          onConfirm={() => void send()}
          onCancel={() => setAsked(null)}
        >
          <p>{questionText(decision, asked)}</p>
        </ConfirmDialog>
      )}
    </form>
  );
}

/** What is wrong with each field; null if nothing is. */
interface Faults {
  readonly amount: string | null;
  readonly reason: string | null;
}

const NO_FAULTS: Faults = { amount: null, reason: null };

function questionText({ id, action, reward, receipt }: DecisionView, value: number): string {
  const amount = amountText(value, receipt.margin.unit);
  return reward === null
    ? `${id} was ${named(action)} and paid ${amount}. It is written to the records and learnt from.`
    : `${id} is corrected from ${amountText(reward, receipt.margin.unit)} to ${amount}. Both stay in the records.`;
}
