/**
 * Takes a policy out of sight: one with decisions is archived and stays readable, one without is gone, and a
 * made-up one can be erased with all that was ever decided there.
 */
import type { PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/confirm-dialog.tsx';
import { refusalText } from '../../live/refusal-text.ts';
import { useAction } from '../../live/use-action.ts';

export interface RemovePolicyProps {
  readonly view: PolicyView;
  /** What it is called: "policy", "farm". */
  readonly word: string;
  /** Where one is led to afterwards. */
  readonly address: string;
  readonly onRemoved: () => void;
}

export function RemovePolicy(props: RemovePolicyProps): JSX.Element {
  const { view, word, address, onRemoved } = props;
  const [isAsking, setAsking] = useState(false);
  const action = useAction();
  const { name, meaning } = removalOf(view, word);
  const remove = async () => {
    const erase = view.isDemonstration === true;
    const isDone = await action.run((client) =>
      client.remove(view.id, { reason: 'removed in the page' }, { erase }),
    );
    if (!isDone) return;
    setAsking(false);
    onRemoved();
    location.hash = address;
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
          fault={action.failure && refusalText(action.failure)}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        >
          <p>{meaning}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function removalOf({ isDemonstration, counts }: PolicyView, word: string) {
  if (isDemonstration === true) {
    return {
      name: 'Delete this demonstration',
      meaning: 'It is made up. All of it is erased, and nothing of yours is touched.',
    };
  }
  return counts.decisions === 0
    ? {
        name: `Remove this ${word}`,
        meaning: 'Nothing was decided yet, so nothing is lost but what was declared.',
      }
    : {
        name: `Archive this ${word}`,
        meaning:
          'It takes no more decisions and leaves the list. Its records stay, and the service can bring it back.',
      };
}
