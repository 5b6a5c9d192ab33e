/**
 * Every policy at a glance: what it does, what it may still risk, whether it is well.
 */
import type { PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
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

export function OverviewPage(): JSX.Element {
  const policies = useLoaded({
    name: 'policies',
    load: (service, signal) => service.policies({ signal }),
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
            {value !== null && value.length > 0 && <Summary policies={value} />}
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
        <ul class="policy-list">
          {value.map((view) => (
            <PolicyCard key={view.id} view={view} />
          ))}
        </ul>
      )}
      {value !== null && <ArchivedPolicies />}
    </>
  );
}

function Summary({ policies }: { readonly policies: readonly PolicyView[] }): JSX.Element {
  const haltedCount = policies.filter(({ health }) => health.state === 'halted').length;
  return haltedCount === 0 ? (
    <Badge tone="good">All is well</Badge>
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
