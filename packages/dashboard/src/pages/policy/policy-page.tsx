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
import { RangeBar } from './range-bar.tsx';
import { SitesCard } from './sites-card.tsx';
import { useRange } from './use-range.ts';
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
  const hasSites = sites.length > 1;
  const now = view.value;
  const points = useMemo(
    () => pointsNow(corridor.value?.points ?? [], now, sites),
    [corridor.value, now, sites],
  );
  const {
    range,
    choose,
    mark,
    points: inRange,
  } = useRange({
    policy,
    version,
    all: points,
    pointsMax: CORRIDOR_POINTS,
  });
  const drawnPoints = useMemo(
    () => inRange && pointsNow(inRange, now, sites),
    [inRange, now, sites],
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
  const drawn = { points: drawnPoints, onMark: mark };
  return (
    <>
      {failure}
      <PolicyHeading view={shown} pace={pace} />
      <RangeBar range={range} onChange={choose} />
      <BudgetCard view={shown} drawn={drawn} lately={latelyOf(points)} hasSites={hasSites} />
      {corridor.failure !== null && (
        <FailureNote failure={corridor.failure} what="the totals" onRetry={corridor.reload} />
      )}
      <div class="policy-columns">
        <div class="stack">
          <CorridorCard
            view={shown}
            drawn={drawn}
            last={points.at(-1)}
            isDeclared={corridor.value?.isBaselineDeclared ?? true}
            hasSites={hasSites}
          />
          <DecisionsCard view={shown} version={version} />
        </div>
        <div class="policy-side">
          <FallbackReasons view={shown} />
          <ActionBounds view={shown} version={version} />
          <SitesCard sites={sites} view={shown} />
          <PromiseCard view={shown} />
          <ControlsCard view={shown} onChanged={view.reload} />
          <WeightsCard view={shown} version={version} />
          <DefinitionCard view={shown} onChanged={view.reload} />
        </div>
      </div>
    </>
  );
}
