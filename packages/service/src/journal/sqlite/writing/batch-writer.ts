/**
 * Writes what has queued up in one transaction: one wait for the disk serves all of it.
 *
 * Each piece of work has its own savepoint. If one is refused (the chain has moved on, a key is
 * taken), it alone is undone. If the disk fails, nothing of the transaction counts: the connection
 * is closed and never used again, because what a failed write left behind cannot be known; the
 * next work begins with a fresh one, after a look at the ends of the chains.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type DiskRoom, type Head, JournalFailure, type ShelfBatch } from '../../journal.ts';
import type { Closing } from '../../removal.ts';
import type { Standing } from '../../standing.ts';
import type { Ballast } from '../folder/ballast.ts';
import { emptyLog, giveBackPages, type ScrubStep } from '../folder/scrub.ts';
import type { SegmentFiles } from '../folder/segment-files.ts';
import { resultCode, SQLITE_CONSTRAINT, SQLITE_FULL } from '../folder/sqlite-error.ts';
import { PROBE_NUMBERS, probeNumber } from '../probe-number.ts';
import { closeChain } from './close-chain.ts';
import { carryOut, type PackedForgetting } from './forget-statements.ts';
import { changeKey, type KeyChange } from './key-statements.ts';
import type { PackedBatch } from './packed-batch.ts';
import type { PackedSnapshot } from './packed-snapshot.ts';
import { changeSegments, type SegmentChange, segmentNames } from './segment-statements.ts';
import { refuseBrokenTails } from './tail-check.ts';
import { WriteStatements } from './write-statements.ts';

export type Work =
  | { readonly kind: 'batch'; readonly batch: PackedBatch }
  | { readonly kind: 'snapshot'; readonly snapshot: PackedSnapshot }
  | { readonly kind: 'shelf'; readonly shelf: ShelfBatch }
  | { readonly kind: 'drop-shelf'; readonly policy: string }
  | {
      readonly kind: 'standing';
      readonly policy: string;
      readonly head: Head;
      readonly standing: Standing;
    }
  | {
      readonly kind: 'erase';
      readonly policy: string;
      readonly head: Head;
      readonly closing?: Closing;
    }
  | {
      readonly kind: 'forget';
      readonly batch: PackedBatch;
      readonly forgetting: PackedForgetting;
    }
  /** Lines that wait are written: of one policy, or of all. */
  | { readonly kind: 'settle'; readonly policy: string | null }
  | { readonly kind: 'probe' }
  | ScrubStep
  | SegmentChange
  | KeyChange;

export type WorkOutcome =
  | { readonly isDone: true; readonly value: boolean }
  | {
      readonly isDone: false;
      readonly kind: JournalFailure['kind'];
      readonly message: string;
      readonly room?: DiskRoom;
    };

export interface BatchWriterOptions {
  readonly open: () => DatabaseSync;
  /** Throws if the files that are open are not in their place any more. */
  readonly requirePlace: () => void;
  readonly ballast: Ballast;
  readonly files: SegmentFiles;
  /** Called when the first commit after a full disk has succeeded. */
  readonly onRoomRegained?: () => void;
}

export class BatchWriter {
  readonly #open: () => DatabaseSync;
  readonly #requirePlace: () => void;
  readonly #ballast: Ballast;
  readonly #files: SegmentFiles;
  readonly #onRoomRegained: () => void;
  #connection: Connection | null;
  #isFull = false;
  /** Whether what an earlier connection left behind is written. */
  #isCaughtUp = false;

  constructor(options: BatchWriterOptions) {
    const { open, requirePlace, ballast, files, onRoomRegained = () => {} } = options;
    this.#open = open;
    this.#requirePlace = requirePlace;
    this.#ballast = ballast;
    this.#files = files;
    this.#onRoomRegained = onRoomRegained;
    this.#connection = connect(open());
  }

