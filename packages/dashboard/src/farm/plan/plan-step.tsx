/**
 * The plan of a season: which hybrid on how much of which field and why, and the worst that can come of
 * it, before anything is sown. Nothing is booked until it is committed.
 */
import type { GroupRequest } from '@hedgerow/client';
import type { Weather } from '@hedgerow/farm';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { farmAddress } from '../../addresses/route.ts';
import { Card } from '../../design/card.tsx';
import { Note } from '../../design/note.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { TextField } from '../../design/text-field.tsx';
import { currentTime } from '../../design/time-text.ts';
import { FailureNote } from '../../live/failure-note.tsx';
import { sizeUnit } from '../../words/units.ts';
import { nextSeasonName } from '../data/seasons.ts';
import type { Farm } from '../data/use-farm.ts';
import { titled, wordsOf } from '../data/words-of.ts';
import type { StepProps } from '../farm-page.tsx';
import { weatherVariables } from '../fields/field-variables.ts';
import { NextStepCard } from '../start/farm-home.tsx';
import { CommitPlan } from './commit-plan.tsx';
import { FieldPlans } from './field-plans.tsx';
import { FieldsChoice } from './fields-choice.tsx';
import { fileWeather, NO_FILES } from './forecast-file.ts';
import { planRequest } from './plan-request.ts';
import { PlanSummary } from './plan-summary.tsx';
import { usePlan } from './use-plan.ts';
import { firstNumbers, hasUsualWeather, typedWeather } from './weather.ts';
import { WeatherCard, type WeatherWay } from './weather-card.tsx';

export function PlanStep({ farm, season, onChanged }: StepProps): JSX.Element {
  const { view, fields, seasons } = farm;
  const input = usePlanInput(farm, season);
  const preview = usePlan(view.id, input.request, view.version);
  const { plan, isCurrent, failure } = preview;
  const words = wordsOf(view.definition);
  if (fields.length === 0) return <NextStepCard farm={farm} />;
  const planned = seasons.find(({ name }) => name === input.name.trim());
  return (
    <>
      <Card title={`Which ${words.group}`}>
        <div class="form">
          <TextField
            kind="words"
            label={titled(words.group)}
            text={input.name}
            fault={input.name.trim() === '' ? 'Give it a name, such as 2027.' : null}
            onInput={input.setName}
          />
        </div>
        {input.open.length > 0 && (
          <FieldsChoice
            fields={input.open}
            out={input.out}
            word={words.subject}
            unit={sizeUnit(view.definition)}
            onOut={input.setOut}
          />
        )}
        {planned !== undefined && (
          <Note tone="calm">
            <p>
              {input.open.length === 0
                ? `All ${words.subject}s of ${planned.name} are planned.`
                : `Some ${words.subject}s of ${planned.name} are planned; this is about the others.`}{' '}
              <a href={farmAddress(view.id, 'sheet', planned.name)}>See its sheet</a>
            </p>
          </Note>
        )}
      </Card>
      <WeatherCard {...input.weather} />
      {failure !== null && <FailureNote failure={failure} what="the plan" onRetry={preview.ask} />}
      {plan === null && failure === null && input.request !== null && (
        <Skeleton height={20} label="Planning" />
      )}
      {plan !== null && input.open.length > 0 && (
        <div class={isCurrent ? 'stack' : 'stack outdated'} aria-busy={!isCurrent}>
          {!isCurrent && <OutdatedNote isAsked={input.request !== null} />}
          <PlanSummary farm={farm} plan={plan} />
          <FieldPlans farm={farm} plan={plan} />
        </div>
      )}
      {plan !== null && input.request !== null && (
        <CommitPlan
          farm={farm}
          request={input.request}
          isCurrent={isCurrent}
          onCommitted={onChanged}
        />
      )}
    </>
  );
}

function OutdatedNote({ isAsked }: { readonly isAsked: boolean }): JSX.Element {
  return (
    <p class="outdated-note" role="status">
      {isAsked
        ? 'Planning again: this answer is to what stood above before.'
        : 'Something is missing above; this answer is to what stood there before.'}
    </p>
  );
}

/** What the reader has said so far, and the question it makes. */
function usePlanInput(farm: Farm, season: string | null) {
  const { view, fields, seasons } = farm;
  const { definition } = view;
  const [name, setName] = useState(season ?? nextSeasonName(seasons, currentTime()));
  const [way, setWay] = useState<WeatherWay>('usual');
  const variables = useMemo(() => weatherVariables(definition), [definition]);
  const [typed, setTyped] = useState(() => firstNumbers(definition, fields, variables));
  const planned = seasons.find((one) => one.name === name.trim());
  const open = fields.filter(
    (field) => !planned?.decisions.some(({ subject }) => subject === field.name),
  );
  const [out, setOut] = useState<ReadonlySet<string>>(new Set());
  const hasUsual = hasUsualWeather(definition, fields, variables);
  const [files, setFiles] = useState(NO_FILES);
  const read = useMemo(() => fileWeather(files, variables), [files, variables]);
  const foreseen = (): Weather | null => {
    if (variables.length === 0 || (hasUsual && way === 'usual')) return {};
    return way === 'files' ? read.weather : typedWeather(typed, variables);
  };
  const request: GroupRequest | null = planRequest({
    definition,
    season: name,
    fields: open.filter((field) => !out.has(field.name)),
    weather: foreseen(),
  });
  return {
    name,
    setName,
    open,
    out,
    setOut,
    request,
    weather: {
      hasUsual,
      variables,
      way,
      typed,
      files,
      read,
      onWay: setWay,
      onTyped: setTyped,
      onFiles: setFiles,
    },
  };
}
