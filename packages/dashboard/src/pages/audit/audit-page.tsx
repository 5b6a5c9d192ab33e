/**
 * The audit of a policy: was the promise kept, how sure is that, where was it tightest, and how can
 * anybody check it.
 */
import type { AuditView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { Badge } from '../../design/badge.tsx';
import { Button } from '../../design/button.tsx';
import { Note } from '../../design/note.tsx';
import { PageHeading } from '../../design/page-heading.tsx';
import { PathBelowPolicy } from '../../design/path-below-policy.tsx';
import { PageSkeleton } from '../../design/skeleton.tsx';
import { FailureNote } from '../../live/failure-note.tsx';
import { useLoaded } from '../../live/use-loaded.ts';
import { CheckYourself } from './check-yourself.tsx';
import { RecordsCard } from './records-card.tsx';
import { VerdictCard } from './verdict-card.tsx';

export function AuditPage({ policy }: { readonly policy: string }): JSX.Element {
  const audit = useLoaded({
    name: policy,
    load: (service, signal) => service.audit(policy, { signal }),
  });
  const failure = audit.failure && (
    <FailureNote failure={audit.failure} what={`the policy ${policy}`} onRetry={audit.reload} />
  );
  if (audit.value === null) {
    return (
      <>
        <PageHeading
          title={`Audit of ${policy}`}
          above={<PathBelowPolicy policy={policy} here="audit" />}
        />
        {failure ?? <PageSkeleton />}
      </>
    );
  }
  return (
    <>
      {failure}
      <PageHeading
        title={`Audit of ${policy}`}
        above={<PathBelowPolicy policy={policy} here="audit" />}
        beside={
          <>
            <AuditBadge audit={audit.value} />
            <Button onClick={audit.reload}>Check again</Button>
          </>
        }
      />
      <Alarms audit={audit.value} />
      <VerdictCard audit={audit.value} />
      <div class="columns">
        <RecordsCard audit={audit.value} />
        <CheckYourself
          policy={policy}
          isDivided={audit.value.promise.assumptions.includes('strips-do-not-affect-each-other')}
          headHash={audit.value.journal.headHash}
        />
      </div>
    </>
  );
}

function AuditBadge({ audit }: { readonly audit: AuditView }): JSX.Element {
  if (!audit.isKept) return <Badge tone="bad">Not proved</Badge>;
  return audit.alarms.length > 0 ? (
    <Badge tone="careful">Kept, with alarms</Badge>
  ) : (
    <Badge tone="good">Promise kept</Badge>
  );
}

function Alarms({ audit }: { readonly audit: AuditView }): JSX.Element | null {
  if (audit.alarms.length === 0) return null;
  return (
    <Note tone="careful" title="Alarms">
      <ul class="sentences">
        {audit.alarms.map((alarm) => (
          <li key={alarm}>{alarm}</li>
        ))}
      </ul>
    </Note>
  );
}
