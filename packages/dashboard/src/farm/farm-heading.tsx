/**
 * The name of a farm and the road of a season, with the step that one is at.
 */
import type { JSX } from 'preact';
import { FARMS_ADDRESS, type FarmStep, farmAddress, policyAddress } from '../addresses/route.ts';
import { Badge } from '../design/badge.tsx';
import { Note } from '../design/note.tsx';
import { countText } from '../design/number-text.ts';
import { PageHeading } from '../design/page-heading.tsx';
import { statusOf } from '../words/mode-words.ts';
import { sumOf } from './data/seasons.ts';
import type { Farm } from './data/use-farm.ts';
import { titled, wordsOf } from './data/words-of.ts';

export interface FarmHeadingProps {
  readonly farm: Farm;
  /** Null on the farm's own page. */
  readonly step: FarmStep | null;
}

export function FarmHeading({ farm, step }: FarmHeadingProps): JSX.Element {
  const { view } = farm;
  const status = statusOf(view);
  return (
    <>
      <PageHeading
        title={step === null ? view.id : `${view.id}: ${nameOf(farm, step).toLowerCase()}`}
        above={<FarmPath farm={view.id} />}
        beside={
          <>
            {view.mode !== 'live' && <Badge tone={status.tone}>{status.name}</Badge>}
            {view.isDemonstration === true && <Badge tone="calm">Made up</Badge>}
          </>
        }
      />
      <FarmRoad farm={farm} step={step} />
      {view.archivedAt !== undefined && (
        <Note tone="calm" title="This farm is archived">
          <p>It takes no more decisions. All that was decided and harvested stays readable.</p>
        </Note>
      )}
      {view.health.state === 'halted' && (
        <Note tone="bad" title="This farm is halted" isNews>
          <p>Its records do not fit together, so nothing is risked: {view.health.detail}</p>
        </Note>
      )}
    </>
  );
}

/** Where one is. */
export function FarmPath({ farm }: { readonly farm?: string }): JSX.Element {
  return (
    <>
      <a href={FARMS_ADDRESS}>Your farms</a>
      {farm !== undefined && (
        <>
          {' '}
          / <a href={farmAddress(farm)}>{farm}</a> /{' '}
          <a href={policyAddress(farm)}>its promise and records</a>
        </>
      )}
    </>
  );
}

const ROAD: readonly FarmStep[] = ['fields', 'plan', 'sheet', 'harvest', 'results'];

function FarmRoad({ farm, step }: FarmHeadingProps): JSX.Element {
  return (
    <nav class="farm-road" aria-label="Steps of a season">
      <ol>
        {ROAD.map((one) => (
          <li key={one}>
            <a
              href={farmAddress(farm.view.id, one)}
              {...(one === step ? { 'aria-current': 'page' as const } : {})}
            >
              <span class="farm-road-name">{nameOf(farm, one)}</span>{' '}
              <span class="farm-road-state">{stateOf(farm, one)}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function nameOf({ view }: Farm, step: FarmStep): string {
  const names: Readonly<Record<FarmStep, string>> = {
    fields: `${titled(wordsOf(view.definition).subject)}s`,
    plan: 'Plan',
    sheet: 'Sheet',
    harvest: 'Harvest',
    results: 'What was learnt',
  };
  return names[step];
}

/** How far it is, in two or three words. */
function stateOf({ fields, seasons, view }: Farm, step: FarmStep): string {
  const last = seasons.at(-1);
  const { subject } = wordsOf(view.definition);
  if (step === 'fields')
    return fields.length === 0 ? 'none yet' : countText(fields.length, subject);
  if (last === undefined) return 'not yet';
  const { name, awaitedCount, decisionCount } = sumOf(last);
  if (step === 'plan') return `${name} is planned`;
  if (step === 'sheet') return `for ${name}`;
  if (step === 'harvest') return `${decisionCount - awaitedCount} of ${decisionCount} in`;
  return countText(seasons.length, 'season');
}
