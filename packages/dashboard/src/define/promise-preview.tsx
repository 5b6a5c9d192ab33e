/**
 * What is promised by what stands in the form, and how long the usual choice will be followed: told anew
 * with every letter.
 */
import type { PolicyDefinition } from '@hedgerow/client';
import { type PlanInterval, type PolicyDescription, planBaselineRounds } from '@hedgerow/core';
import { uniformAt } from '@hedgerow/core/research';
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { percentText } from '../design/percent-text.ts';
import { assumptionWords } from '../words/assumption-words.ts';
import { certaintyWords, promiseWords, subjectWords } from '../words/promise-words.ts';
import type { ReadPolicy } from './policy-draft.ts';

export function PromisePreview({ read }: { readonly read: ReadPolicy }): JSX.Element {
  if (read.definition === null) {
    return <p class="soft">Fill in what is missing above, and the promise stands here.</p>;
  }
  const { definition, description } = read;
  const unit = definition.reward.unit ?? '';
  return (
    <div class="promise-preview stack-tight" role="status">
      <p class="promise-words">
        {promiseWords({ definition, reserve: reserveOf(definition), unit })}
      </p>
      <p>
        {subjectWords(definition)} {certaintyWords(description.promise)}
      </p>
      {assumptionWords(description.promise).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <HowSoon definition={definition} description={description} />
    </div>
  );
}

/** All of it, as in a first generation. */
function reserveOf({ reserve = 0 }: PolicyDefinition) {
  return { declared: reserve, granted: reserve };
}

interface HowSoonProps {
  readonly definition: PolicyDefinition;
  readonly description: PolicyDescription;
}

const ROUNDS = 200;
const RUNS = 40;
const IMPROVEMENT = 0.1;
const SEED = 1n;

function HowSoon({ definition, description }: HowSoonProps): JSX.Element | null {
  const text = JSON.stringify([
    definition.reward,
    definition.baseline,
    definition.allowedShortfall,
  ]);
  const row = useMemo(() => forecast(definition), [text, definition.failureProbability]);
  if (description.firstSeason !== undefined) {
    return (
      <p>
        In the first season, before anything is known,{' '}
        <strong>{percentText(description.firstSeason.freeShare)}</strong> of each decision may be
        tried.
      </p>
    );
  }
  if (row === null) return null;
  return (
    <p>
      If others pay {percentText(IMPROVEMENT)} more than your usual choice, and rounds stray as far
      as their range allows, the first one is tried in round{' '}
      <strong>{intervalText(row.firstProposal)}</strong>, and of {ROUNDS} rounds{' '}
      <strong>{intervalText(row.baselineRounds)}</strong> follow your usual choice: the middle of{' '}
      {RUNS} simulated futures, and in brackets what 90 of 100 lie between. A forecast, not a
      promise; the narrower the range that a round can pay, the sooner.
    </p>
  );
}

/** The forecast of `hedgerow plan`; null where it has nothing to say. */
function forecast({ allowedShortfall, reward, baseline, failureProbability }: PolicyDefinition) {
  if (allowedShortfall === undefined) return null;
  let position = 0;
  try {
    const [row] = planBaselineRounds({
      allowedShortfalls: [allowedShortfall],
      reward,
      failureProbability: failureProbability!,
      baselineRewards: usualRewards(baseline, reward),
      isBaselineKnown: baseline.reward !== undefined || baseline.log !== undefined,
      improvement: IMPROVEMENT,
      horizon: ROUNDS,
      runCount: RUNS,
      random: () => uniformAt(SEED, position++),
    });
    return row ?? null;
  } catch {
    // It plans only for rewards that are not negative, say; the promise stands without it.
    return null;
  }
}

const STEPS = 99;

/** Rewards of the usual choice around what is declared, as wide as the range allows; none if nothing is. */
function usualRewards(
  { reward: declared }: PolicyDefinition['baseline'],
  { min, max }: PolicyDefinition['reward'],
): number[] {
  if (declared === undefined || declared === 'per-call') return [];
  const middle = typeof declared === 'number' ? declared : (declared.min + declared.max) / 2;
  const reach = Math.min(middle - min, max - middle);
  return Array.from({ length: STEPS + 1 }, (_, i) => middle + reach * ((2 * i) / STEPS - 1));
}

function intervalText({ low, median, high }: PlanInterval): string {
  const show = (value: number) => (value > ROUNDS ? 'later' : String(value));
  return `${show(median)} (${show(low)}–${show(high)})`;
}
