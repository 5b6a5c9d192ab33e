/**
 * The harvest of a season: what the tries and the checks beside them yielded, typed field by field or from
 * a spreadsheet. Nothing is sent before it was seen.
 */
import type { DecisionSummary } from '@hedgerow/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { farmAddress } from '../../addresses/route.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { Note } from '../../design/note.tsx';
import { countText } from '../../design/number-text.ts';
import { Skeleton } from '../../design/skeleton.tsx';
import { FailureNote } from '../../live/failure-note.tsx';
import { actionFailureText, useAction } from '../../live/use-action.ts';
import { rewardUnit } from '../../words/units.ts';
import { isAwaited, type Season, sumOf } from '../data/seasons.ts';
import type { Farm } from '../data/use-farm.ts';
import { useReceipts } from '../data/use-receipts.ts';
import { wordsOf } from '../data/words-of.ts';
import type { StepProps } from '../farm-page.tsx';
import { SeasonChoice } from '../season-choice.tsx';
import { NextStepCard } from '../start/farm-home.tsx';
import { doubtsAbout } from './doubts.ts';
import { type HarvestDraft, type ReadHarvest, readHarvest } from './harvest-draft.ts';
import { HarvestImport } from './harvest-import.tsx';
import { HarvestTable } from './harvest-table.tsx';
import { type HarvestAnswer, sendHarvest } from './send-harvest.ts';

export function HarvestStep({ farm, season: asked, onChanged }: StepProps): JSX.Element {
  const season = farm.seasons.find(({ name }) => name === asked) ?? farm.seasons.at(-1);
  if (season === undefined) return <NextStepCard farm={farm} />;
  return <SeasonHarvest farm={farm} season={season} onChanged={onChanged} />;
}

interface SeasonHarvestProps {
  readonly farm: Farm;
  readonly season: Season;
  readonly onChanged: () => void;
}

export type Drafts = Readonly<Record<string, HarvestDraft>>;

function SeasonHarvest({ farm, season, onChanged }: SeasonHarvestProps): JSX.Element {
  const { definition, id } = farm.view;
  const words = wordsOf(definition);
  const form = useHarvestForm(farm, season, onChanged);
  const receipts = useReceipts(season.decisions.map(({ id: decision }) => decision));
  const { awaitedCount, decisionCount } = sumOf(season);
  return (
    <>
      <div class="row no-print">
        <SeasonChoice farm={farm} step="harvest" season={season.name} />
      </div>
      {form.answer !== null && <AnswerNote answer={form.answer} season={season} />}
      {awaitedCount === 0 && (
        <Note tone="good" title={`The harvest of ${season.name} is complete`}>
          <p>
            <a href={farmAddress(id, 'results', season.name)}>See what was learnt</a>
          </p>
        </Note>
      )}
      {awaitedCount > 0 && (
        <Card
          title="From a spreadsheet"
          lead={`Paste a table with the ${words.subject} and the yields of try and check; it fills in the form below.`}
        >
          {receipts.value !== null && (
            <HarvestImport
              farm={farm}
              season={season}
              receipts={receipts.value}
              onDrafts={form.addDrafts}
            />
          )}
          {receipts.value === null && receipts.failure === null && (
            <Skeleton height={10} label="Loading the plan" />
          )}
          {receipts.failure !== null && (
            <FailureNote failure={receipts.failure} what="the plan" onRetry={receipts.reload} />
          )}
        </Card>
      )}
      <Card
        title={`${decisionCount - awaitedCount} of ${decisionCount} are in`}
        lead={`Yields in ${rewardUnit(definition)}, each as the mean of its part. Leave empty what is not known yet; never fill in what you think it would have been.`}
      >
        <form
          class="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.send();
          }}
        >
          <HarvestTable
            farm={farm}
            season={season}
            drafts={form.drafts}
            faults={form.faults}
            onDraft={(decision, draft) => form.addDrafts({ [decision]: draft })}
          />
          {form.action.failure !== null && (
            <p class="field-fault" role="alert">
              {actionFailureText(form.action.failure)}
            </p>
          )}
          {form.questions.length > 0 && (
            <Note tone="careful" title="Really?" isNews>
              <ul class="sentences">
                {form.questions.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              <Button isDisabled={form.action.isBusy} onClick={() => void form.send(true)}>
                These numbers are right: send them
              </Button>
            </Note>
          )}
          {awaitedCount > 0 && (
            <div class="row">
              <Button type="submit" weight="main" isDisabled={form.action.isBusy}>
                {form.filledCount === 0
                  ? 'Send the harvest'
                  : `Send the harvest of ${countText(form.filledCount, 'line')}`}
              </Button>
              <span class="field-fault" role="alert">
                {form.said}
              </span>
            </div>
          )}
        </form>
      </Card>
    </>
  );
}

