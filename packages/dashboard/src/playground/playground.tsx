/**
 * The playground without a page around it: settings, runs and what became of them.
 *
 * The address always names the settings in the form. A link that names settings is played as soon as it
 * is opened; without them the reader starts the first run.
 */
import './playground.css';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Card } from '../design/card.tsx';
import { Note } from '../design/note.tsx';
import { countText } from '../design/number-text.ts';
import type { Configuration, NumberName } from './configuration.ts';
import { printConfiguration, readConfiguration } from './configuration-address.ts';
import { playgroundAddress } from './playground-address.ts';
import { PlaygroundRun } from './playground-run.ts';
import { RunControls } from './run-controls.tsx';
import { RunResults } from './run-results.tsx';
import { SettingsForm } from './settings-form.tsx';
import { ShareLink } from './share-link.tsx';

export function Playground({ told }: { readonly told: string }): JSX.Element {
  const run = useMemo(() => new PlaygroundRun(), []);
  const [{ configuration, problems }, setRead] = useState(() => readConfiguration(told));
  const [faults, setFaults] = useState<ReadonlySet<NumberName>>(new Set());
  useEffect(() => {
    if (told !== '') run.start(configuration);
    return () => run.stop();
  }, [run]);
  const change = (changes: Partial<Configuration>) => {
    const changed = { ...configuration, ...changes };
    setRead({ configuration: changed, problems: [] });
    // Replacing tells nobody, so the page stays as it is.
    history.replaceState(history.state, '', playgroundAddress(changed));
  };
  const view = run.view.value;
  return (
    <>
      {problems.length > 0 && <AddressProblems problems={problems} />}
      <div class="playground">
        <Card title="The experiment">
          <RunControls
            run={run}
            view={view}
            isDisabled={faults.size > 0}
            onStart={() => run.start(configuration)}
          />
          <SettingsForm
            configuration={configuration}
            onChange={change}
            onFault={(name, isFaulty) => setFaults((old) => withFault(old, name, isFaulty))}
          />
          <ShareLink configuration={configuration} />
        </Card>
        <div class="stack playground-results">
          <Results run={run} configuration={configuration} />
        </div>
      </div>
    </>
  );
}

interface ResultsProps {
  readonly run: PlaygroundRun;
  /** What the form says, which may no longer be what was played. */
  readonly configuration: Configuration;
}

function Results({ run, configuration }: ResultsProps): JSX.Element {
  const { status, points, failure, configuration: played } = run.view.value;
  if (status === 'failed') {
    return (
      <Note tone="bad" title="The run could not be finished" isNews>
        <p>{failure}</p>
        <p>Restart, or change a setting.</p>
      </Note>
    );
  }
  if (played === null || points.length === 0) {
    return <Invitation isRunning={status === 'running'} trials={configuration.trials} />;
  }
  const isOutdated = printConfiguration(played) !== printConfiguration(configuration);
  return (
    <>
      {isOutdated && (
        <Note tone="careful">
          <p>The settings have changed since this run. Restart to see what they lead to.</p>
        </Note>
      )}
      <RunResults run={{ configuration: played, points }} status={status} />
    </>
  );
}

interface InvitationProps {
  readonly isRunning: boolean;
  readonly trials: number;
}

function Invitation({ isRunning, trials }: InvitationProps): JSX.Element {
  return (
    <section class="card invitation" aria-label="What will be seen here">
      <p class="sentence">
        {isRunning
          ? 'The first rounds are being played.'
          : `Press Start, and ${countText(trials, 'run')} will be played side by side.`}
      </p>
      <p class="soft">
        In every round a strategy chooses one of 20 actions from a forecast. It may try something
        new, or copy the baseline, which is never a bad choice. Both strategies promise never to
        earn much less in total than the baseline would have. You will see whether they keep it.
      </p>
    </section>
  );
}

function AddressProblems({ problems }: { readonly problems: readonly string[] }): JSX.Element {
  return (
    <Note tone="careful" title="Part of the address could not be used" isNews>
      <ul class="sentences">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Note>
  );
}

function withFault(
  faults: ReadonlySet<NumberName>,
  name: NumberName,
  isFaulty: boolean,
): ReadonlySet<NumberName> {
  const changed = new Set(faults);
  if (isFaulty) changed.add(name);
  else changed.delete(name);
  return changed;
}
