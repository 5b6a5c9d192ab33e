/**
 * Says of a decision that nobody has confirmed whether it was done, or that it did not take place.
 */
import type { DecisionView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { actionFailureText, useAction } from '../../live/use-action.ts';
import { GiveUpDialog } from './give-up-dialog.tsx';

export interface PlayedButtonsProps {
  readonly decision: DecisionView;
  readonly onChanged: () => void;
}

export function PlayedButtons({ decision, onChanged }: PlayedButtonsProps): JSX.Element {
  const action = useAction();
  const [asked, setAsked] = useState<'usual' | 'nothing' | null>(null);
  const confirm = async () => {
    if (await action.run((client) => client.ack(decision.id))) onChanged();
  };
  const closeDialog = (isDone: boolean) => {
    setAsked(null);
    if (isDone) onChanged();
  };
  const usual = decision.receipt.baseline.action;
  const isDivided = (decision.receipt.parts?.length ?? 0) > 1;
  return (
    <div class="stack-tight">
      <h3>Was it done?</h3>
      <div class="row answers">
        <Button weight="main" isDisabled={action.isBusy} onClick={() => void confirm()}>
          Yes, {isDivided ? 'as planned' : decision.action}
        </Button>
        {decision.action !== usual && (
          <Button isDisabled={action.isBusy} onClick={() => setAsked('usual')}>
            No, {usual} {isDivided ? 'on all of it' : 'instead'}
          </Button>
        )}
        <Button isDisabled={action.isBusy} onClick={() => setAsked('nothing')}>
          It did not take place
        </Button>
      </div>
      <p class="field-fault" role="status">
        {action.failure && actionFailureText(action.failure)}
      </p>
      {asked !== null && (
        <GiveUpDialog
          decision={decision.id}
          usual={asked === 'usual' ? usual : null}
          onClose={closeDialog}
        />
      )}
    </div>
  );
}
