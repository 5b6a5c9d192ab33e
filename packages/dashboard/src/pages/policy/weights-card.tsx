/**
 * What the model has learnt, for the curious: each influence with its likely range. Loaded when opened.
 */
import type { PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { IntervalList } from '../../charts/interval-list.tsx';
import { Card } from '../../design/card.tsx';
import { countText } from '../../design/number-text.ts';
import { Skeleton } from '../../design/skeleton.tsx';
import { FailureNote } from '../../live/failure-note.tsx';
import { useLoaded } from '../../live/use-loaded.ts';

export interface WeightsCardProps {
  readonly view: PolicyView;
  readonly version: number;
}

export function WeightsCard({ view, version }: WeightsCardProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title="What the model has learnt"
      lead="How strongly each influence is thought to change the result. No promise rests on these numbers."
    >
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Show the influences</summary>
        {isOpen && <Weights policy={view.id} version={version} unit={view.unit} />}
      </details>
    </Card>
  );
}

/** What the service calls the influences of a model that names none. */
const NUMBERED = /^feature \d+$/;

interface WeightsProps {
  readonly policy: string;
  readonly version: number;
  readonly unit: string;
}

function Weights({ policy, version, unit }: WeightsProps): JSX.Element {
  const weights = useLoaded({
    name: policy,
    load: (service, signal) => service.weights(policy, { signal }),
    version,
  });
  const { value, failure } = weights;
  if (value === null) {
    return failure === null ? (
      <Skeleton height={16} />
    ) : (
      <FailureNote failure={failure} what="what was learnt" onRetry={weights.reload} />
    );
  }
  return (
    <div class="stack-tight">
      <p class="small soft">
        Learnt from {countText(value.observationCount, 'reward')}.
        {value.weights.every(({ name }) => NUMBERED.test(name)) &&
          ' This policy brought a model of its own, whose influences have numbers instead of names: each is a mixture of many things.'}
      </p>
      <IntervalList
        hasZero
        unit={unit}
        rows={value.weights.map((weight) => ({ ...weight, colour: '--learner' }))}
      />
    </div>
  );
}
