/**
 * A journal that lives in memory, for tests: the same promises as the real ones, no disk.
 *
 * Storing is never immediate; a test may decide when each batch is stored, and may make it fail.
 */
import { ALWAYS_HERE, type Placement } from '../../placement/placement.ts';
import type { DecisionFilter } from '../../wire.ts';
import { newCoinKey, readCoinKey } from '../coin-key.ts';
import { decisionId } from '../decision-id.ts';
import { REQUEST_KEYS } from '../entry.ts';
import { headAfter } from '../entry-hash.ts';
import { readEntryText } from '../entry-text.ts';
import {
  closedFailure,
  type DecisionRow,
  type Forgetting,
  type Head,
  type Journal,
  JournalFailure,
  type KeyRecord,
  type KeyStore,
  type NewSnapshot,
  notOneMore,
  type ShelfBatch,
  type ShelfQuery,
  type ShelfRow,
  type Snapshot,
  type StoredEntry,
  type Turn,
} from '../journal.ts';
import { decisionSpokenOf, projectEntries, updateRow } from '../projection.ts';
import { type Closing, type Removal, sealRemoval } from '../removal.ts';
import { RunAhead } from '../run-ahead.ts';
import type { Retention } from '../segments/retention.ts';
import { type Segment, SegmentFailure, type Told } from '../segments/segment.ts';
import type { LinePage, PolicyLine, Standing, WholeLine } from '../standing.ts';
import { otherChain } from '../tables.ts';
import { type Batch, Turns } from '../turns.ts';
import { MemoryKeys } from './memory-keys.ts';
import { MemoryShelf } from './memory-shelf.ts';

export interface MemoryJournalOptions {
  /** Whether the next turn may begin before the batch is stored; false if absent. */
  readonly runsAhead?: boolean;
  /**
   * Called before each batch is stored; the batch waits for it, and is not stored if it rejects.
   * Batches of one policy are stored in their order whatever order these are released in.
   */
  readonly beforeStore?: (batch: Batch) => Promise<void>;
  /** What an earlier journal held: reopens it. */
  readonly disk?: MemoryDisk;
}

const DEFAULT_LIMIT = 100;
const SCAN_PAGE = 1000;

/** A standing with the version that it is of; the outline and the owner stay from one to the next. */
type KeptStanding = Standing & { readonly version: number };

/** What outlives the journal. */
export class MemoryDisk {
  readonly chains: Map<string, StoredEntry[]> = new Map();
  readonly rows: Map<string, DecisionRow> = new Map();
  /** Ids of each policy's decisions, oldest first. */
  readonly ids: Map<string, string[]> = new Map();
  /** Ids by idempotency key. */
  readonly idsByKey: Map<string, string> = new Map();
  readonly snapshots: Map<string, Snapshot[]> = new Map();
  readonly shelves: Map<string, MemoryShelf> = new Map();
  readonly archived: Map<string, string> = new Map();
  readonly removals: Removal[] = [];
  readonly standings: Map<string, KeptStanding> = new Map();
  readonly keys: Map<string, KeyRecord> = new Map();
  /** Always the same at first, so that runs can be made again. */
  coinKey: Uint8Array = Buffer.alloc(32, 'memory');
}

export class MemoryJournal implements Journal {
  readonly isShared = true;
  readonly placement: Placement = ALWAYS_HERE;
  readonly disk: MemoryDisk;
  readonly keys: KeyStore;
  /** There is no table to get too large. */
  readonly retention: Retention = {
    due: async () => 0,
    compact: async () => ({ entries: 0, bytes: 0 }),
  };
  readonly #turns: Turns;
  readonly #beforeStore: (batch: Batch) => Promise<void>;
  readonly #lastStore = new Map<string, Promise<void>>();
  #isClosed = false;

