/**
 * Every policy at a glance: what it does, what it may still risk, whether it is well.
 */
import type { PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { NEW_POLICY_ADDRESS } from '../../addresses/route.ts';
import { Badge } from '../../design/badge.tsx';
import { PageHeading } from '../../design/page-heading.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { FailureNote } from '../../live/failure-note.tsx';
import { useLoaded } from '../../live/use-loaded.ts';
import { ArchivedPolicies } from './archived-policies.tsx';
import { NoPolicyYet } from './no-policy-yet.tsx';
import { PolicyCard } from './policy-card.tsx';

const POLL_MS = 5000;
/** More than these stand closer together, so that one sees many at once. */
const LISTED_MOST = 6;
/** Cards on the page, and so many more whenever they are asked for. */
const STEP = 200;

export function OverviewPage(): JSX.Element {
  const [limit, setLimit] = useState(STEP);
  const policies = useLoaded({
    name: 'policies',
    load: (service, signal) => service.policies({ limit, signal }),
    version: limit,
    everyMs: POLL_MS,
  });
  const { value, failure } = policies;
  return (
    <>
      <PageHeading
        title="Your policies"
        lead="Each one looks for something better than your usual choice, and risks no more than its safety budget."
        beside={
          <>
            {value !== null && value.length > 0 && (
              <Summary policies={value} isAll={value.length < limit} />
            )}
            <a class="button button-plain" href={NEW_POLICY_ADDRESS}>
              New policy
            </a>
          </>
        }
      />
      {failure !== null && (
        <FailureNote failure={failure} what="the policies" onRetry={policies.reload} />
      )}
      {value === null && failure === null && <LoadingCards />}
      {value !== null && value.length === 0 && <NoPolicyYet />}
      {value !== null && value.length > 0 && (
        <ul class={value.length > LISTED_MOST ? 'policy-list policy-tiles' : 'policy-list'}>
          {value.map((view) => (
            <PolicyCard key={view.id} view={view} />
          ))}
        </ul>
      )}
      {value !== null && value.length >= limit && (
        <button class="button button-plain" type="button" onClick={() => setLimit(limit + STEP)}>
          Show more than {limit}
        </button>
      )}
      {value !== null && <ArchivedPolicies />}
    </>
  );
}

interface SummaryProps {
  readonly policies: readonly PolicyView[];
  /** Whether there are no others. */
  readonly isAll: boolean;
}

function Summary({ policies, isAll }: SummaryProps): JSX.Element {
  const haltedCount = policies.filter(({ health }) => health.state === 'halted').length;
  return haltedCount === 0 ? (
    <Badge tone="good">{isAll ? 'All is well' : `The first ${policies.length} are well`}</Badge>
  ) : (
    <Badge tone="bad">{haltedCount} halted</Badge>
  );
}

function LoadingCards(): JSX.Element {
  return (
    <div class="stack">
      <Skeleton height={13} label="Loading the policies" />
      <Skeleton height={13} />
    </div>
  );
}
