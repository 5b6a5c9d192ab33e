/**
 * What the answers so far amount to: the promise in plain words and in tonnes on this farm, and how much
 * may be tried in the very first season.
 */
import { describePolicy } from '@hedgerow/core';
import { beginFarm } from '@hedgerow/farm';
import type { JSX } from 'preact';
import { amountText, oddsText, shareText } from '../../design/number-text.ts';
import { percentText } from '../../design/percent-text.ts';
import type { ReadAnswers } from './farm-draft.ts';

export interface PromisePreviewProps {
  /** Null while something is missing. */
  readonly answers: ReadAnswers | null;
  /** Of yields: "t/ha". */
  readonly unit: string;
}

export function PromisePreview({ answers, unit }: PromisePreviewProps): JSX.Element {
  if (answers === null) {
    return <p class="soft">Fill in what is missing to see what it amounts to on your farm.</p>;
  }
  const { allowedShortfall: shortfall, fieldCount, usual, failureProbability } = answers;
  const hectares = fieldCount * answers.hectares;
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
function WhatItIsWorth({ answers }: { readonly answers: ReadAnswers }): JSX.Element | null {
  const { without } = describePolicy(beginFarm(null, answers)).firstSeason!;
  const rows = Object.entries(without).flatMap(([name, share]) =>
    NAMES[name] === undefined ? [] : [`Without ${NAMES[name]}: ${shareText(round(share))}.`],
  );
  return rows.length === 0 ? null : <p class="small soft">{rows.join(' ')}</p>;
}

const NAMES: Readonly<Record<string, string>> = {
  'split.drop': 'the largest loss beside your own',
  'baseline.reward': 'the yields of your own fields',
};

/** The share of each field that cannot break the promise, whatever happens; no hybrid's trials count for it. */
export function freeShare(answers: ReadAnswers): number {
  return describePolicy(beginFarm(null, answers)).firstSeason!.freeShare;
}

function middleYield({ usualYield, range }: ReadAnswers): number {
  const { min, max } = usualYield ?? range;
  return (min + max) / 2;
}

function round(share: number): number {
  return Math.round(1000 * share) / 1000;
}
