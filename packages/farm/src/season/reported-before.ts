/**
 * What a harvest table says again: the same number is no news, and another one is a correction, which must
 * be meant.
 */
import type { FieldHarvest, PartRole, PartYields, PlannedParts } from './match-harvest.ts';

export interface ReportedBefore<Planned extends PlannedParts> {
  /** What is new. */
  readonly fresh: readonly FieldHarvest<Planned>[];
  /** What differs from what was reported, as sentences. */
  readonly contradictions: readonly string[];
  /** How many numbers are as they were reported. */
  readonly repeatedCount: number;
}

/** Forms and tables show three decimals. */
const ROUNDING = 0.0006;

/** Parts a harvest into what is new and what is not; `remedy` says how a number is corrected. */
export function reportedBefore<Planned extends PlannedParts>(
  harvests: readonly FieldHarvest<Planned>[],
  knownOf: (planned: Planned) => PartYields,
  remedy: string,
): ReportedBefore<Planned> {
  const contradictions: string[] = [];
  let repeatedCount = 0;
  const fresh = harvests.flatMap(({ planned, yields }) => {
    const known = knownOf(planned);
    const news = (Object.entries(yields) as [PartRole, number][]).filter(([role, now]) => {
      const before = known[role];
      if (before === undefined) return true;
      if (Math.abs(before - now) <= ROUNDING) repeatedCount += 1;
      else {
        contradictions.push(
          `${planned.name}: ${short(before)} was reported of its ${role}, and the table says ${short(now)}. ${remedy}`,
        );
      }
      return false;
    });
    return news.length === 0 ? [] : [{ planned, yields: Object.fromEntries(news) }];
  });
  return { fresh, contradictions, repeatedCount };
}

function short(value: number): string {
  return String(Number(value.toFixed(3)));
}
