/**
 * What is told of the parts of a divided decision, and the answer to it: late, alone, repeated, or
 * contradicting what was told before.
 */
import { HedgerowError } from '../../base/errors.ts';
import { describeValue } from '../../base/require.ts';
import type { SplitEntry } from '../../safety/books/split-book.ts';
import type { PartOutcome, SplitOutcome } from '../../safety/split/split-bet.ts';
import type { Outcome } from './decision-lifecycle.ts';
import { requireAmount } from './require-amount.ts';

/** The mean reward of a part; with the share of what was carried out that was measured, if that was not all. */
export type PartReward = number | { readonly reward: number; readonly measuredShare: number };

export interface PartRewards {
  readonly try?: PartReward;
  readonly check?: PartReward;
}

/** What is known of the parts after the news, or why nothing changes. */
export type PartNews =
  | { readonly answer: 'recorded'; readonly outcome: SplitOutcome }
  | { readonly answer: Exclude<Outcome, 'recorded' | 'unknown-decision'> };

/** Takes first reports: each part once, again only with the same words. */
export function hearParts(entry: SplitEntry, news: PartRewards): PartNews {
  if (entry.execution === 'void') return { answer: 'not-played' };
  const known = knownParts(entry);
  const told = toldParts(entry, news);
  const isContradiction = PARTS.some(
    (part) => told[part] !== null && known[part] !== null && !isSame(told[part], known[part]),
  );
  if (isContradiction) return { answer: 'contradiction' };
  if (PARTS.every((part) => told[part] === null || known[part] !== null)) {
    return { answer: 'repeated' };
  }
  return { answer: 'recorded', outcome: outcomeOf(entry, merged(known, told)) };
}

/** Takes corrections of parts that were reported before. */
export function correctParts(entry: SplitEntry, news: PartRewards): PartNews {
  const known = knownParts(entry);
  const told = toldParts(entry, news);
  if (PARTS.some((part) => told[part] !== null && known[part] === null)) {
    return { answer: entry.execution === 'void' ? 'not-played' : 'no-reward-yet' };
  }
  if (PARTS.every((part) => told[part] === null || isSame(told[part], known[part]))) {
    return { answer: 'repeated' };
  }
  return { answer: 'recorded', outcome: outcomeOf(entry, merged(known, told)) };
}

/** Whether nothing more is to come. */
export function isComplete(entry: SplitEntry): boolean {
  const { plan, executed, outcome } = entry;
  if (outcome === null) return false;
  const isTried = total(executed?.shares ?? plan.shares) > 0;
  const isTryKnown = !isTried || outcome.tries[0] !== null;
  return isTryKnown && (!hasCheck(entry) || outcome.check !== null);
}

/** Whether some of it was drawn to stay with the baseline: only that is a check. */
function hasCheck({ plan, executed }: SplitEntry): boolean {
  if (plan.coin !== undefined) return true;
  return total(executed?.isInnocent === true ? executed.shares : plan.shares) < 1;
}

function total(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0);
}

/** Refuses what is no report about parts. */
export function requirePartRewards(news: unknown): asserts news is PartRewards {
  const fields = typeof news === 'object' && news !== null ? Object.keys(news) : [];
  const isKnown = fields.every((field) => field === 'try' || field === 'check');
  if (fields.length === 0 || !isKnown) {
    throw new HedgerowError({
      code: 'HR_INPUT_KIND',
      rule: 'the reward of a divided decision must be { try, check }, or one of the two',
      received: describeValue(news),
    });
  }
  for (const part of Object.values(news as PartRewards)) requirePart(part);
}

function requirePart(part: unknown): void {
  if (typeof part !== 'object' || part === null) {
    requireAmount('reward', part as number);
    return;
  }
  const { reward, measuredShare } = part as { reward: number; measuredShare: number };
  requireAmount('reward', reward);
  if (measuredShare > 0 && measuredShare <= 1) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'measuredShare must be greater than 0 and at most 1',
    received: describeValue(measuredShare),
  });
}

const PARTS = ['try', 'check'] as const;

type Known = Readonly<Record<(typeof PARTS)[number], PartOutcome>>;

function knownParts({ outcome }: SplitEntry): Known {
  return { try: outcome?.tries[0] ?? null, check: outcome?.check ?? null };
}

function toldParts(entry: SplitEntry, news: PartRewards): Known {
  if (news.check !== undefined && !hasCheck(entry)) {
    throw new HedgerowError({
      code: 'HR_INPUT_KIND',
      rule: 'reward.check must be left out where all of the decision is tried',
      received: 'given',
      remedy: 'What grows elsewhere is no check: only drawn strips of the same decision are.',
    });
  }
  if (entry.plan.shares.length === 0 && news.try !== undefined) {
    throw new HedgerowError({
      code: 'HR_INPUT_KIND',
      rule: 'reward.try must be left out where nothing was tried',
      received: 'given',
    });
  }
  return { try: toldPart(news.try), check: toldPart(news.check) };
}

/** A copy in one form: the caller keeps its own, and the same news has the same words. */
function toldPart(part: PartReward | undefined): PartOutcome {
  if (part === undefined || typeof part === 'number') return part ?? null;
  const { reward, measuredShare } = part;
  return measuredShare === 1 ? reward : { reward, measuredShare };
}

function merged(known: Known, told: Known): Known {
  return { try: told.try ?? known.try, check: told.check ?? known.check };
}

function outcomeOf({ plan }: SplitEntry, known: Known): SplitOutcome {
  return { tries: plan.shares.map(() => known.try), check: known.check };
}

function isSame(one: PartOutcome, other: PartOutcome): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
