/**
 * Every farm of the service with its next step, and how to make one of one's own.
 */
import type { PolicyView } from '@hedgerow/client';
import type { JSX } from 'preact';
import { FARMS_ADDRESS, farmAddress, NEW_FARM_ADDRESS } from '../../addresses/route.ts';
import { Badge } from '../../design/badge.tsx';
import { amountText, countText } from '../../design/number-text.ts';
import { PageHeading } from '../../design/page-heading.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { FailureNote } from '../../live/failure-note.tsx';
import { useLoaded } from '../../live/use-loaded.ts';
import { RemovePolicy } from '../../pages/policy/remove-policy.tsx';
import { statusOf } from '../../words/mode-words.ts';
import { totalUnit } from '../../words/units.ts';
import { isFarm, wordsOf } from '../data/words-of.ts';

const POLL_MS = 10_000;
/** Policies that are looked through; a service with more is no farm's. */
const LISTED_MAX = 1000;

export function FarmsPage(): JSX.Element {
  const { value, failure, reload } = useLoaded({
    name: 'farms',
    load: (service, signal) => service.policies({ limit: LISTED_MAX, signal }),
    everyMs: POLL_MS,
  });
  const farms = value?.filter(({ definition }) => isFarm(definition)) ?? null;
  return (
    <>
      <PageHeading
        title="Your farms"
        lead="Try new hybrids on some strips of each field, keep your own beside them, and never earn much less than before."
        beside={
          <a class="button button-main" href={NEW_FARM_ADDRESS}>
            New farm
          </a>
        }
      />
      {failure !== null && <FailureNote failure={failure} what="the farms" onRetry={reload} />}
      {farms === null && failure === null && <Skeleton height={13} label="Loading the farms" />}
      {farms?.every(({ isDemonstration }) => isDemonstration) && <NoFarmYet />}
      {farms !== null && farms.length > 0 && (
        <ul class="policy-list">
          {farms.map((view) => (
            <FarmCard key={view.id} view={view} onRemoved={reload} />
          ))}
        </ul>
      )}
    </>
  );
}

function NoFarmYet(): JSX.Element {
  return (
    <section class="card stack-tight">
      <h2>A farm of your own</h2>
      <p class="card-lead">
        Make one with the hybrids you can buy and the one you trust. Then enter your fields, or
        paste them from a spreadsheet, and see what a first season would try and what it could cost
        at worst, before anything is sown.
      </p>
      <p>
        <a class="button button-main" href={NEW_FARM_ADDRESS}>
          Make a farm of your own
        </a>
      </p>
    </section>
  );
}

interface FarmCardProps {
  readonly view: PolicyView;
  readonly onRemoved: () => void;
}

function FarmCard({ view, onRemoved }: FarmCardProps): JSX.Element {
  const { definition, counts, margin } = view;
  const status = statusOf(view);
  const words = wordsOf(definition);
  return (
    <li class="card farm-card">
      <div class="row">
        <h2>
          <a href={farmAddress(view.id)}>{view.id}</a>
        </h2>
        <Badge tone={status.tone}>{status.name}</Badge>
        {view.isDemonstration === true && <Badge tone="calm">Made up</Badge>}
      </div>
      <p>
        {countText(definition.actions.length, words.action)}; the usual one is{' '}
        <strong>{definition.baseline.action}</strong> where a field names no other.{' '}
        {counts.decisions === 0
          ? 'Nothing is planned yet.'
          : `${countText(counts.decisions, 'strip trial')} so far, ${countText(counts.rewards, 'harvest')} complete.`}
      </p>
      {counts.decisions > 0 && margin !== null && (
        <p class="soft">
          Proved so far: each site may risk at least{' '}
          {amountText(Math.max(0, margin), totalUnit(definition))}.
        </p>
      )}
      {view.isDemonstration === true && (
        <RemovePolicy view={view} word="farm" address={FARMS_ADDRESS} onRemoved={onRemoved} />
      )}
    </li>
  );
}
