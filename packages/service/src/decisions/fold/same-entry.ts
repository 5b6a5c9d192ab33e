/**
 * Whether an entry that is made again says what was written.
 *
 * What is compared is what the promise rests on: action, books and margin, ids, keys, coins and draws. What is only shown
 * may come out otherwise in a later version (worded better, thought better of an action), which must still be able to go on
 * from what an earlier one wrote. The chain of hashes covers all of it. Which field is which stands here and nowhere else: a new
 * field of a receipt does not compile before somebody has said what it is.
 */
import type { Receipt } from '@hedgerow/core';
import type { Decided, EntryBody, Written } from '../../journal/entry.ts';
import { packPropensities } from '../../journal/packed-propensities.ts';
import type { DecisionReceipt } from '../../wire.ts';

type Use = 'compared' | 'shown';

const RECEIPT: Readonly<Record<keyof Required<Omit<DecisionReceipt, 'margin'>>, Use>> = {
  id: 'compared',
  policy: 'compared',
  generation: 'compared',
  sequence: 'compared',
  decidedAt: 'compared',
  mode: 'compared',
  action: 'compared',
  chosenBy: 'compared',
  reason: 'compared',
  proposal: 'compared',
  proposedBy: 'compared',
  // Its action, and what was declared of its reward: what the books count with.
  baseline: 'compared',
  coin: 'compared',
  exploration: 'compared',
  // Shares, and the strips that were drawn.
  parts: 'compared',
  size: 'compared',
  group: 'compared',
  site: 'compared',
  subject: 'compared',
  recalibrated: 'compared',
  explanation: 'shown',
  change: 'shown',
  // With the outlook of each action.
  bounds: 'shown',
  outside: 'shown',
  // It follows from the definition, and that is compared when a generation begins.
  promise: 'shown',
  // It follows from the request, which is compared.
  context: 'shown',
  // They follow from the coin, which is compared; where lots could be drawn they are looked at below.
  propensity: 'shown',
  propensities: 'shown',
};

const MARGIN: Readonly<Record<keyof Receipt['margin'], Use>> = {
  before: 'compared',
  ifProposed: 'compared',
  worstIncrement: 'compared',
  after: 'compared',
  unit: 'shown',
};

/** What stands in the entry of a decision beside its receipt. */
const DECIDED: Readonly<Record<keyof Required<Omit<Decided & Written, 'receipt'>>, Use>> = {
  kind: 'compared',
  request: 'compared',
  coreId: 'compared',
  key: 'compared',
  draw: 'compared',
  planIndex: 'compared',
  core: 'shown',
  // A tombstone is never made again.
  forgotten: 'shown',
};

/** Returns the first field in which the entry as made again differs from what was written; null if there is none. */
export function differingField(again: EntryBody, written: EntryBody): string | null {
  if (again.kind !== 'decided' || written.kind !== 'decided') {
    const { core: _one, ...one } = again;
    const { core: _other, ...other } = written;
    return firstDifference(one, other, Object.keys({ ...one, ...other }));
  }
  const { margin, ...receipt } = again.receipt;
  const { margin: writtenMargin, ...writtenReceipt } = written.receipt;
  return (
    firstDifference(receipt, writtenReceipt, COMPARED_RECEIPT) ??
    named('margin', firstDifference(margin, writtenMargin, COMPARED_MARGIN)) ??
    firstDifference(again, written, COMPARED_DECIDED) ??
    (hasSameChances(again, written) ? null : 'propensities')
  );
}

/** What could have been played, where lots could be drawn: logs are judged by it. */
function hasSameChances(again: Decided, written: Decided): boolean {
  const packed = written.receipt.shown?.chances ?? '';
  const { propensities, bounds } = again.receipt;
  if (packed === '' || propensities === undefined || bounds === undefined) return true;
  const actions = bounds.map(({ action }) => action);
  return packPropensities(propensities, actions) === packed;
}

const compared = (table: Readonly<Record<string, Use>>) =>
  Object.keys(table).filter((field) => table[field] === 'compared');
const COMPARED_RECEIPT = compared(RECEIPT);
const COMPARED_MARGIN = compared(MARGIN);
const COMPARED_DECIDED = compared(DECIDED);

function firstDifference(one: object, other: object, fields: readonly string[]): string | null {
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return fields.find((field) => !isSame(a[field], b[field])) ?? null;
}

function named(whole: string, field: string | null): string | null {
  return field === null ? null : `${whole}.${field}`;
}

/** Equal to the bit, whatever the order of fields; a field that is undefined counts as absent. */
function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const isIn = (fields: object) => firstDifference(a, b, Object.keys(fields)) === null;
  return isIn(a) && isIn(b);
}
