/**
 * The contract of the journal: what has happened, in order, for ever.
 *
 * Each policy has one chain of entries, numbered from 1. An entry is text; its hash covers the hash
 * of the entry before it, so nothing can be changed or left out unnoticed. Everything else that is
 * stored (the table of decisions, snapshots) can be made again from the entries.
 *
 * Who writes holds the policy's turn:
 *
 *     turn = beginTurn(policy, version I know)     waits for other writers, tells what I missed
 *     … take in turn.missed, check, decide …
 *     commit = turn.append(entries)                version check; all of them or none
 *     await commit.accepted                        the next turn may begin
 *     await commit.durable                         now, and not before, answer
 *
 * Who alone can write may run ahead of the disk: `accepted` comes at once, and several batches share one
 * fsync (group commit). That is the one process on SQLite, and on PostgreSQL the one that holds the
 * policy's lease. If `durable` fails, nothing of that batch, nor of any after it, is stored: the caller
 * must forget its state and load it again.
 */
import type { Placement } from '../placement/placement.ts';
import type { DecisionFilter, DecisionSummary, PartsStanding } from '../wire.ts';
import type { DecisionName } from './decision-id.ts';
import type { EntryBody } from './entry.ts';
import type { Closing, Removal } from './removal.ts';
import type { Retention } from './segments/retention.ts';
import type { Segment, Told } from './segments/segment.ts';
import type { LinePage, PolicyLine, Standing, WholeLine } from './standing.ts';
import type { Tombstone } from './tombstone.ts';

/** An entry as it is handed in: the journal gives it its place and its hash. */
export interface NewEntry {
  readonly time: string;
  readonly body: EntryBody;
  /** What `writeEntryText` returns for the body, if somebody has written it already. */
  readonly text?: string;
}

export interface StoredEntry {
  readonly policy: string;
  /** Counted from 1, without gaps. */
  readonly position: number;
  readonly time: string;
  /** JSON text of the body, exactly as hashed. */
  readonly text: string;
  /** SHA-256, hexadecimal; of the entry before, or 64 zeros for the first. */
  readonly previousHash: string;
  readonly hash: string;
}

export interface Head {
  /** Number of entries. */
  readonly version: number;
  /** Hash of the last entry; 64 zeros if there is none. */
  readonly hash: string;
}

export interface Commit {
  /** The next turn of this policy may begin. */
  readonly accepted: Promise<void>;
  /** It is on disk: answer now. Rejects with a JournalFailure if it never will be. */
  readonly durable: Promise<void>;
  /** The entries with place and hash, for whoever keeps the state. */
  readonly stored: readonly StoredEntry[];
}

export interface Turn {
  readonly head: Head;
  /** Entries after the version the caller knew, oldest first, written by others. */
  readonly missed: readonly StoredEntry[];
  /**
   * Appends in this order, all or none, and ends the turn. The standing is that of the policy after these
   * entries; without one, the policy's line is behind from then on.
   */
  append(entries: readonly NewEntry[], standing?: Standing): Commit;
  /**
   * Erases the whole chain, and all that was made from it, and ends the turn. Resolves when nothing of it
   * is stored any more; the next turn begins from nothing. With a closing, a removal is left of it, and
   * the name is taken for ever.
   */
  erase(closing?: Closing): Promise<void>;
  /**
   * Appends entries that tell of a forgetting, carries it out, all or none, and ends the turn. Everything that was appended
   * before must be stored.
   */
  forget(
    entries: readonly NewEntry[],
    standing: Standing,
    forgetting: Forgetting,
  ): Promise<readonly StoredEntry[]>;
  /** Rejects if another may have written meanwhile: then what is known of the policy is out of date. The turn goes on. */
  confirm(): Promise<void>;
  /** Ends the turn without writing. */
  release(): Promise<void>;
}

/** What is deleted and what takes its place, beside the entries that tell of it. */
export interface Forgetting {
  readonly tombstones: readonly Tombstone[];
  /** Decisions whose lines lose what tells of somebody. */
  readonly decisions: readonly DecisionName[];
  /** Decisions that stay, but whose lines lose the fingerprint of a plan that held one of the others. */
  readonly keys: readonly DecisionName[];
  /** What the next states begin with; it is kept until the next forgetting, and no older one is. */
  readonly checkpoint: Snapshot;
  /** What goes to the shelf with it. */
  readonly shelf: readonly ShelfBatch[];
  /** Numbers inside the core of decisions of the present generation that leave the shelf. */
  readonly shelved: readonly number[];
}

