/**
 * Many decisions at once: what is asked, and what is answered.
 */
import { groupBy } from '../../base/group-by.ts';
import type { DecideOptions } from './policy.ts';
import type { Receipt } from './receipt.ts';
import type { ContextValue } from './variables.ts';

/** One of the decisions to be planned together; all but the context may be left out. */
export interface PlanSituation
  extends Pick<
    DecideOptions,
    'size' | 'site' | 'allowed' | 'baseline' | 'floors' | 'proposal' | 'divisible'
  > {
  readonly context: ContextValue;
  /** Where decisions can be divided: so many blocks, each a decision with a draw of its own. */
  readonly blocks?: number;
}

export interface TogetherOptions extends Pick<DecideOptions, 'group' | 'period' | 'shadow'> {}

export interface SeasonPlan {
  /** The name under which they were planned; null for none. */
  readonly group: string | null;
  /** One for each situation in its order, or for each block of it. */
  readonly receipts: readonly Receipt[];
  /** What it means for each site, in the order of the first decisions. */
  readonly sites: readonly SitePlan[];
}

/**
 * A plan that is made in small steps, so that others may work in between; the last one returns it. Until then nothing else may be
 * asked of the policy: some of the plan may be booked, or a rehearsal not yet be taken back.
 */
export type PlanInSteps = Generator<void, SeasonPlan, void>;

export interface SitePlan {
  /** Null for decisions without a site. */
  readonly site: string | null;
  readonly decisions: number;
  /** Sum of the sizes, and of what is given to others than the baseline's action. */
  readonly size: number;
  readonly triedSize: number;
  /** The safety budget before, and after the worst that can come of the plan, in reward units. */
  readonly budgetBefore: number;
  readonly budgetAfter: number;
  readonly unit: string;
}

/** Sums up receipts by site. */
export function seasonPlan(receipts: readonly Receipt[], group: string | undefined): SeasonPlan {
  const bySite = groupBy(receipts, (receipt) => receipt.site ?? null);
  const sites = Array.from(bySite, ([site, own]) => sitePlan(site, own));
  return { group: group ?? null, receipts, sites };
}

function sitePlan(site: string | null, receipts: readonly Receipt[]): SitePlan {
  const inOrder = [...receipts].sort((a, b) => a.sequence - b.sequence);
  const total = (sizeOf: (receipt: Receipt) => number) =>
    receipts.reduce((sum, receipt) => sum + sizeOf(receipt), 0);
  return {
    site,
    decisions: receipts.length,
    size: total(({ size = 1 }) => size),
    triedSize: total(triedSize),
    budgetBefore: inOrder[0]!.margin.before,
    budgetAfter: inOrder.at(-1)!.margin.after,
    unit: inOrder[0]!.margin.unit,
  };
}

function triedSize({ size = 1, chosenBy, parts }: Receipt): number {
  if (parts === undefined) return chosenBy === 'learner' ? size : 0;
  return parts.reduce((sum, part) => (part.role === 'try' ? sum + part.size : sum), 0);
}