  /** Does the work in order, in one transaction; never throws. */
  write(works: readonly Work[]): WorkOutcome[] {
    return this.#transact(works, ({ settling }) => {
      if (settling.entryCount >= WAITING_MAX) settling.settleAll();
    });
  }

  /**
   * The same without waiting for the disk, for what decisions need not wait for: what a power cut takes of it, together with whatever was
   * written after it, can be made again.
   */
  writeInPause(works: readonly Work[]): WorkOutcome[] {
    return atLeisure(this.#connection, () => this.#transact(works, () => {}));
  }

  /**
   * Writes some of the lines that wait, the oldest, if those of more entries do than may be kept waiting. Returns whether that is still
   * so; never throws. It does not wait for the disk either.
   */
  settleSome(keptEntries: number, pieceEntries: number = PIECE_ENTRIES): boolean {
    const dueCount = this.waitingCount - keptEntries;
    if (dueCount <= 0) return false;
    const count = Math.max(pieceEntries, PIECE_SHARE * dueCount);
    atLeisure(this.#connection, () =>
      this.#transact([], ({ settling }) => settling.settleSome(count)),
    );
    return this.waitingCount > keptEntries;
  }

  #transact(works: readonly Work[], settle: (statements: WriteStatements) => void): WorkOutcome[] {
    try {
      const connection = this.#ready();
      const { database, statements, marks } = connection;
      database.exec('begin immediate');
      this.#catchUp(statements);
      const outcomes = works.map((work) => {
        makeReady(work, statements);
        return inSavepoint(marks, () => apply(work, connection));
      });
      statements.blocks.flush();
      settle(statements);
      database.exec('commit');
      this.#requirePlace();
      this.#noteWritten();
      const finished = outcomes.map((outcome, i) =>
        this.#removeFiles(works[i]!, outcome, database),
      );
      if (!works.some(isEmptyLog)) return finished;
      const emptied = this.#emptyLog(database);
      return works.map((work, i) => (isEmptyLog(work) ? emptied : finished[i]!));
    } catch (error) {
      const failure = this.#giveUp(error);
      return works.map(() => failed(failure));
    }
  }

  /**
   * What is forgotten or erased goes from the files of segments, too: here, because whoever asked for it may have died meanwhile. It is done
   * all the same if they cannot be removed, and only that is told.
   */
  #removeFiles(work: Work, outcome: WorkOutcome, database: DatabaseSync): WorkOutcome {
    if (!outcome.isDone) return outcome;
    try {
      if (work.kind === 'erase') this.#files.removeOf(work.policy);
      if (work.kind !== 'forget') return outcome;
      const { policy } = work.batch;
      this.#files.removeReplaced(policy, segmentNames(database, policy));
      return outcome;
    } catch (error) {
      return failed(diskFailure(error));
    }
  }

  /** What is committed is stored, whatever comes of the log: of that alone a failure is told. */
  #emptyLog(database: DatabaseSync): WorkOutcome {
    try {
      return { isDone: true, value: emptyLog(database) };
    } catch (error) {
      return failed(this.#giveUp(error));
    }
  }

  /** Whether lines wait, or may have been left behind by whoever wrote before. */
  get isBehind(): boolean {
    return !this.#isCaughtUp || this.waitingCount > 0;
  }

  /** Entries whose lines wait. */
  get waitingCount(): number {
    return this.#connection?.statements.settling.entryCount ?? 0;
  }

  close(): void {
    this.#connection?.database.close();
    this.#connection = null;
  }

  #ready(): Connection {
    if (this.#connection !== null) return this.#connection;
    if (this.#isFull) this.#requireRoom();
    this.#requirePlace();
    const database = this.#open();
    try {
      refuseBrokenTails(database);
      this.#connection = connect(database);
    } catch (error) {
      database.close();
      throw error;
    }
    return this.#connection;
  }

  /** Within the transaction that needs it; if that fails, the next one does. */
  #catchUp({ settling }: WriteStatements): void {
    if (this.#isCaughtUp) return;
    settling.catchUp();
    this.#isCaughtUp = true;
  }

  #noteWritten(): void {
    if (!this.#isFull) return;
    this.#isFull = false;
    this.#onRoomRegained();
  }

  /** Nothing is tried on a disk that was full before there is room: it would only fill what was freed. */
  #requireRoom(): void {
    const room = this.#ballast.room();
    if (room.freeBytes < room.neededBytes) throw fullFailure(room);
  }

  #giveUp(error: unknown): JournalFailure {
    try {
      this.close();
    } catch {
      // A handle that cannot even be closed is out of use all the same.
    }
    this.#connection = null;
    this.#isCaughtUp = false;
    if (!isFullDisk(error)) return diskFailure(error);
    this.#isFull = true;
    this.#ballast.release();
    return fullFailure(this.#ballast.room());
  }
}

interface Connection {
  readonly database: DatabaseSync;
  readonly statements: WriteStatements;
  readonly marks: ReturnType<typeof prepareMarks>;
  /** Whether a commit waits for the disk. */
  readonly isSynced: boolean;
}

function connect(database: DatabaseSync): Connection {
  const isSynced = Number(database.prepare('pragma synchronous').get()!.synchronous) >= FULL;
  return {
    database,
    statements: new WriteStatements(database),
    marks: prepareMarks(database),
    isSynced,
  };
}

/** Where pieces of work begin and end within a transaction. */
function prepareMarks(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  return {
    savepoint: prepare('savepoint work'),
    rollback: prepare('rollback to work'),
    release: prepare('release work'),
  };
}

/** As SQLite numbers how well commits are kept. */
const FULL = 2;

/** Entries whose lines may wait, at most: so many are read again after a crash. */
const WAITING_MAX = 4096;
/** Lines of so many entries are written in one go, or of a part of all that are due if that is more. */
const PIECE_ENTRIES = 256;
const PIECE_SHARE = 0.25;

/**
 * Without a wait for the disk: transactions are whole and in their order all the same; only the last may be missing after a power cut. They are
 * small, so what it takes to undo a part of one stays in memory; SQLite would write it to a file of its own.
 */
