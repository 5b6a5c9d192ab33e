/**
 * Says of a decision that nobody has confirmed whether it was played.
 */
import type { AckRequest, DecisionView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { Button } from '../../design/button.tsx';
import { actionFailureText, useAction } from '../../live/use-action.ts';

export interface PlayedButtonsProps {
  readonly decision: DecisionView;
  readonly onChanged: () => void;
}

export function PlayedButtons({ decision, onChanged }: PlayedButtonsProps): JSX.Element {
  const action = useAction();
  const say = async (played: NonNullable<AckRequest['played']>) => {
    if (await action.run((client) => client.ack(decision.id, { played }))) onChanged();
  };
  const usual = decision.receipt.baseline.action;
  return (
    <div class="stack-tight">
      <h3>Was it played?</h3>
      <div class="row">
        <Button weight="main" isDisabled={action.isBusy} onClick={() => void say('decision')}>
          Yes, {decision.action}
        </Button>
        {decision.action !== usual && (
          <Button isDisabled={action.isBusy} onClick={() => void say('baseline')}>
            No, {usual} instead
          </Button>
        )}
      </div>
      <p class="field-fault" role="status">
        {action.failure && actionFailureText(action.failure)}
      </p>
    </div>
  );
}
