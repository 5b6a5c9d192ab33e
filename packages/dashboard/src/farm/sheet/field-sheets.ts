/**
 * The receipts of a season by field, and how much of which hybrid must be bought for them.
 */
import type { DecisionReceipt } from '@hedgerow/client';
import type { Season } from '../data/seasons.ts';
import type { Receipts } from '../data/use-receipts.ts';

export interface FieldSheet {
  readonly field: string;
  readonly site: string | null;
  readonly size: number;
  /** One for each block. */
  readonly receipts: readonly DecisionReceipt[];
}

export function fieldSheets({ decisions }: Season, receipts: Receipts): FieldSheet[] {
  const all = decisions.flatMap(({ id }) => receipts.get(id) ?? []);
  return Array.from(
    Map.groupBy(all, ({ subject, id }) => subject ?? id),
    ([field, own]) => ({
      field,
      site: own[0]!.site ?? null,
      size: own.reduce((sum, { size = 1 }) => sum + size, 0),
      receipts: own,
    }),
  );
}

/** Hectares of every hybrid that is sown, the most first. */
export function seedNeeds(sheets: readonly FieldSheet[]): { hybrid: string; size: number }[] {
  const sizes = new Map<string, number>();
  for (const { action, size } of sheets.flatMap(({ receipts }) => receipts.flatMap(sownParts))) {
    sizes.set(action, (sizes.get(action) ?? 0) + size);
  }
  return Array.from(sizes, ([hybrid, size]) => ({ hybrid, size })).toSorted(
    (one, other) => other.size - one.size,
  );
}

function sownParts({
  parts,
  action,
  size = 1,
}: DecisionReceipt): { action: string; size: number }[] {
  return parts === undefined ? [{ action, size }] : [...parts];
}
