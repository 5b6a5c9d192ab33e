/**
 * What the tries of a season showed, hybrid by hybrid: the mean difference to the checks beside them,
 * weighted by the land that was tried.
 */
import type { DecisionSummary } from '@hedgerow/client';
import { rewardOf, triedShare } from '../data/seasons.ts';

export interface HybridResult {
  readonly hybrid: string;
  readonly tryCount: number;
  readonly triedSize: number;
  /** Null before any pair is known. */
  readonly difference: number | null;
}

/** The largest difference first, those without one last. */
export function resultsByHybrid(decisions: readonly DecisionSummary[]): HybridResult[] {
  const tried = decisions.filter((decision) => triedShare(decision) > 0);
  return Array.from(
    Map.groupBy(tried, ({ action }) => action),
    ([hybrid, own]) => ({
      hybrid,
      tryCount: own.length,
      triedSize: own.reduce((sum, decision) => sum + sizeOf(decision), 0),
      difference: meanDifference(own),
    }),
  ).toSorted(
    (one, other) =>
      (other.difference ?? Number.NEGATIVE_INFINITY) - (one.difference ?? Number.NEGATIVE_INFINITY),
  );
}

function meanDifference(decisions: readonly DecisionSummary[]): number | null {
  let weight = 0;
  let sum = 0;
  for (const decision of decisions) {
    const difference = differenceOf(decision);
    if (difference === null) continue;
    weight += sizeOf(decision);
    sum += sizeOf(decision) * difference;
  }
  return weight === 0 ? null : sum / weight;
}

/** Try less check; null where one of them is missing. */
export function differenceOf({ partRewards }: DecisionSummary): number | null {
  const tried = rewardOf(partRewards?.try ?? null);
  const check = rewardOf(partRewards?.check ?? null);
  return tried === null || check === null ? null : tried - check;
}

function sizeOf(decision: DecisionSummary): number {
  return (decision.size ?? 1) * triedShare(decision);
}
