/**
 * Turns of policies that are held by a lease: nobody else can write, so the next turn begins before the
 * last is stored, and the database is asked only when something is stored.
 *
 * If storing fails the lease is dropped, and with it everything that was built on the batch. The next
 * turn takes the policy anew and begins from what is stored.
 */
import { EMPTY_HEAD, headAfter } from '../entry-hash.ts';
import {
  type CommitReport,
  type DecisionRow,
  type Forgetting,
  type Head,
  JournalFailure,
  type StoredEntry,
} from '../journal.ts';
import type { Closing } from '../removal.ts';
import type { Batch, HeldPolicy } from '../turns.ts';
import {
  type Carried,
  GroupCommit,
  type GroupCommitOptions,
  type KeyName,
  type Part,
} from './group-commit.ts';
import { type Lease, Leases, type LeasesOptions, type LeaseTable } from './leases.ts';

/** What a database must do so that leases can be held in it. */
export interface LeasedStore extends LeaseTable {
  /** All entries after a position. */
  readAfter(policy: string, position: number): Promise<readonly StoredEntry[]>;
  /** Stores the parts, and looks for the keys on the way. */
  append(parts: readonly Part[], keys: readonly KeyName[]): Promise<Carried>;
  findKeys(keys: readonly KeyName[]): Promise<Carried['found']>;
  /** Erases all of a policy; false if it is not held under this lease any more, or ends elsewhere. */
  erase(lease: Lease, head: Head, closing?: Closing): Promise<boolean>;
  /** Stores the batch and carries the forgetting out, all or none; false as with erasing. */
  forget(lease: Lease, batch: Batch, forgetting: Forgetting): Promise<boolean>;
}

export interface LeasedTurnsOptions extends Omit<LeasesOptions, 'table'> {
  readonly store: LeasedStore;
  readonly arrivals: () => Promise<unknown>;
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly onCommit: (report: CommitReport) => void;
}

export class LeasedTurns {
  readonly leases: Leases;
  readonly #store: LeasedStore;
  readonly #groups: GroupCommit;
  /** For batches that make their policy: they may wait for others of its owner, and nobody else waits with them. */
  readonly #makers: GroupCommit;

  constructor({ store, arrivals, pause, onCommit, ...options }: LeasedTurnsOptions) {
    this.#store = store;
    this.leases = new Leases({ ...options, table: store });
    const { monotonic } = options;
    const shared: GroupCommitOptions = {
      append: (parts, keys) => store.append(parts, keys),
      findKeys: (keys) => store.findKeys(keys),
      arrivals,
      pause,
      monotonic,
      onCommit,
    };
    this.#groups = new GroupCommit(shared);
    this.#makers = new GroupCommit(shared);
  }

  /** The decision that is stored under a key; null if there is none. */
  findByKey(...name: KeyName): Promise<DecisionRow | null> {
    return this.#groups.findByKey(...name);
  }

  async hold(policy: string): Promise<HeldPolicy> {
    const lease = await this.leases.require(policy);
    return lease === null ? this.#heldAsNew(policy) : this.#heldBy(lease);
  }

  #heldBy(lease: Lease): HeldPolicy {
    lease.busyCount += 1;
    return {
      head: lease.head,
      isAhead: true,
      readAfter: (position) => this.#readAfter(lease, position),
      store: (batch) => this.#accept(lease, batch),
      erase: (closing) => this.#erase(lease, closing),
      forget: (batch, forgetting) => this.#forget(lease, batch, forgetting),
      confirm: () => this.leases.confirm(lease),
      letGo: async () => {
        lease.busyCount -= 1;
      },
    };
  }

  /** Nothing is stored about the policy: the first batch makes it, and takes it, if nobody is quicker. */
  #heldAsNew(policy: string): HeldPolicy {
    return {
      head: EMPTY_HEAD,
      isAhead: false,
      readAfter: async () => [],
      store: (batch) => this.leases.alone(policy, () => this.#make(batch)),
      erase: async () => {},
      forget: async () => {
        throw movedOn(policy);
      },
      confirm: async () => {},
      letGo: async () => {},
    };
  }

  async #make(batch: Batch): Promise<void> {
    const { policy, head, entries } = batch;
    const member = await this.leases.membership.require();
    const epoch = await this.#makers.store({ batch, member, epoch: null, isLost: () => false });
    this.leases.note(policy, member, { epoch, head: headAfter(head, entries) });
  }

  async #readAfter({ policy, waiting }: Lease, position: number): Promise<StoredEntry[]> {
    const stored = await this.#store.readAfter(policy, position);
    const last = stored.at(-1)?.position ?? position;
    return [...stored, ...waiting.filter((entry) => entry.position > last)];
  }

  /** The chain goes on from the batch at once; it is stored when the returned promise resolves. */
  async #accept(lease: Lease, batch: Batch): Promise<void> {
    const { entries } = batch;
    lease.head = headAfter(lease.head, entries);
    lease.waiting = [...lease.waiting, ...entries];
    const { member, epoch } = lease;
    const stored = this.#groups.store({ batch, member, epoch, isLost: () => lease.isLost });
    lease.lastStored = stored;
    try {
      await stored;
      lease.waiting = lease.waiting.slice(entries.length);
    } catch (failure) {
      this.leases.drop(lease);
      throw failure;
    } finally {
      lease.busyCount -= 1;
    }
  }

  /** Comes after what was appended before it; the turn ends when it is done, so nobody runs ahead of it. */
  async #erase(lease: Lease, closing?: Closing): Promise<void> {
    const { policy, head } = lease;
    try {
      // Whether it failed is seen by the lease.
      await lease.lastStored.catch(() => {});
      if (lease.isLost || !(await this.#store.erase(lease, head, closing))) throw movedOn(policy);
    } finally {
      this.leases.drop(lease);
    }
  }

  async #forget(lease: Lease, batch: Batch, forgetting: Forgetting): Promise<void> {
    try {
      await lease.lastStored.catch(() => {});
      const isDone = !lease.isLost && (await this.#store.forget(lease, batch, forgetting));
      if (!isDone) throw movedOn(batch.policy);
      lease.head = headAfter(lease.head, batch.entries);
    } catch (failure) {
      this.leases.drop(lease);
      throw failure;
    } finally {
      lease.busyCount -= 1;
    }
  }
}

function movedOn(policy: string): JournalFailure {
  return new JournalFailure(
    'behind',
    `Only who holds ${policy} may erase anything of it, but another does by now, or has written to it. Try again.`,
  );
}
