/**
 * The journal in SQLite as one thread has it: turns and hashes of its own, a connection that only reads, and a
 * line to the thread that writes.
 */
import type { MessagePort } from 'node:worker_threads';
import { ALWAYS_HERE } from '../../placement/placement.ts';
import { closedFailure, type Forgetting, type Journal, JournalFailure } from '../journal.ts';
import { type AskOptions, journalReads } from '../journal-reads.ts';
import { projectEntries } from '../projection.ts';
import { RunAhead } from '../run-ahead.ts';
import { createRetention } from '../segments/retention.ts';
import { replaceInSegments } from '../segments/segment-reads.ts';
import { type Batch, Turns } from '../turns.ts';
import { coinKeyOf, renewCoinKeyOf } from './folder/coin-key-file.ts';
import { ReadingConnection } from './folder/reading-connection.ts';
import { scrub } from './folder/scrub.ts';
import { SegmentFiles } from './folder/segment-files.ts';
import { SETTLED_VERSION, TouchedNames } from './lines/touched-names.ts';
import { probeNumber } from './probe-number.ts';
import { SettledReading } from './reading/settled-reading.ts';
import { SqliteSegments, sqliteSegmentStore } from './reading/sqlite-segments.ts';
import { SqliteKeys } from './sqlite-keys.ts';
import { senselessBatch, type Work } from './writing/batch-writer.ts';
import { type PackedBatch, packBatch } from './writing/packed-batch.ts';
import { packSnapshot } from './writing/packed-snapshot.ts';
import { WriterLine } from './writing/writer-line.ts';
import type { WriterReply } from './writing/writer-thread.ts';

function staleReads(): JournalFailure {
  return new JournalFailure('broken', 'The connection does not read what was written last.');
}

/** Everything after a position: more entries than any chain has. */
const ALL_ENTRIES = Number.MAX_SAFE_INTEGER;

/** What another thread of the same process needs to read and write the same journal. */
export interface SqliteShare {
  readonly kind: 'sqlite';
  readonly folder: string;
  /** A line to the thread that writes. */
  readonly port: MessagePort;
}

/** Opens the journal for a thread that was given a share: the lock and the tables are the process's. */
export function joinSqliteJournal({ folder, port }: SqliteShare): Journal {
  const database = new ReadingConnection({ folder, isSynced: true });
  const line = new WriterLine({ post: (request) => port.postMessage(request) });
  port.on('message', (reply: WriterReply) => line.take(reply));
  port.on('close', () => line.fail(undefined));
  return threadJournal({
    folder,
    database,
    files: new SegmentFiles({ folder, isSynced: true }),
    run: (work) => line.run(work),
    letGo: async () => {
      line.close();
      port.close();
      database.close();
    },
  });
}

export interface ThreadParts {
  readonly folder: string;
  readonly database: ReadingConnection;
  readonly files: SegmentFiles;
  /** Resolves when the work is on disk. */
  readonly run: (work: Work) => Promise<boolean>;
  /** Closes the connection and all else, when everything is written. */
  readonly letGo: () => Promise<void>;
}

