/**
 * The farm: fields, plan, sheet, harvest, and what was learnt, season after season.
 */
import './farm.css';
import type { JSX } from 'preact';
import type { FarmStep, LazyPageProps } from '../addresses/route.ts';
import { PageHeading } from '../design/page-heading.tsx';
import { PageSkeleton } from '../design/skeleton.tsx';
import { FailureNote } from '../live/failure-note.tsx';
import type { Farm } from './data/use-farm.ts';
import { useFarm } from './data/use-farm.ts';
import { isFarm } from './data/words-of.ts';
import { FarmHeading, FarmPath } from './farm-heading.tsx';
import { FieldsStep } from './fields/fields-step.tsx';
import { HarvestStep } from './harvest/harvest-step.tsx';
import { ResultsStep } from './learnt/results-step.tsx';
import { PlanStep } from './plan/plan-step.tsx';
import { NewFarmPage } from './setup/new-farm-page.tsx';
import { SheetStep } from './sheet/sheet-step.tsx';
import { FarmHome } from './start/farm-home.tsx';
import { FarmsPage } from './start/farms-page.tsx';

export interface StepProps {
  readonly farm: Farm;
  /** What the address says beside the season. */
  readonly query: URLSearchParams;
  /** The season that the address names; null for the one that is due. */
  readonly season: string | null;
  /** To be called after something was changed. */
  readonly onChanged: () => void;
}

export function FarmPage({ path, query }: LazyPageProps): JSX.Element {
  const [policy = '', step = ''] = path.split('/');
  if (policy === '') return query.has('new') ? <NewFarmPage /> : <FarmsPage />;
  return <OneFarm key={policy} policy={policy} step={step} query={query} />;
}

interface OneFarmProps {
  readonly policy: string;
  readonly step: string;
  readonly query: URLSearchParams;
}

function OneFarm({ policy, step, query }: OneFarmProps): JSX.Element {
  const { value: farm, failure, reload } = useFarm(policy);
  const note = failure && (
    <FailureNote failure={failure} what={`the farm ${policy}`} onRetry={reload} />
  );
  if (farm === null) {
    return (
      <>
        <PageHeading title={policy} above={<FarmPath />} />
        {note ?? <PageSkeleton />}
      </>
    );
  }
  if (!isFarm(farm.view.definition)) return <NoFarm policy={policy} />;
  const season = query.get('season');
  const Step = STEPS[step as FarmStep] ?? FarmHome;
  return (
    <>
      {note}
      <FarmHeading farm={farm} step={step in STEPS ? (step as FarmStep) : null} />
      <Step
        key={`${step} ${season}`}
        farm={farm}
        query={query}
        season={season}
        onChanged={reload}
      />
    </>
  );
}

const STEPS: Readonly<Record<FarmStep, (props: StepProps) => JSX.Element>> = {
  fields: FieldsStep,
  plan: PlanStep,
  sheet: SheetStep,
  harvest: HarvestStep,
  results: ResultsStep,
};

function NoFarm({ policy }: { readonly policy: string }): JSX.Element {
  return (
    <>
      <PageHeading title={policy} above={<FarmPath />} />
      <p>
        The decisions of {policy} have no size, or cannot be divided, so there is no season to plan.{' '}
        <a href={`#/policies/${encodeURIComponent(policy)}`}>See it as a policy</a>.
      </p>
    </>
  );
}
