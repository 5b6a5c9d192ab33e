/**
 * The farm's own page: what to do next, how it stands, and its seasons so far.
 */
import type { JSX } from 'preact';
import { FARMS_ADDRESS, farmAddress } from '../../addresses/route.ts';
import { Card } from '../../design/card.tsx';
import { currentTime } from '../../design/time-text.ts';
import { RemovePolicy } from '../../pages/policy/remove-policy.tsx';
import { certaintyWords, promiseWords, subjectWords } from '../../words/promise-words.ts';
import { nextStep } from '../data/next-step.ts';
import { nextSeasonName, sumOf } from '../data/seasons.ts';
import type { StepProps } from '../farm-page.tsx';
import { FieldDecisions } from '../learnt/field-decisions.tsx';
import { StoryCard } from '../learnt/story-card.tsx';

export function FarmHome({ farm, onChanged }: StepProps): JSX.Element {
  const { view, fields, seasons } = farm;
  return (
    <>
      <NextStepCard farm={farm} />
      {seasons.length > 0 && <StoryCard farm={farm} />}
      {seasons.length > 0 && <FieldDecisions farm={farm} />}
      <Card title="The promise">
        <p class="promise-words">{promiseWords(view)}</p>
        <p>
          {subjectWords(view.definition)} {certaintyWords(view.promise)}
        </p>
        {fields.length === 0 && (
          <p class="soft">Nothing has been decided yet, and nothing here is made up.</p>
        )}
        <RemovePolicy view={view} word="farm" address={FARMS_ADDRESS} onRemoved={onChanged} />
      </Card>
    </>
  );
}

/** The one thing to do now. */
export function NextStepCard({ farm }: Pick<StepProps, 'farm'>): JSX.Element {
  const { view, fields, seasons } = farm;
  const { step, action, reason, season } = nextStep(
    fields.length,
    seasons.map(sumOf),
    nextSeasonName(seasons, currentTime()),
  );
  return (
    <section class="card next-step" aria-label="Next step">
      <p>
        <strong>Next:</strong> {reason}
      </p>
      <a class="button button-main" href={farmAddress(view.id, step, season)}>
        {action}
      </a>
    </section>
  );
}