  constructor(options: MemoryJournalOptions = {}) {
    this.disk = options.disk ?? new MemoryDisk();
    this.keys = new MemoryKeys(this.disk.keys);
    this.#beforeStore = options.beforeStore ?? (() => Promise.resolve());
    const chains = new RunAhead({
      head: (policy) => this.headNow(policy),
      readAfter: async (policy, position) => this.#chain(policy).slice(position),
      store: (batch) => this.#store(batch),
      erase: (policy, head, closing) => this.#erase(policy, head, closing),
      forget: async (batch, forgetting) => {
        await this.#lastStore.get(batch.policy);
        this.forgetNow(batch, forgetting);
      },
    });
    const isAhead = options.runsAhead ?? false;
    this.#turns = new Turns({
      hold: async (policy) => ({ ...(await chains.hold(policy)), isAhead }),
    });
  }

  async listPolicies(): Promise<readonly string[]> {
    this.#refuseClosed();
    return [...this.disk.chains.keys()].sort();
  }

  async listLines({ after = '', limit, isArchivedShown = false }: LinePage): Promise<PolicyLine[]> {
    this.#refuseClosed();
    const names = [...this.disk.chains.keys()].filter((name) => name > after).sort();
    const shown = names.filter((name) => isArchivedShown || !this.disk.archived.has(name));
    return shown.slice(0, limit).map((policy) => this.#line(policy));
  }

  async readLine(policy: string): Promise<PolicyLine | null> {
    this.#refuseClosed();
    return this.headNow(policy) === null ? null : this.#line(policy);
  }

  async readStandings(policies: readonly string[]): Promise<readonly WholeLine[]> {
    this.#refuseClosed();
    return policies.flatMap((policy) => {
      const kept = this.disk.standings.get(policy);
      if (kept === undefined || kept.version !== this.headNow(policy)?.version) return [];
      const { text, outline = '' } = kept;
      const line = this.#line(policy);
      return [{ ...line, standing: line.standing!, text, outline }];
    });
  }

  async countOwned(owner: string): Promise<number> {
    this.#refuseClosed();
    return [...this.disk.standings.values()].filter((kept) => kept.owner === owner).length;
  }

  async writeStanding(policy: string, head: Head, standing: Standing): Promise<void> {
    this.#refuseClosed();
    const own = this.headNow(policy);
    if (own?.version === head.version && own.hash === head.hash) this.#keep(policy, standing);
  }

  async head(policy: string): Promise<Head | null> {
    this.#refuseClosed();
    return this.headNow(policy);
  }

  async read(policy: string, after: number, limit: number): Promise<readonly StoredEntry[]> {
    this.#refuseClosed();
    return this.#chain(policy).slice(after, after + limit);
  }

  beginTurn(policy: string, knownVersion: number): Promise<Turn> {
    return this.#turns.begin(policy, knownVersion);
  }

  async findDecision(id: string): Promise<DecisionRow | null> {
    this.#refuseClosed();
    return this.disk.rows.get(id) ?? null;
  }

  async findDecisions(_policy: string, ids: readonly string[]): Promise<readonly DecisionRow[]> {
    this.#refuseClosed();
    return ids.flatMap((id) => this.disk.rows.get(id) ?? []);
  }

  async findByKey(policy: string, scope: string, key: string): Promise<DecisionRow | null> {
    this.#refuseClosed();
    return this.keyNow(policy, scope, key);
  }

  async listDecisions(policy: string, filter: DecisionFilter): Promise<readonly DecisionRow[]> {
    this.#refuseClosed();
    return this.#rows(policy)
      .filter((row) => passes(row, filter))
      .reverse()
      .slice(0, filter.limit ?? DEFAULT_LIMIT);
  }

  async *scanDecisions(
    policy: string,
    generation: number,
    site?: string,
  ): AsyncGenerator<readonly DecisionRow[], void> {
    this.#refuseClosed();
    const rows = this.#rows(policy).filter(
      (row) => row.generation === generation && (site === undefined || row.site === site),
    );
    for (let start = 0; start < rows.length; start += SCAN_PAGE) {
      yield rows.slice(start, start + SCAN_PAGE);
    }
  }

  async readHistory(row: DecisionRow): Promise<readonly StoredEntry[]> {
    this.#refuseClosed();
    return this.#chain(row.policy).filter(
      (entry) => decisionSpokenOf(readEntryText(entry.text)) === row.id,
    );
  }

  async writeSnapshot({ body, ...rest }: NewSnapshot): Promise<void> {
    this.#refuseClosed();
    const snapshot: Snapshot = { ...rest, body: body.join('') };
    const last = this.#chain(snapshot.policy)[snapshot.version - 1];
    if (last?.hash !== snapshot.hash) return;
    const others = (await this.readSnapshots(snapshot.policy)).filter(
      ({ version }) => version !== snapshot.version,
    );
    const pinned = others.filter(({ isPinned }) => isPinned === true);
    if (pinned.some(({ version }) => version >= snapshot.version)) return;
    const free = [...others.filter((one) => !pinned.includes(one)), snapshot];
    const newestFirst = free.sort((a, b) => b.version - a.version);
    this.disk.snapshots.set(snapshot.policy, [...newestFirst.slice(0, 2), ...pinned]);
    this.disk.shelves.get(snapshot.policy)?.tidy(this.#oldestSnapshot(snapshot.policy));
  }

  async writeShelf(batch: ShelfBatch): Promise<void> {
    this.#refuseClosed();
    const { policy, anchor } = batch;
    if (this.#chain(policy)[anchor.version - 1]?.hash !== anchor.hash)
      throw otherChain(policy, anchor);
    const shelf = this.disk.shelves.get(policy) ?? new MemoryShelf();
    this.disk.shelves.set(policy, shelf);
    shelf.write(batch, this.#oldestSnapshot(policy));
  }

  async readShelf(query: ShelfQuery): Promise<readonly ShelfRow[]> {
    this.#refuseClosed();
    return this.disk.shelves.get(query.policy)?.read(query) ?? [];
  }

  async dropShelf(policy: string): Promise<void> {
    this.#refuseClosed();
    this.disk.shelves.get(policy)?.drop(this.#oldestSnapshot(policy).pinned);
  }

  async listSegments(): Promise<readonly Segment[]> {
    this.#refuseClosed();
    return [];
  }

  async readSegment(segment: Segment): Promise<Uint8Array> {
    throw new SegmentFailure(segment, 'there are none in memory');
  }

  async *scanTold(): AsyncGenerator<readonly Told[], void> {}

  async readRemovals(): Promise<readonly Removal[]> {
    this.#refuseClosed();
    return [...this.disk.removals];
  }

  async findRemoval(policy: string): Promise<Removal | null> {
    this.#refuseClosed();
    return this.disk.removals.find((removal) => removal.policy === policy) ?? null;
  }

  async readSnapshots(policy: string): Promise<readonly Snapshot[]> {
    this.#refuseClosed();
    return this.disk.snapshots.get(policy) ?? [];
  }

  async scrub(): Promise<void> {
    this.#refuseClosed();
  }

  async coinKey(): Promise<Uint8Array> {
    this.#refuseClosed();
    return this.disk.coinKey;
  }

  async renewCoinKey(): Promise<void> {
    this.#refuseClosed();
    this.disk.coinKey = readCoinKey(newCoinKey())!;
  }

  async checkWritable(): Promise<void> {
    this.#refuseClosed();
  }

  async close(): Promise<void> {
    await this.#turns.close();
    this.#isClosed = true;
  }

  #oldestSnapshot(policy: string) {
    const snapshots = this.disk.snapshots.get(policy) ?? [];
    const pinned = snapshots.find(({ isPinned }) => isPinned === true);
    const oldest = snapshots.findLast((one) => one !== pinned) ?? pinned;
    const { version, generation } = oldest ?? { version: 0, generation: 0 };
    return { version, generation, pinned: pinned?.version ?? 0 };
  }

  #chain(policy: string): readonly StoredEntry[] {
    return this.disk.chains.get(policy) ?? [];
  }

  keyNow(policy: string, scope: string, key: string): DecisionRow | null {
    const id = this.disk.idsByKey.get(JSON.stringify([policy, scope, key]));
    return id === undefined ? null : (this.disk.rows.get(id) ?? null);
  }

  headNow(policy: string): Head | null {
    const chain = this.#chain(policy);
    return chain.length === 0 ? null : headAfter({ version: 0, hash: '' }, chain);
  }

  #rows(policy: string): DecisionRow[] {
    return (this.disk.ids.get(policy) ?? []).map((id) => this.disk.rows.get(id)!);
  }

  async #store(batch: Batch): Promise<void> {
    const before = this.#lastStore.get(batch.policy);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastStore.set(batch.policy, promise);
    try {
      await Promise.all([before, this.#beforeStore(batch)]);
      this.storeNow(batch);
    } finally {
      await before;
      resolve();
    }
  }

  /** Stores at once, or throws. */
  storeNow({ policy, head, entries, bodies, standing }: Batch): void {
    this.#refuseMoved(policy, head);
    if (head.version === 0) this.#refuseOneMore(policy, standing);
    const { inserts, updates, archivedAt } = projectEntries(entries, bodies);
    this.#refuseTaken(inserts);
    this.disk.chains.set(policy, this.disk.chains.get(policy) ?? []);
    this.disk.chains.get(policy)!.push(...entries);
    for (const row of inserts) this.#insert(row);
    for (const update of updates) {
      const row = this.disk.rows.get(update.id);
      if (row !== undefined) this.disk.rows.set(row.id, updateRow(row, update));
    }
    if (typeof archivedAt === 'string') this.disk.archived.set(policy, archivedAt);
    if (archivedAt === null) this.disk.archived.delete(policy);
    if (standing !== undefined) this.#keep(policy, standing);
  }

  #refuseOneMore(policy: string, { owner, ownedMost }: Partial<Standing> = {}): void {
    const owned = [...this.disk.standings.values()].filter((kept) => kept.owner === owner);
    if (ownedMost !== undefined && owned.length >= ownedMost) throw notOneMore(policy, ownedMost);
  }

  #keep(policy: string, { ownedMost: _, ...standing }: Standing): void {
    const { version } = this.headNow(policy)!;
    const before = this.disk.standings.get(policy);
    const owner = before?.owner ?? standing.owner;
    const kept = { ...before, ...standing, version };
    this.disk.standings.set(policy, owner === undefined ? kept : { ...kept, owner });
  }

  #line(policy: string): PolicyLine {
    const { version, hash } = this.headNow(policy)!;
    const kept = this.disk.standings.get(policy);
    const archivedAt = this.disk.archived.get(policy) ?? null;
    if (kept?.version !== version) return { policy, version, hash, archivedAt, standing: null };
    const { text, outline, owner, version: _, ...standing } = kept;
    return { policy, version, hash, archivedAt, standing };
  }

  async #erase(policy: string, head: Head, closing?: Closing): Promise<void> {
    await this.#lastStore.get(policy);
    this.eraseNow(policy, head, closing);
  }

  /** Erases at once, or throws. */
  eraseNow(policy: string, head: Head, closing?: Closing): void {
    this.#refuseMoved(policy, head);
    if (closing !== undefined) {
      const last = this.disk.removals.at(-1) ?? null;
      this.disk.removals.push(sealRemoval(last, { policy, head, closing }));
    }
    for (const row of this.#rows(policy)) {
      this.disk.rows.delete(row.id);
      const key = keyOf(row);
      if (key !== null) this.disk.idsByKey.delete(key);
    }
    this.disk.ids.delete(policy);
    this.disk.chains.delete(policy);
    this.disk.snapshots.delete(policy);
    this.disk.shelves.delete(policy);
    this.disk.archived.delete(policy);
    this.disk.standings.delete(policy);
  }

  /** Stores the batch and forgets at once, or throws. */
  forgetNow(batch: Batch, forgetting: Forgetting): void {
    const { policy } = batch;
    const { tombstones, decisions, keys, checkpoint, shelf, shelved } = forgetting;
    const chain = this.disk.chains.get(policy)!;
    const lost = tombstones.find(({ position, hash }) => chain[position - 1]?.hash !== hash);
    if (lost !== undefined) {
      throw new JournalFailure('behind', `Entry ${lost.position} is not where it was; ask again.`);
    }
    this.storeNow(batch);
    for (const { position, text } of tombstones) {
      chain[position - 1] = { ...chain[position - 1]!, text };
    }
    for (const name of [...decisions, ...keys]) {
      const row = this.disk.rows.get(decisionId(name))!;
      const fingerprint = row.fingerprint === null ? null : '';
      const subject = decisions.includes(name) ? null : row.subject;
      const isOfRequest = row.keyScope === REQUEST_KEYS;
      if (isOfRequest) this.disk.idsByKey.delete(keyOf(row)!);
      const noKey = isOfRequest ? { keyScope: null, keyText: null, fingerprint: null } : {};
      this.disk.rows.set(row.id, { ...row, subject, fingerprint, ...noKey });
    }
    const own = this.disk.shelves.get(policy) ?? new MemoryShelf();
    this.disk.shelves.set(policy, own);
    own.remove(checkpoint, shelved);
    for (const shelfBatch of shelf) own.write(shelfBatch, this.#oldestSnapshot(policy));
    this.disk.snapshots.set(policy, [{ ...checkpoint, isPinned: true }]);
  }

  #refuseMoved(policy: string, head: Head): void {
    const own = this.headNow(policy);
    if ((own?.version ?? 0) === head.version && (own === null || own.hash === head.hash)) return;
    throw new JournalFailure(
      'behind',
      `The batch was made for entry ${head.version + 1} of ${policy}, but another was written ` +
        `there. Forget the state and load it again.`,
    );
  }

  #insert(row: DecisionRow): void {
    this.disk.rows.set(row.id, row);
    const ids = this.disk.ids.get(row.policy) ?? [];
    ids.push(row.id);
    this.disk.ids.set(row.policy, ids);
    const key = keyOf(row);
    if (key !== null) this.disk.idsByKey.set(key, row.id);
  }

  #refuseTaken(inserts: readonly DecisionRow[]): void {
    const keys = new Set<string>();
    for (const row of inserts) {
      const key = keyOf(row);
      const isKeyTaken = key !== null && (this.disk.idsByKey.has(key) || keys.has(key));
      if (isKeyTaken || this.disk.rows.has(row.id)) throw takenFailure(row);
      if (key !== null) keys.add(key);
    }
  }

  #refuseClosed(): void {
    if (this.#isClosed) throw closedFailure();
  }
}

function keyOf({ policy, keyScope, keyText }: DecisionRow): string | null {
  return keyText === null ? null : JSON.stringify([policy, keyScope, keyText]);
}

function takenFailure(row: DecisionRow): JournalFailure {
  return new JournalFailure(
    'behind',
    `The decision ${row.id} or its idempotency key is stored already. Look it up by its key.`,
  );
}

function passes(row: DecisionRow, filter: DecisionFilter): boolean {
  const is = <Value>(wanted: Value | undefined, value: Value) =>
    wanted === undefined || wanted === value;
  return (
    row.position < (filter.before ?? Number.POSITIVE_INFINITY) &&
    is(filter.generation, row.generation) &&
    is(filter.state, row.state) &&
    is(filter.chosenBy, row.chosenBy) &&
    is(filter.reason, row.reason) &&
    is(filter.action, row.action) &&
    is(filter.site, row.site) &&
    is(filter.group, row.group) &&
    is(filter.subject, row.subject) &&
    is(filter.hasReward, row.reward !== null) &&
    (filter.since === undefined || row.decidedAt >= filter.since) &&
    (filter.until === undefined || row.decidedAt < filter.until)
  );
}
