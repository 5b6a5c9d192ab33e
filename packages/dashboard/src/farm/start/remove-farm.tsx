/**
 * Takes a farm out of sight: one with decisions is archived and stays readable, one without is gone, and a
 * made-up one can be erased with all that was ever decided there.
 */
import type { PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { FARMS_ADDRESS } from '../../addresses/route.ts';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { actionFailureText, useAction } from '../../live/use-action.ts';

export interface RemoveFarmProps {
  readonly view: PolicyView;
  readonly onRemoved: () => void;
}

export function RemoveFarm({ view, onRemoved }: RemoveFarmProps): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  const action = useAction();
  const { name, meaning } = removalOf(view);
  const remove = async () => {
    const erase = view.isDemonstration === true;
    const isDone = await action.run((client) =>
      client.remove(view.id, { reason: 'removed in the page' }, { erase }),
    );
    if (!isDone) return;
    setAsking(false);
    onRemoved();
    location.hash = FARMS_ADDRESS;
  };
  return (
    <>
      <Button weight="careful" onClick={() => setAsking(true)}>
        {name}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`${name}?`}
          confirmText={name}
          weight="careful"
          isBusy={action.isBusy}
          fault={action.failure && actionFailureText(action.failure)}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        >
          <p>{meaning}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function removalOf({ isDemonstration, counts }: PolicyView): { name: string; meaning: string } {
  if (isDemonstration === true) {
    return {
      name: 'Delete this demonstration',
      meaning: 'It is made up. All of it is erased, and nothing of yours is touched.',
    };
  }
  return counts.decisions === 0
    ? {
        name: 'Remove this farm',
        meaning: 'Nothing was decided yet, so nothing is lost but the list of its fields.',
      }
    : {
        name: 'Archive this farm',
        meaning:
          'It takes no more decisions and leaves the list. Its records stay, and the service can bring it back.',
      };
}