/** A line of the table of decisions; derived from entries by projection.ts. */
export interface DecisionRow
  extends Omit<DecisionSummary, 'size' | 'group' | 'site' | 'subject' | 'partRewards'> {
  /** Position of the entry that holds the receipt. */
  readonly position: number;
  /** What was declared of the baseline's expected reward; null if nothing. */
  readonly baselineMin: number | null;
  readonly baselineMax: number | null;
  readonly keyScope: string | null;
  readonly keyText: string | null;
  readonly fingerprint: string | null;
  /** Null where the decision has none. */
  readonly size: number | null;
  readonly group: string | null;
  readonly site: string | null;
  readonly subject: string | null;
  readonly parts: PartsStanding | null;
}

export interface Snapshot {
  readonly policy: string;
  /** Entries it includes, and the hash of the last of them. */
  readonly version: number;
  readonly hash: string;
  /** The generation that was the present one; 0 in snapshots of earlier versions. */
  readonly generation: number;
  readonly body: string;
  /** That no state can be made from the entries before it, so it stays. */
  readonly isPinned?: true;
}

/** A snapshot that is to be stored. */
export interface NewSnapshot extends Omit<Snapshot, 'body' | 'isPinned'> {
  /** The text in pieces: joining them would take the thread that decides longer than anything else. */
  readonly body: readonly string[];
}

/**
 * Decisions that the core need not hold, as it handed them out. A row is what they were at its version,
 * whoever wrote it, and is never changed; the newest one up to a version is what they are there.
 */
