/**
 * Start, pause, go on, stop, start again; and how far the run is.
 */
import type { JSX } from 'preact';
import { Button } from '../design/button.tsx';
import { numberText } from '../design/number-text.ts';
import type { PlaygroundRun, RunView } from './playground-run.ts';

export interface RunControlsProps {
  readonly run: PlaygroundRun;
  readonly view: RunView;
  readonly isDisabled: boolean;
  readonly onStart: () => void;
}

export function RunControls({ run, view, isDisabled, onStart }: RunControlsProps): JSX.Element {
  const { status } = view;
  const isUnderWay = status === 'running' || status === 'paused';
  return (
    <div class="run-controls">
      <div class="row">
        <Button weight="main" isDisabled={isDisabled} onClick={onStart}>
          {status === 'idle' ? 'Start' : 'Restart'}
        </Button>
        {status === 'paused' ? (
          <Button onClick={() => run.resume()}>Go on</Button>
        ) : (
          <Button isDisabled={status !== 'running'} onClick={() => run.pause()}>
            Pause
          </Button>
        )}
        <Button isDisabled={!isUnderWay} onClick={() => run.stop()}>
          Stop
        </Button>
      </div>
      <Progress view={view} />
    </div>
  );
}

function Progress({ view }: { readonly view: RunView }): JSX.Element {
  const round = view.points.at(-1)?.round ?? 0;
  const rounds = view.configuration?.rounds ?? 1;
  return (
    <div class="run-progress">
      <progress max={rounds} value={round} aria-label="Rounds played" />
      <span class="small soft">{progressText(view, round)}</span>
    </div>
  );
}

function progressText({ status, configuration }: RunView, round: number): string {
  if (configuration === null) return 'Nothing has been played yet.';
  const place = `round ${numberText(round)} of ${numberText(configuration.rounds)}`;
  switch (status) {
    case 'finished':
      return `All ${numberText(configuration.rounds)} rounds are played.`;
    case 'paused':
      return `Paused at ${place}.`;
    case 'stopped':
      return `Stopped at ${place}.`;
    case 'failed':
      return `Failed at ${place}.`;
    default:
      return `Playing ${place}.`;
  }
}
