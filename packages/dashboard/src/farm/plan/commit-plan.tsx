/**
 * Turns the plan that is shown into the plan of the season, after asking.
 */
import { type GroupRequest, newKey } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { farmAddress } from '../../addresses/route.ts';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { actionFailureText, useAction } from '../../live/use-action.ts';
import type { Farm } from '../data/use-farm.ts';

export interface CommitPlanProps {
  readonly farm: Farm;
  readonly request: GroupRequest;
  /** Whether the plan on the screen is the one that would be committed. */
  readonly isCurrent: boolean;
  readonly onCommitted: () => void;
}

export function CommitPlan({
  farm,
  request,
  isCurrent,
  onCommitted,
}: CommitPlanProps): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  const action = useAction();
  const text = JSON.stringify(request);
  // Pressed again after a lost answer, the same key gets the same plan and not a second one.
  const key = useMemo(() => ({ text, key: newKey() }), [text]).key;
  const commit = async () => {
    const { id } = farm.view;
    const isDone = await action.run((client) =>
      client.planGroup(id, { ...request, commit: true }, { key }),
    );
    if (!isDone) return;
    onCommitted();
    location.hash = farmAddress(id, 'sheet', request.group);
  };
  return (
    <section class="card next-step" aria-label="Commit">
      <p>
        Nothing is booked yet. When you commit, the strips are drawn and the plan of {request.group}{' '}
        stands.
      </p>
      <Button weight="main" isDisabled={!isCurrent} onClick={() => setAsking(true)}>
        Commit this plan
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Commit the plan for ${request.group}?`}
          confirmText="Commit it"
          isBusy={action.isBusy}
          fault={action.failure && actionFailureText(action.failure)}
          onConfirm={() => void commit()}
          onCancel={() => setAsking(false)}
        >
          <p>
            Please sow as the sheet will say. If something cannot be carried out, you can say so
            later with the harvest; it makes nothing unsafe.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