/** What is typed, what is wrong with it, and what came of sending it. */
function useHarvestForm({ view }: Farm, season: Season, onChanged: () => void) {
  const [drafts, setDrafts] = useState<Drafts>({});
  const [answer, setAnswer] = useState<HarvestAnswer | null>(null);
  const [isTried, setTried] = useState(false);
  const [said, setSaid] = useState('');
  const [asked, setAsked] = useState<readonly string[]>([]);
  const action = useAction();
  const read = season.decisions
    .filter(isAwaited)
    .flatMap((decision) => readDraft(decision, drafts[decision.id], view.definition.reward));
  const faulty = read.filter(({ faults }) => Object.keys(faults).length > 0);
  const filled = read.filter(({ line, executed }) => line !== null || executed !== null);
  const lines = filled.flatMap(({ line }) => (line === null ? [] : [line]));
  const doubts = doubtsAbout(view.definition, season, lines).map(({ text }) => text);
  // Whoever changes a number is asked about the new one.
  const isAsked = asked.length > 0 && asked.join() === doubts.join();
  const send = async (isAccepted = false) => {
    setTried(true);
    setSaid(sayBefore(faulty.length, filled.length));
    if (faulty.length > 0 || filled.length === 0) return;
    if (doubts.length > 0 && !isAccepted) {
      setAsked(doubts);
      return;
    }
    const executed = new Map(
      filled.flatMap(({ decision, executed: share }) =>
        share === null ? [] : [[decision.id, share] as const],
      ),
    );
    const isDone = await action.run(async (client) => {
      setAnswer(await sendHarvest(client, view.id, { lines, executed }));
    });
    if (!isDone) return;
    setDrafts({});
    setAsked([]);
    setTried(false);
    onChanged();
  };
  return {
    drafts,
    answer,
    action,
    send,
    said,
    questions: isAsked ? doubts : [],
    filledCount: filled.length,
    faults: isTried ? new Map(faulty.map(({ decision, faults }) => [decision.id, faults])) : NONE,
    addDrafts: (more: Drafts) => setDrafts((before) => ({ ...before, ...more })),
  };
}

const NONE: ReadonlyMap<string, ReadHarvest['faults']> = new Map();

function readDraft(
  decision: DecisionSummary,
  draft: HarvestDraft | undefined,
  range: { readonly min: number; readonly max: number },
) {
  return draft === undefined ? [] : [{ decision, ...readHarvest(draft, decision, range) }];
}

function sayBefore(faultyCount: number, filledCount: number): string {
  if (faultyCount > 0) return `${countText(faultyCount, 'line')} must be mended first.`;
  return filledCount === 0 ? 'Nothing is filled in yet.' : '';
}

function AnswerNote({
  answer,
  season,
}: {
  readonly answer: HarvestAnswer;
  readonly season: Season;
}) {
  const { recordedCount, refused } = answer;
  const nameOf = (id: string | null) =>
    season.decisions.find((decision) => decision.id === id)?.subject ?? id;
  return (
    <Note
      tone={refused.length === 0 ? 'good' : 'careful'}
      title={`${countText(recordedCount, 'harvest')} taken in`}
      isNews
    >
      {refused.length > 0 && (
        <ul class="sentences">
          {refused.map(({ line, decision, detail, outcome }) => (
            <li key={line}>
              {nameOf(decision)}: {detail ?? outcome}
            </li>
          ))}
        </ul>
      )}
    </Note>
  );
}