function atLeisure<Value>(connection: Connection | null, act: () => Value): Value {
  if (connection === null) return act();
  const { database, isSynced } = connection;
  database.exec('pragma temp_store = memory; pragma synchronous = normal');
  const value = act();
  // Where the disk failed it was closed.
  if (database.isOpen) {
    database.exec(
      `pragma temp_store = default; pragma synchronous = ${isSynced ? 'full' : 'normal'}`,
    );
  }
  return value;
}

function isEmptyLog({ kind }: Work): boolean {
  return kind === 'empty-log';
}

/** Whatever is more than a batch finds entries in their table, and lines too where it needs them. */
function makeReady(work: Work, { blocks, settling }: WriteStatements): void {
  if (work.kind === 'batch') return;
  blocks.flush();
  if (work.kind === 'settle' && work.policy === null) settling.settleAll();
  const policy = policyToSettle(work);
  if (policy !== null) settling.settle(policy);
}

function policyToSettle(work: Work): string | null {
  switch (work.kind) {
    case 'settle':
    case 'trim':
    case 'erase':
      return work.policy;
    case 'segment':
      return work.segment.policy;
    case 'forget':
      return work.batch.policy;
    default:
      return null;
  }
}

function apply(work: Work, { database, statements }: Connection): boolean {
  switch (work.kind) {
    case 'batch':
      statements.writeBatch(work.batch);
      return true;
    case 'snapshot':
      statements.writeSnapshot(work.snapshot);
      return true;
    case 'shelf':
      statements.shelf.write(work.shelf);
      return true;
    case 'drop-shelf':
      statements.shelf.drop(work.policy);
      return true;
    case 'standing':
      statements.writeStanding(work.policy, work.head, work.standing);
      return true;
    case 'erase':
      // What was written there must not be found in free pages.
      database.exec('pragma secure_delete = on');
      statements.erase(work.policy, work.head);
      database.exec('pragma secure_delete = fast');
      if (work.closing !== undefined) closeChain(database, work.policy, work.head, work.closing);
      statements.settling.noteErased(work.policy);
      return true;
    case 'forget':
      statements.append(work.batch);
      statements.blocks.flush();
      carryOut(database, statements.shelf, work.forgetting);
      statements.settling.add(work.batch);
      return true;
    case 'settle':
      if (work.policy !== null) statements.settling.requireSettled(work.policy);
      return true;
    case 'give-back':
      return giveBackPages(database);
    case 'empty-log':
      // When the transaction is over.
      return false;
    case 'segment':
    case 'trim':
      return changeSegments(database, work);
    case 'probe':
      // Writes a page, and so finds out whether that is possible; whoever asked reads the next number.
      database.exec(`pragma user_version = ${(probeNumber(database) + 1) % PROBE_NUMBERS}`);
      return true;
    default:
      return changeKey(database, work);
  }
}

function inSavepoint(marks: Connection['marks'], act: () => boolean): WorkOutcome {
  marks.savepoint.run();
  try {
    const value = act();
    marks.release.run();
    return { isDone: true, value };
  } catch (error) {
    const failure = refusal(error);
    if (failure === null) throw error;
    marks.rollback.run();
    marks.release.run();
    return failed(failure);
  }
}

/** Returns why one piece of work alone is refused; null if the disk or the database failed. */
function refusal(error: unknown): JournalFailure | null {
  if (error instanceof JournalFailure) return error;
  const code = resultCode(error);
  if (code === SQLITE_CONSTRAINT) {
    return new JournalFailure(
      'behind',
      `Decisions and idempotency keys are stored once, but one of the batch is stored already ` +
        `(${String(error)}). Look it up by its key.`,
    );
  }
  return code === null ? senselessBatch(error) : null;
}

/** What the entries of a batch say cannot be brought together. */
export function senselessBatch(error: unknown): JournalFailure {
  return new JournalFailure('broken', `The batch makes no sense: ${String(error)}`);
}

function isFullDisk(error: unknown): boolean {
  if (error instanceof JournalFailure) return error.kind === 'full';
  return resultCode(error) === SQLITE_FULL;
}

function fullFailure(room: DiskRoom): JournalFailure {
  const { folder, freeBytes, neededBytes } = room;
  return new JournalFailure(
    'full',
    `The disk of ${folder} was full: nothing is written until ${neededBytes} bytes are free, and ` +
      `${freeBytes} are. Free some space; the service goes on by itself.`,
    { room },
  );
}

function diskFailure(error: unknown): JournalFailure {
  if (error instanceof JournalFailure) return error;
  return new JournalFailure(
    'broken',
    `The journal could not be written (${String(error)}). Look after the disk; the service tries ` +
      `again with a fresh connection.`,
  );
}

function failed({ kind, message, room }: JournalFailure): WorkOutcome {
  return { isDone: false, kind, message, ...(room === undefined ? {} : { room }) };
}
