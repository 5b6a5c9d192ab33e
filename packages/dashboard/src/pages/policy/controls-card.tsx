/**
 * What can be done with a policy: switch its mode, take its decisions away as a file, archive it.
 */
import type { Mode, PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { nowText } from '../../words/mode-words.ts';
import { ExportButtons } from './export-buttons.tsx';
import { ModeDialog } from './mode-dialog.tsx';
import { RemovePolicy, RestorePolicy } from './remove-policy.tsx';

export interface ControlsCardProps {
  readonly view: PolicyView;
  readonly onChanged: () => void;
}

export function ControlsCard({ view, onChanged }: ControlsCardProps): JSX.Element {
  const [asked, setAsked] = useState<Mode | null>(null);
  const close = (isDone: boolean) => {
    setAsked(null);
    if (isDone) onChanged();
  };
  return (
    <Card title="Controls" lead={nowText(view)}>
      <div class="row">
        {view.mode !== 'safe-mode' && (
          <Button weight="careful" onClick={() => setAsked('safe-mode')}>
            Switch safe mode on
          </Button>
        )}
        {view.mode !== 'live' && (
          <Button weight="main" onClick={() => setAsked('live')}>
            {view.mode === 'safe-mode' ? 'Switch safe mode off' : 'Let it act'}
          </Button>
        )}
        {view.mode !== 'shadow' && <Button onClick={() => setAsked('shadow')}>Only watch</Button>}
      </div>
      <h3>Take the decisions with you</h3>
      <ExportButtons policy={view.id} />
      <h3>{view.archivedAt === undefined ? 'No longer needed' : 'It is archived'}</h3>
      {view.archivedAt === undefined ? (
        <RemovePolicy view={view} word="policy" address="#/" onRemoved={onChanged} />
      ) : (
        <RestorePolicy view={view} onRestored={onChanged} />
      )}
      {asked !== null && <ModeDialog view={view} mode={asked} onClose={close} />}
    </Card>
  );
}
