/**
 * What entries mean for the table of decisions. Pure: every engine writes what is returned here, and
 * `hedgerow verify` makes the table again with it and compares.
 *
 * A batch is folded: each decision is either inserted once or updated once, so an engine may write
 * all inserts in one statement and all updates in another.
 */
import { changeByBoth, ISSUED, type StandingChange, standingAfter } from '@hedgerow/core/lifecycle';
import type { PartsStanding } from '../wire.ts';
import { parseDecisionId } from './decision-id.ts';
import type { Decided, EntryBody } from './entry.ts';
import { readEntryText } from './entry-text.ts';
import type { DecisionRow, StoredEntry } from './journal.ts';
import { changeByTelling } from './telling-change.ts';

/** A change of a line that exists. */
export interface RowUpdate extends StandingChange {
  readonly id: string;
  /** When the first reward came; null if that stays. */
  readonly rewardedAt: string | null;
  readonly addedCorrectionCount: number;
  /** What is known of the parts; null if that stays. */
  readonly parts: PartsStanding | null;
}

export interface Projection {
  /** For each entry, the decision that it speaks of; null if it speaks of the policy. */
  readonly spokenOf: readonly (string | null)[];
  readonly inserts: readonly DecisionRow[];
  /** Of lines that were there before; at most one for each. */
  readonly updates: readonly RowUpdate[];
  /** Since when the policy is archived after the batch, null if it is not; undefined if that stays. */
  readonly archivedAt: string | null | undefined;
}

/** Returns the id of the decision that an entry speaks of; null if it speaks of the policy. */
export function decisionSpokenOf(body: EntryBody): string | null {
  if (body.kind === 'decided') return body.receipt.id;
  return 'decision' in body ? body.decision : null;
}

/**
 * Returns what a batch of entries, in order, changes in the table of decisions. Whoever has the bodies
 * of the entries at hand saves the time to read them from their text.
 */
export function projectEntries(
  entries: readonly StoredEntry[],
  bodies: readonly EntryBody[] = entries.map(({ text }) => readEntryText(text)),
): Projection {
  const inserts = new Map<string, DecisionRow>();
  const updates = new Map<string, RowUpdate>();
  const spokenOf: (string | null)[] = [];
  let archivedAt: string | null | undefined;
  for (const [index, entry] of entries.entries()) {
    const body = bodies[index]!;
    spokenOf.push(decisionSpokenOf(body));
    if (body.kind === 'policy-archived') archivedAt = entry.time;
    if (body.kind === 'policy-restored') archivedAt = null;
    if (body.kind === 'decided') {
      const row = rowOf(entry, body);
      if (inserts.has(row.id))
        throw new Error(`The decision ${row.id} was made twice in one batch.`);
      inserts.set(row.id, row);
      continue;
    }
    const update = updateOf(entry, body);
    if (update === null) continue;
    const fresh = inserts.get(update.id);
    if (fresh !== undefined) inserts.set(update.id, updateRow(fresh, update));
    else updates.set(update.id, followedBy(updates.get(update.id), update));
  }
  const [rows, changes] = [[...inserts.values()], [...updates.values()]];
  return { spokenOf, inserts: rows, updates: changes, archivedAt };
}

/** Returns the line as it is after the update. */
export function updateRow(row: DecisionRow, update: RowUpdate): DecisionRow {
  return {
    ...row,
    ...standingAfter(row, update),
    rewardedAt: update.rewardedAt ?? row.rewardedAt,
    correctionCount: row.correctionCount + update.addedCorrectionCount,
    parts: update.parts ?? row.parts,
  };
}

function rowOf(entry: StoredEntry, { receipt, coreId, key }: Decided): DecisionRow {
  const name = parseDecisionId(receipt.id);
  if (name === null || name.policy !== entry.policy) {
    throw new Error(
      `A decision is named policy.generation.sequence and stands in its own policy's chain, but ` +
        `"${receipt.id}" is at position ${entry.position} of ${entry.policy}.`,
    );
  }
  return {
    id: receipt.id,
    ...name,
    position: entry.position,
    action: receipt.action,
    chosenBy: receipt.chosenBy,
    reason: receipt.reason,
    mode: receipt.mode,
    decidedAt: receipt.decidedAt,
    ...ISSUED,
    rewardedAt: null,
    correctionCount: 0,
    // Where the core was not asked, nothing was booked.
    marginAfter: coreId === null ? null : receipt.margin.after,
    baselineMin: receipt.baseline.reward?.min ?? null,
    baselineMax: receipt.baseline.reward?.max ?? null,
    keyScope: key?.scope ?? null,
    keyText: key?.text ?? null,
    fingerprint: key?.fingerprint ?? null,
    size: receipt.size ?? null,
    group: receipt.group ?? null,
    site: receipt.site ?? null,
    subject: receipt.subject ?? null,
    parts: plannedParts(receipt),
  };
}

/** What is known of the parts of a divided decision when it is issued; null of any other. */
export function plannedParts({ parts }: Decided['receipt']): PartsStanding | null {
  if (parts === undefined) return null;
  const share = parts.find(({ role }) => role === 'try')?.share ?? 0;
  return { share, try: null, check: null };
}

function updateOf({ time }: StoredEntry, body: EntryBody): RowUpdate | null {
  if (!('decision' in body)) return null;
  return {
    id: body.decision,
    ...changeByTelling(body),
    rewardedAt: body.kind === 'rewarded' ? time : null,
    addedCorrectionCount: body.kind === 'corrected' ? 1 : 0,
    parts: body.parts ?? null,
  };
}

/** Returns one update that does the same as the two, one after the other. */
function followedBy(first: RowUpdate | undefined, second: RowUpdate): RowUpdate {
  if (first === undefined) return second;
  return {
    id: first.id,
    ...changeByBoth(first, second),
    rewardedAt: second.rewardedAt ?? first.rewardedAt,
    addedCorrectionCount: first.addedCorrectionCount + second.addedCorrectionCount,
    parts: second.parts ?? first.parts,
  };
}
