import type { DecisionSummary } from '@hedgerow/client';
import type { Season } from '../data/seasons.ts';

/** "Brook", or "Brook, block 2" where a field has several decisions. */
export function blockNames({ decisions }: Season): Map<string, string> {
  const counts = new Map<string, number>();
  const totals = new Map<string, number>();
  const nameOf = ({ subject, id }: DecisionSummary) => subject ?? id;
  for (const decision of decisions) {
    totals.set(nameOf(decision), (totals.get(nameOf(decision)) ?? 0) + 1);
  }
  return new Map(
    decisions.map((decision) => {
      const name = nameOf(decision);
      const block = (counts.get(name) ?? 0) + 1;
      counts.set(name, block);
      return [decision.id, totals.get(name) === 1 ? name : `${name}, block ${block}`];
    }),
  );
}
