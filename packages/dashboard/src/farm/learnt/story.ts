/**
 * The story of a farm: what was tried, what it gained and what was proved, season by season.
 */
import type { DecisionSummary } from '@hedgerow/client';
import { type Season, sumOf } from '../data/seasons.ts';
import type { Receipts } from '../data/use-receipts.ts';

export interface Chapter {
  readonly season: string;
  /** Share of the land that tried something else, from 0 to 1. */
  readonly triedShare: number;
  /** What the tries brought beyond their checks, for every hectare of the farm; null before harvest. */
  readonly gain: number | null;
  /** What was proved after it and might be risked in the next, in total; null while it is not known. */
  readonly budget: number | null;
}

/** The first decision of each site in each season: their receipts tell the budgets before the plan. */
export function firstOfSites({ decisions }: Season): DecisionSummary[] {
  return Array.from(Map.groupBy(decisions, ({ site = '' }) => site).values(), ([first]) => first!);
}

/** `now` is what is proved at present: what the last season led to so far. */
export function storyOf(
  seasons: readonly Season[],
  receipts: Receipts,
  now: number | null,
): Chapter[] {
  return seasons.map((season, index) => {
    const { name, size, triedSize, gain } = sumOf(season);
    const next = seasons[index + 1];
    return {
      season: name,
      triedShare: size === 0 ? 0 : triedSize / size,
      gain: gain === null || size === 0 ? null : gain / size,
      budget: next === undefined ? now : budgetBefore(next, receipts),
    };
  });
}

/** What might be risked when a season was planned: sites lend each other nothing. */
function budgetBefore(season: Season, receipts: Receipts): number | null {
  const margins = firstOfSites(season).map(({ id }) => receipts.get(id)?.margin?.before);
  if (margins.some((margin) => margin === undefined)) return null;
  return margins.reduce<number>((sum, margin) => sum + Math.max(0, margin!), 0);
}
