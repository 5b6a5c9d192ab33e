/**
 * The parts of a divided decision: what is known of them, and the answer to news of them.
 *
 *     reward of the whole = share · try + (1 − share) · check, once the parts that it has have come
 *
 * The core answers the same way while it knows the decision; here is what is answered when it does not
 * any more, or never did.
 */
import type { Outcome, PartReward, PartRewards } from '@hedgerow/core';
import { invalidInput } from '../../problems/refusals.ts';
import type { PartsStanding } from '../../wire.ts';

/** Returns the mean reward over the whole decision; null while a part of it is missing. */
export function meanReward({ share, try: tried, check }: PartsStanding): number | null {
  if ((share > 0 && tried === null) || (share < 1 && check === null)) return null;
  const ofTry = share > 0 ? share * rewardOf(tried!) : 0;
  return share < 1 ? ofTry + (1 - share) * rewardOf(check!) : ofTry;
}

/** Returns what is known once the news is taken in. */
export function withNews(standing: PartsStanding, news: PartRewards): PartsStanding {
  const { share } = standing;
  return { share, try: news.try ?? standing.try, check: news.check ?? standing.check };
}

/** Whether anything has been told of any part. */
export function isMeasured({ try: tried, check }: PartsStanding): boolean {
  return tried !== null || check !== null;
}

type PartAnswer = Exclude<Outcome, 'unknown-decision' | 'already-played'>;

/** Returns what a first report of parts means. */
export function answerToParts(standing: PartsStanding, news: PartRewards): PartAnswer {
  const told = PARTS.filter((part) => news[part] !== undefined);
  const isKnown = (part: Part) => standing[part] !== null;
  if (told.some((part) => isKnown(part) && !isSame(news[part], standing[part]))) {
    return 'contradiction';
  }
  return told.every(isKnown) ? 'repeated' : 'recorded';
}

/** Returns what a correction of parts means. */
export function answerToCorrection(standing: PartsStanding, news: PartRewards): PartAnswer {
  const told = PARTS.filter((part) => news[part] !== undefined);
  if (told.some((part) => standing[part] === null)) return 'no-reward-yet';
  return told.every((part) => isSame(news[part], standing[part])) ? 'repeated' : 'recorded';
}

/** Refuses news of a part that the decision does not have. */
export function requireOwnParts({ share }: PartsStanding, news: PartRewards): void {
  if (news.try !== undefined && share === 0) {
    throw invalidInput(
      'try must be left out where nothing was tried, but it is given. Send the reward as check.',
      'try',
    );
  }
  if (news.check !== undefined && share === 1) {
    throw invalidInput(
      'check must be left out where all of the decision was tried, but it is given.',
      'check',
    );
  }
}

/** Returns the one part that the decision has; null if it is divided. */
export function onlyPart({ share }: PartsStanding): Part | null {
  if (share === 0) return 'check';
  return share === 1 ? 'try' : null;
}

export function rewardOf(part: PartReward): number {
  return typeof part === 'number' ? part : part.reward;
}

const PARTS = ['try', 'check'] as const;
type Part = (typeof PARTS)[number];

function isSame(one: PartReward | null | undefined, other: PartReward | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
