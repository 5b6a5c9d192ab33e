/**
 * After harvest: what was learnt, what is proved, and how much land may be tried next.
 */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { auditAddress } from '../../addresses/route.ts';
import { Card } from '../../design/card.tsx';
import { amountText, changeText, countText, shareText } from '../../design/number-text.ts';
import { SelectField } from '../../design/select-field.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { currentTime } from '../../design/time-text.ts';
import { OutlookList } from '../../pages/decision/outlook-list.tsx';
import { rewardUnit, sizeUnit, totalUnit } from '../../words/units.ts';
import { nextSeasonName, type Season, sumOf } from '../data/seasons.ts';
import type { Farm } from '../data/use-farm.ts';
import { titled, wordsOf } from '../data/words-of.ts';
import type { StepProps } from '../farm-page.tsx';
import { planRequest } from '../plan/plan-request.ts';
import { type PlanPreview, usePlan } from '../plan/use-plan.ts';
import { SeasonChoice } from '../season-choice.tsx';
import { NextStepCard } from '../start/farm-home.tsx';
import { resultsByHybrid } from './by-hybrid.ts';
import { StoryCard, useProvedNow } from './story-card.tsx';

export function ResultsStep({ farm, season: asked }: StepProps): JSX.Element {
  const season = farm.seasons.find(({ name }) => name === asked) ?? farm.seasons.at(-1);
  const next = useNextPlan(farm);
  if (season === undefined) return <NextStepCard farm={farm} />;
  return (
    <>
      <div class="row no-print">
        <SeasonChoice farm={farm} step="results" season={season.name} />
      </div>
      <div class="columns">
        <LearntCard farm={farm} season={season} />
        <ProvedCard farm={farm} next={next} season={season} />
      </div>
      <BeliefsCard farm={farm} next={next} />
      <StoryCard farm={farm} />
      <NextStepCard farm={farm} />
    </>
  );
}

/** What the service would plan for the season after, in the usual weather. */
function useNextPlan({ view, fields, seasons }: Farm): PlanPreview {
  const request = planRequest({
    definition: view.definition,
    season: nextSeasonName(seasons, currentTime()),
    fields,
    weather: {},
  });
  return usePlan(view.id, request, view.version);
}

interface SeasonProps {
  readonly farm: Farm;
  readonly season: Season;
}

function LearntCard({ farm, season }: SeasonProps): JSX.Element {
  const { definition } = farm.view;
  const words = wordsOf(definition);
  const { gain, size, awaitedCount } = sumOf(season);
  return (
    <Card title={`What ${season.name} showed`} lead={gainWords(farm, gain, size, awaitedCount)}>
      <table class="stacked-table">
        <thead>
          <tr>
            <th scope="col">{titled(words.action)}</th>
            <th scope="col">Tried in</th>
            <th scope="col" class="cell-number">
              On
            </th>
            <th scope="col" class="cell-number">
              Beside the check
            </th>
          </tr>
        </thead>
        <tbody>
          {resultsByHybrid(season.decisions).map((result) => (
            <tr key={result.hybrid}>
              <th scope="row">{result.hybrid}</th>
              <td data-label="Tried in">{placesText(result.tryCount)}</td>
              <td class="cell-number" data-label="On">
                {amountText(result.triedSize, sizeUnit(definition))}
              </td>
              <td class="cell-number" data-label="Beside the check">
                {result.difference === null
                  ? 'awaited'
                  : changeText(result.difference, rewardUnit(definition))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="small soft">
        One {words.group} is one weather: a difference in a single year may be luck.
      </p>
    </Card>
  );
}

function placesText(count: number): string {
  return count === 1 ? '1 place' : `${count} places`;
}

function gainWords(farm: Farm, gain: number | null, size: number, awaited: number): string {
  const { definition } = farm.view;
  if (gain === null) return 'No pair of try and check is complete yet.';
  const total = changeText(gain, totalUnit(definition));
  const each = changeText(gain / size, rewardUnit(definition));
  const missing = awaited === 0 ? '' : ` ${countText(awaited, 'line')} of the harvest are awaited.`;
  return `The tries brought ${total} beyond your usual ${wordsOf(definition).action}, ${each} over all land.${missing}`;
}

interface ProvedProps extends SeasonProps {
  readonly next: PlanPreview;
}

function ProvedCard({ farm, next, season }: ProvedProps): JSX.Element {
  const { view } = farm;
  const { definition } = view;
  const words = wordsOf(definition);
  const last = sumOf(season);
  const sites = next.plan?.sites ?? [];
  const size = sites.reduce((sum, site) => sum + site.size, 0);
  const tried = sites.reduce((sum, site) => sum + site.triedSize, 0);
  const budget = useProvedNow(farm);
  return (
    <Card title="What is proved, and what may be tried next">
      <p class="budget-claim">
        <span>Proved, and may be risked{sites.length > 1 && ', over all sites together'}</span>{' '}
        <span class="big-number budget-number">
          {budget === null ? 'not known' : amountText(Math.max(0, budget), totalUnit(definition))}
        </span>
      </p>
      {next.plan !== null && size > 0 && (
        <p>
          In {next.plan.group}, <strong>{amountText(tried, sizeUnit(definition))}</strong> of{' '}
          {amountText(size, sizeUnit(definition))} may try something new:{' '}
          <strong>{shareText(tried / size)}</strong> of the land, after{' '}
          {shareText(last.size === 0 ? 0 : last.triedSize / last.size)} in {season.name}.
        </p>
      )}
      <p class="soft">
        What is not harvested yet counts as badly as it can, so this can only grow with it. It is
        proved from the strips and checks alone; no model is trusted for it.{' '}
        <a href={auditAddress(view.id)}>See how it is checked</a>
      </p>
      {sites.length > 1 && (
        <ul class="sentences small">
          {sites.map(({ site, budgetBefore, triedSize }) => (
            <li key={site}>
              {site ?? `no ${words.site} named`}:{' '}
              {amountText(Math.max(0, budgetBefore), totalUnit(definition))} may be risked,{' '}
              {amountText(triedSize, sizeUnit(definition))} tried next
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface BeliefsProps {
  readonly farm: Farm;
  readonly next: PlanPreview;
}

/** What is thought of every hybrid now, in a field of the reader's choice. */
function BeliefsCard({ farm, next }: BeliefsProps): JSX.Element | null {
  const { definition } = farm.view;
  const [field, setField] = useState('');
  const words = wordsOf(definition);
  if (next.plan === null) {
    return next.failure === null && farm.fields.length > 0 ? <Skeleton height={16} /> : null;
  }
  const receipt =
    next.plan.receipts.find(({ subject }) => subject === field) ?? next.plan.receipts[0];
  if (receipt === undefined || receipt.bounds.length === 0) return null;
  return (
    <Card
      title={`What is thought of the ${words.action}s now`}
      tools={
        <SelectField
          label={`In the ${words.subject}`}
          value={receipt.subject ?? ''}
          options={farm.fields.map(({ name }) => name)}
          onChange={setField}
        />
      }
    >
      <OutlookList receipt={receipt} definition={definition} />
    </Card>
  );
}
