/**
 * What the answers so far amount to: the promise in plain words and in tonnes on this farm, and how much
 * may be tried in the very first season.
 */
import { describePolicy, type PolicyDefinition } from '@hedgerow/core';
import type { JSX } from 'preact';
import { amountText, oddsText, shareText } from '../../design/number-text.ts';
import { percentText } from '../../design/percent-text.ts';
import type { FarmAnswers } from './farm-draft.ts';

export interface PromisePreviewProps {
  /** Null while something is missing. */
  readonly answers: FarmAnswers | null;
  /** Of yields: "t/ha". */
  readonly unit: string;
}

export function PromisePreview({ answers, unit }: PromisePreviewProps): JSX.Element {
  if (answers === null) {
    return <p class="soft">Fill in what is missing to see what it amounts to on your farm.</p>;
  }
  const { shortfall, fieldCount, fieldSize, usual, failureProbability } = answers;
  const hectares = fieldCount * fieldSize;
  const middle = middleYield(answers);
  const harvest = hectares * middle;
  const free = freeShare(answers);
  const total = unit.endsWith('/ha') ? unit.slice(0, -3) : `${unit}·ha`;
  return (
    <div class="promise-preview stack-tight" role="status">
      <p class="promise-words">
        In the weather that comes, you will have earned at least {percentText(1 - shortfall)} of
        what {usual} everywhere would have earned, at every moment.
      </p>
      <p>
        On {amountText(hectares, 'ha')} at {amountText(middle, unit)} a season brings about{' '}
        {amountText(harvest, total)}. You put at most{' '}
        <strong>{amountText(shortfall * harvest, total)}</strong> of it at stake, and only as far as
        strips and checks have not yet earned more. The risk that the promise ever fails is at most{' '}
        {oddsText(failureProbability)}.
      </p>
      <p>
        In the first season, before anything is known, <strong>{percentText(round(free))}</strong>{' '}
        of each field may be tried: {amountText(free * hectares, 'ha')} of{' '}
        {amountText(hectares, 'ha')}.
      </p>
      <WhatItIsWorth answers={answers} />
    </div>
  );
}

/** What each answer adds on the first day. */
function WhatItIsWorth({ answers }: { readonly answers: FarmAnswers }): JSX.Element | null {
  const { without } = describePolicy(lightDefinition(answers)).firstSeason!;
  const rows = Object.entries(without).flatMap(([name, share]) =>
    NAMES[name] === undefined ? [] : [`Without ${NAMES[name]}: ${shareText(round(share))}.`],
  );
  return rows.length === 0 ? null : <p class="small soft">{rows.join(' ')}</p>;
}

const NAMES: Readonly<Record<string, string>> = {
  'split.drop': 'the largest loss beside your own',
  'baseline.reward': 'the yields of your own fields',
};

/** The share of each field that cannot break the promise, whatever happens. */
export function freeShare(answers: FarmAnswers): number {
  return describePolicy(lightDefinition(answers)).firstSeason!.freeShare;
}

/** As much of the definition as the promise depends on: no model, no hybrids by name. */
function lightDefinition(answers: FarmAnswers): PolicyDefinition {
  const { usualYield, drop, noise, range } = answers;
  return {
    actions: ['usual', 'other'],
    baseline: { action: 'usual', ...(usualYield && { reward: usualYield }) },
    context: {},
    reward: range,
    allowedShortfall: answers.shortfall,
    failureProbability: answers.failureProbability,
    size: { typical: answers.fieldSize },
    split: {
      ...(drop !== undefined && { drop }),
      ...(noise !== undefined && { plotNoise: { scale: noise } }),
    },
  };
}

function middleYield({ usualYield, range }: FarmAnswers): number {
  const { min, max } = usualYield ?? range;
  return (min + max) / 2;
}

function round(share: number): number {
  return Math.round(1000 * share) / 1000;
}
