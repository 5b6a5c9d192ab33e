/**
 * One policy: what it does now, what it may still risk, how the promise was kept so far, and why it
 * fell back. It keeps itself up to date.
 */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { PageHeading } from '../../design/page-heading.tsx';
import { PageSkeleton } from '../../design/skeleton.tsx';
import { FailureNote } from '../../live/failure-note.tsx';
import { useLoaded } from '../../live/use-loaded.ts';
import { usePolicyFeed } from '../../live/use-policy-feed.ts';
import { latelyOf } from '../../words/policy-sentence.ts';
import { ActionBounds } from './action-bounds.tsx';
import { BudgetCard } from './budget-card.tsx';
import { ControlsCard } from './controls-card.tsx';
import { CorridorCard } from './corridor-card.tsx';
import { DecisionsCard } from './decisions-card.tsx';
import { DefinitionCard } from './definition-card.tsx';
import { FallbackReasons } from './fallback-reasons.tsx';
import { pointsNow } from './points-now.ts';
import { PolicyHeading, PolicyPath } from './policy-heading.tsx';
import { PromiseCard } from './promise-card.tsx';
import { SitesCard } from './sites-card.tsx';
import { useSites } from './use-sites.ts';
import { WeightsCard } from './weights-card.tsx';

const CORRIDOR_POINTS = 400;

export function PolicyPage({ policy }: { readonly policy: string }): JSX.Element {
  const { view, version, pace } = usePolicyFeed(policy);
  const corridor = useLoaded({
    name: policy,
    load: (service, signal) => service.corridor(policy, { points: CORRIDOR_POINTS }, { signal }),
    version,
  });
  const sites = useSites(policy, view.value, version);
  // The budget of the view is that of one site; the totals are those of all.
  const hasSites = sites.length > 1;
  const points = useMemo(
    () => pointsNow(corridor.value?.points ?? [], hasSites ? null : view.value),
    [corridor.value, view.value, hasSites],
  );
  const failure = view.failure && (
    <FailureNote failure={view.failure} what={`the policy ${policy}`} onRetry={view.reload} />
  );
  if (view.value === null) {
    return (
      <>
        <PageHeading title={policy} above={<PolicyPath />} />
        {failure ?? <PageSkeleton />}
      </>
    );
  }
  const shown = view.value;
  return (
    <>
      {failure}
      <PolicyHeading view={shown} pace={pace} />
      <BudgetCard view={shown} points={points} lately={latelyOf(points)} hasSites={hasSites} />
      {corridor.failure !== null && (
        <FailureNote failure={corridor.failure} what="the totals" onRetry={corridor.reload} />
      )}
      <CorridorCard
        view={shown}
        points={points}
        isDeclared={corridor.value?.isBaselineDeclared ?? true}
      />
      <div class="columns">
        <FallbackReasons view={shown} />
        <ActionBounds view={shown} version={version} />
      </div>
      <SitesCard sites={sites} view={shown} />
      <DecisionsCard view={shown} version={version} />
      <div class="columns">
        <PromiseCard view={shown} />
        <ControlsCard view={shown} onChanged={view.reload} />
      </div>
      <WeightsCard view={shown} version={version} />
      <DefinitionCard view={shown} onChanged={view.reload} />
    </>
  );
}
