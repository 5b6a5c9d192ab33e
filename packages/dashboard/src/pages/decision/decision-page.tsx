/**
 * One decision: what was decided, why, how safe it was, and what became of it.
 */
import type { JSX } from 'preact';
import { policyOfDecision } from '../../addresses/route.ts';
import { Badge } from '../../design/badge.tsx';
import { PageHeading } from '../../design/page-heading.tsx';
import { PathBelowPolicy } from '../../design/path-below-policy.tsx';
import { PageSkeleton } from '../../design/skeleton.tsx';
import { momentText } from '../../design/time-text.ts';
import { FailureNote } from '../../live/failure-note.tsx';
import { useLoaded } from '../../live/use-loaded.ts';
import { STATES } from '../../words/decision-sentence.ts';
import { ForecastCard } from './forecast/forecast-card.tsx';
import { PartsCard } from './parts/parts-card.tsx';
import { RawReceipt } from './raw-receipt.tsx';
import { ReceiptCard } from './receipt-card.tsx';
import { SinceCard } from './since-card.tsx';

/** Rewards come days after decisions, so a slow look is enough. */
const POLL_MS = 10_000;

export function DecisionPage({ decision }: { readonly decision: string }): JSX.Element {
  const policy = policyOfDecision(decision);
  const loaded = useLoaded({
    name: decision,
    load: (service, signal) => service.decision(decision, { signal }),
    everyMs: POLL_MS,
  });
  const view = useLoaded({
    name: policy,
    load: (service, signal) => service.policy(policy, { signal }),
  });
  const failure = loaded.failure && (
    <FailureNote
      failure={loaded.failure}
      what={`the decision ${decision}`}
      onRetry={loaded.reload}
    />
  );
  if (loaded.value === null) {
    return (
      <>
        <PageHeading
          title={`Decision ${decision.split('.').at(-1)}`}
          above={<PathBelowPolicy policy={policy} here="decision" />}
        />
        {failure ?? <PageSkeleton />}
      </>
    );
  }
  const { receipt } = loaded.value;
  const definition = view.value?.definition ?? null;
  const isLearners = receipt.chosenBy === 'learner';
  return (
    <>
      {failure}
      <PageHeading
        title={receipt.subject ?? `Decision ${receipt.sequence}`}
        above={<PathBelowPolicy policy={policy} here="decision" />}
        beside={
          <>
            <Badge tone={isLearners ? 'learner' : 'usual'}>
              {isLearners ? 'Chosen by hedgerow' : 'Your usual choice'}
            </Badge>
            <span class="small soft">
              {momentText(receipt.decidedAt)} · {STATES[loaded.value.state]}
            </span>
          </>
        }
      />
      <ReceiptCard receipt={receipt} definition={definition} />
      <PartsCard decision={loaded.value} definition={definition} />
      <ForecastCard receipt={receipt} view={view.value} />
      <SinceCard decision={loaded.value} definition={definition} onChanged={loaded.reload} />
      <RawReceipt receipt={receipt} />
    </>
  );
}
