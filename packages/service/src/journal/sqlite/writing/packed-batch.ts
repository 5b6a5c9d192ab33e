/**
 * A batch as it is handed to the thread that writes: a list of values for each statement, in the order of its columns.
 *
 * What crosses threads is copied field by field, names included. As plain lists it takes half the time on either side, and
 * what comes out can be given to the statements as it is.
 */
import type { SQLInputValue } from 'node:sqlite';
import { parseDecisionId } from '../../decision-id.ts';
import type { Head, StoredEntry } from '../../journal.ts';
import { type Projection, projectEntries, type RowUpdate } from '../../projection.ts';
import type { Standing } from '../../standing.ts';
import { lineFromRow, partsText } from '../../tables.ts';
import type { Batch } from '../../turns.ts';

export type Values = readonly SQLInputValue[];
export type PackedEntry = readonly [time: string, text: string, hash: string];

export interface PackedBatch {
  readonly policy: string;
  readonly head: Head;
  /** What the head is after it. */
  readonly next: Head;
  readonly entries: readonly PackedEntry[];
  /** Lines of the table of decisions, in the order of its columns; whoever has them may change them. */
  readonly rows: readonly SQLInputValue[][];
  readonly updates: readonly Values[];
  /** Where it speaks of decisions, after the entries that made them. */
  readonly told: readonly Values[];
  /** As in a projection. */
  readonly archivedAt: string | null | undefined;
  readonly standing?: Standing;
}

export function packBatch(
  { policy, head, entries, standing }: Omit<Batch, 'bodies'>,
  { spokenOf, inserts, updates, archivedAt }: Projection = projectEntries(entries),
): PackedBatch {
  const last = entries.at(-1);
  return {
    policy,
    head,
    next: last === undefined ? head : { version: last.position, hash: last.hash },
    entries: entries.map(({ time, text, hash }) => [time, text, hash]),
    ...packLines(entries, { spokenOf, inserts, updates }),
    archivedAt,
    ...(standing === undefined ? {} : { standing }),
  };
}

export type PackedLines = Pick<PackedBatch, 'rows' | 'updates' | 'told'>;

/** Returns what entries mean for the tables of decisions and of what is told of them. */
export function packLines(
  entries: readonly StoredEntry[],
  { spokenOf, inserts, updates }: Pick<Projection, 'spokenOf' | 'inserts' | 'updates'>,
): PackedLines {
  // The line of a decision tells where its own entry is.
  const ownPositions = new Set(inserts.map(({ position }) => position));
  const told = entries.flatMap(({ position }, i) => {
    const name = ownPositions.has(position) ? null : parseDecisionId(spokenOf[i] ?? '');
    return name === null ? [] : [[name.policy, name.generation, name.sequence, position]];
  });
  return {
    rows: inserts.map((row) => Object.values(lineFromRow(row))),
    updates: updates.map(updateValues),
    told,
  };
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