export interface ShelfRow {
  /** Numbers inside the core: of the first decision of their place, and of the last of them. */
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

/** Rows that were handed out together. */
export interface ShelfBatch {
  readonly policy: string;
  readonly generation: number;
  /** Entries that the core had taken in. */
  readonly version: number;
  /** An entry of the chain: of another chain nothing is stored. */
  readonly anchor: Head;
  readonly rows: readonly ShelfRow[];
  /** Decisions that the core does not know any more from this version on; a row goes when all of its own are among them. */
  readonly forgotten: readonly number[];
}

export interface ShelfQuery extends Pick<ShelfBatch, 'policy' | 'generation' | 'version'> {
  readonly sequences: readonly number[];
  /** How many decisions a row may hold. */
  readonly span: number;
}

/** An API key as it is stored: never the secret, only its SHA-256. */
export interface KeyRecord {
  readonly id: string;
  readonly secretHash: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Policy ids it may touch; `*` for all. */
  readonly policies: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
}

export interface KeyStore {
  add(key: KeyRecord): Promise<void>;
  find(id: string): Promise<KeyRecord | null>;
  list(): Promise<readonly KeyRecord[]>;
  revoke(id: string, at: string): Promise<boolean>;
  touch(id: string, at: string): Promise<void>;
}

/** What can be read of a journal. */
export interface JournalReads {
  listPolicies(): Promise<readonly string[]>;
  /** One page of lines, in the order of names. */
  listLines(page: LinePage): Promise<readonly PolicyLine[]>;
  /** Null if nothing was ever written about the policy. */
  readLine(policy: string): Promise<PolicyLine | null>;
  /** Of those that exist and are not behind, in any order. */
  readStandings(policies: readonly string[]): Promise<readonly WholeLine[]>;
  /** Number of policies that an API key has created, archived ones included. */
  countOwned(owner: string): Promise<number>;
  /** Null if nothing was ever written about the policy. */
  head(policy: string): Promise<Head | null>;
  /** At most `limit` entries after a position, oldest first. */
  read(policy: string, after: number, limit: number): Promise<readonly StoredEntry[]>;
  findDecision(id: string): Promise<DecisionRow | null>;
  /** Those of a policy that exist, in any order. */
  findDecisions(policy: string, ids: readonly string[]): Promise<readonly DecisionRow[]>;
  findByKey(policy: string, scope: string, key: string): Promise<DecisionRow | null>;
  /** Newest first; `before` is a position. */
  listDecisions(policy: string, filter: DecisionFilter): Promise<readonly DecisionRow[]>;
  /** All decisions of one generation, or of one site in it, oldest first, a page at a time. */
  scanDecisions(
    policy: string,
    generation: number,
    site?: string,
  ): AsyncIterable<readonly DecisionRow[]>;
  /** Entries that speak of one decision, oldest first. */
  readHistory(row: DecisionRow): Promise<readonly StoredEntry[]>;
  /** All of a policy, oldest first. */
  listSegments(policy: string): Promise<readonly Segment[]>;
  /** All bytes of a segment, as they are stored. */
  readSegment(segment: Segment): Promise<Uint8Array>;
  /** Where in segments decisions of a policy are spoken of, in their order, a page at a time. */
  scanTold(policy: string): AsyncIterable<readonly Told[]>;
  /** All of them, oldest first. */
  readRemovals(): Promise<readonly Removal[]>;
  /** What is left of a policy that was erased; null if none of that name was. */
  findRemoval(policy: string): Promise<Removal | null>;
  /** Newest first. */
  readSnapshots(policy: string): Promise<readonly Snapshot[]>;
  /** The rows that hold these decisions, as they are at a version; those that exist, in any order. */
  readShelf(query: ShelfQuery): Promise<readonly ShelfRow[]>;
}

export interface Journal extends JournalReads {
  /** Whether others may write to it at the same time; else only this process does. */
  readonly isShared: boolean;
  /** Which process a policy is to be asked at. */
  readonly placement: Placement;
  beginTurn(policy: string, knownVersion: number): Promise<Turn>;
  /** Fills in the line of a policy whose chain still ends there; does nothing if it goes on. */
  writeStanding(policy: string, head: Head, standing: Standing): Promise<void>;
  /** Keeps the newest two, and the pinned one; one of a chain that was erased meanwhile is not stored. */
  writeSnapshot(snapshot: NewSnapshot): Promise<void>;
  /**
   * Stores rows of the shelf, or rejects; one that is there already stays. Rows that no state needs any more that
   * begins with a stored snapshot are removed by and by.
   */
  writeShelf(batch: ShelfBatch): Promise<void>;
  /** Removes the rows of a policy's shelf that can be made again from the entries. */
  dropShelf(policy: string): Promise<void>;
  /** Resolves when files hold nothing any more of what was deleted, as far as the engine can see to it. */
  scrub(): Promise<void>;
  /** Moves old entries out of the table; whoever reads does not notice. */
  readonly retention: Retention;
  readonly keys: KeyStore;
  /** The key of the coin, made when it is first needed; never part of an entry or a snapshot. */
  coinKey(): Promise<Uint8Array>;
  /** Puts a new one in its place: coins that were foreseen with the old one never come. */
  renewCoinKey(): Promise<void>;
  /** Rejects if nothing can be written now. */
  checkWritable(): Promise<void>;
  /** Waits for what is under way and lets go of everything. */
  close(): Promise<void>;
}

/** Told about every commit, for metrics. */
export interface CommitReport {
  readonly entryCount: number;
  /** Turns that shared it. */
  readonly batchCount: number;
  readonly durationMs: number;
}

/** Of a disk that was full: what is free, and what must be before anything is written again. */
export interface DiskRoom {
  /** For whoever runs the service; callers are never told. */
  readonly folder: string;
  readonly freeBytes: number;
  readonly neededBytes: number;
}

export interface JournalFailureOptions extends ErrorOptions {
  readonly room?: DiskRoom | undefined;
}

/** The journal could not store something: nothing of it is stored, or nobody knows. */
export class JournalFailure extends Error {
  /**
   * `behind`: others wrote; `elsewhere`: another process holds the policy; `full`: no space; `broken`:
   * input/output error or lost connection.
   */
  readonly kind: 'behind' | 'elsewhere' | 'full' | 'broken' | 'closed';
  /** With `full`, where it is known. */
  readonly room: DiskRoom | undefined;

  constructor(kind: JournalFailure['kind'], message: string, options: JournalFailureOptions = {}) {
    super(message, options);
    this.name = 'JournalFailure';
    this.kind = kind;
    this.room = options.room;
  }
}

export function closedFailure(): JournalFailure {
  return new JournalFailure('closed', 'The journal is closed: nothing more is read or written.');
}

/** Others of its owner were made in the same moment, and there is no room for it any more. */
export function notOneMore(policy: string, most: number): JournalFailure {
  return new JournalFailure(
    'behind',
    `The owner of ${policy} may have ${most} policies, but has as many by now. Count again.`,
  );
}

/** Another process holds the policy, at this address; null if it takes no requests of others. */
export function elsewhereFailure(policy: string, address: string | null): JournalFailure {
  const where = address ?? 'a member that takes no requests of others';
  return new JournalFailure('elsewhere', `The policy ${policy} is held by ${where}. Ask there.`);
}
