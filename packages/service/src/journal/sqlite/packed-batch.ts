/**
 * A batch as it is handed to the thread that writes: a list of values for each statement, in the order of its columns.
 *
 * What crosses threads is copied field by field, names included. As plain lists it takes half the time on either side, and
 * what comes out can be given to the statements as it is.
 */
import type { SQLInputValue } from 'node:sqlite';
import { parseDecisionId } from '../decision-id.ts';
import type { Head, StoredEntry } from '../journal.ts';
import { type Projection, projectEntries, type RowUpdate } from '../projection.ts';
import type { Standing } from '../standing.ts';
import { lineFromRow, partsText } from '../tables.ts';
import type { Batch } from '../turns.ts';

type Values = readonly SQLInputValue[];

export interface PackedBatch {
  readonly policy: string;
  readonly head: Head;
  /** What the head is after it. */
  readonly next: Head;
  readonly entries: readonly Values[];
  readonly rows: readonly Values[];
  readonly updates: readonly Values[];
  /** As in a projection. */
  readonly archivedAt: string | null | undefined;
  readonly standing?: Standing;
}

export function packBatch(
  { policy, head, entries, standing }: Omit<Batch, 'bodies'>,
  { spokenOf, inserts, updates, archivedAt }: Projection = projectEntries(entries),
): PackedBatch {
  const last = entries.at(-1);
  // The line of a decision tells where its own entry is, so the index of what is said of it need not.
  const ownPositions = new Set(inserts.map(({ position }) => position));
  const toldOf = (entry: StoredEntry, i: number) =>
    ownPositions.has(entry.position) ? null : (spokenOf[i] ?? null);
  return {
    policy,
    head,
    next: last === undefined ? head : { version: last.position, hash: last.hash },
    entries: entries.map((entry, i) => entryValues(entry, toldOf(entry, i))),
    rows: inserts.map((row) => Object.values(lineFromRow(row))),
    updates: updates.map(updateValues),
    archivedAt,
    ...(standing === undefined ? {} : { standing }),
  };
}

function entryValues(entry: StoredEntry, subject: string | null): Values {
  const { policy, position, time, text, previousHash, hash } = entry;
  return [policy, position, time, text, previousHash, hash, subject];
}

function updateValues(update: RowUpdate): Values {
  const { policy, generation, sequence } = parseDecisionId(update.id)!;
  return [
    update.isOnlyIfIssued ? 1 : 0,
    update.state,
    update.reward,
    update.rewardedAt,
    update.addedCorrectionCount,
    partsText(update.parts),
    policy,
    generation,
    sequence,
  ];
}