/** Turns, reads and keys on one connection, and whatever is written by one line. */
export function threadJournal({ folder, database, files, run, letGo }: ThreadParts): Journal {
  const segments = new SqliteSegments(database, files);
  const settledVersion = database.prepare(SETTLED_VERSION);
  const touched = new TouchedNames((policy) => Number(settledVersion.get(policy)?.settled ?? 0));
  const settle = (policy: string) => run({ kind: 'settle', policy });
  const reading = new SettledReading(database, segments, { touched, settle });
  const turns = runAheadTurns({ reading, segments, touched, run });
  let closing: Promise<void> | null = null;
  const close = async () => {
    await turns.close();
    await letGo();
  };
  const ask: AskOptions['ask'] = async (question) => {
    if (closing !== null) throw closedFailure();
    try {
      return await question();
    } catch (error) {
      throw readFailure(error);
    }
  };
  return {
    isShared: false,
    placement: ALWAYS_HERE,
    ...journalReads({ records: reading, ask, failureOf: readFailure }),
    keys: new SqliteKeys(database, run),
    beginTurn: (policy, knownVersion) => turns.begin(policy, knownVersion),
    retention: createRetention(sqliteSegmentStore(segments, run)),
    writeStanding: async (policy, head, standing) =>
      void (await run({ kind: 'standing', policy, head, standing })),
    writeSnapshot: async (snapshot) =>
      void (await run({ kind: 'snapshot', snapshot: await packSnapshot(snapshot) })),
    writeShelf: async (shelf) => void (await run({ kind: 'shelf', shelf })),
    dropShelf: async (policy) => void (await run({ kind: 'drop-shelf', policy })),
    scrub: async () => {
      const { doubted } = segments;
      await scrub(run);
      // With the log all that is doubtful has gone.
      segments.settle(doubted);
    },
    coinKey: () => ask(() => coinKeyOf(folder)),
    renewCoinKey: async () => void (await ask(() => renewCoinKeyOf(folder))),
    checkWritable: async () => {
      const before = await ask(() => probeNumber(database));
      await run({ kind: 'probe' });
      // A connection that still sees the past would find no decision that was stored since.
      if ((await ask(() => probeNumber(database))) !== before) return;
      database.replace();
      throw staleReads();
    },
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

interface TurnParts extends Pick<ThreadParts, 'run'> {
  readonly reading: SettledReading;
  readonly segments: SqliteSegments;
  readonly touched: TouchedNames;
}

function runAheadTurns({ reading, segments, touched, run }: TurnParts): Turns {
  const chains = new RunAhead({
    head: (policy) => reading.head(policy),
    readAfter: (policy, position) => reading.read(policy, position, ALL_ENTRIES),
    store: (batch) => store({ touched, run }, batch),
    erase: async (policy, head, closing) => {
      touched.forget(policy);
      const old = segments.list(policy);
      await segments.replace({ fresh: [], old }, () =>
        run({ kind: 'erase', policy, head, ...(closing && { closing }) }),
      );
    },
    forget: (batch, forgetting) => forget({ segments, run }, batch, forgetting),
  });
  return new Turns({ hold: (policy) => chains.hold(policy) });
}

/** What is on its way counts as written of before anybody can read it. */
async function store(
  { touched, run }: Pick<TurnParts, 'touched' | 'run'>,
  batch: Batch,
): Promise<void> {
  const packed = packedOf(batch);
  touched.note(packed);
  try {
    await run({ kind: 'batch', batch: packed });
  } catch (failure) {
    touched.forget(batch.policy);
    throw failure;
  }
}

/** New segments are on disk before the database tells of them; whoever writes that removes the old ones. */
async function forget(
  { segments, run }: Pick<TurnParts, 'segments' | 'run'>,
  { bodies, ...batch }: Batch,
  forgetting: Forgetting,
): Promise<void> {
  const { policy } = batch;
  const { end, replaced } = await replaceInSegments(segments, policy, forgetting.tombstones);
  const packed = packBatch(batch, projectEntries(batch.entries, bodies));
  const told = { ...forgetting, segmentEnd: end, segments: replaced.map(({ segment }) => segment) };
  const old = replaced.map(({ before }) => before);
  await segments.replace({ fresh: replaced, old }, () =>
    run({ kind: 'forget', batch: packed, forgetting: told }),
  );
}

/** The bodies stay here: what the writer needs of them is much less, and takes less to hand over. */
function packedOf({ bodies, ...batch }: Batch): PackedBatch {
  try {
    return packBatch(batch, projectEntries(batch.entries, bodies));
  } catch (error) {
    throw senselessBatch(error);
  }
}

function readFailure(cause: unknown): JournalFailure {
  if (cause instanceof JournalFailure) return cause;
  const said = cause instanceof Error ? cause.message : String(cause);
  const text = `The journal could not be read (${said}). Look after the disk.`;
  return new JournalFailure('broken', text, { cause });
}
