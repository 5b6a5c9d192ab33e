/**
 * The policies that this process holds: it alone writes to them, until the lease is over or handed on.
 *
 *     look     who holds the policy? somebody who is there: then it is elsewhere
 *     strike   somebody who is late: the line of that member is taken out
 *     take     nobody, or somebody who is gone: put the own name there and a new epoch, if nothing has
 *              changed since the look
 *
 * An epoch is given once and never again. Every append names it, so whoever held the policy before, and
 * does not know yet that it lost it, stores nothing. After an append whose outcome is not known the lease
 * is dropped and taken anew: its new epoch shuts out what may still be on the way, and the head that comes
 * with it tells what was stored.
 */
import {
  Membership,
  type MembershipOptions,
  type MemberTable,
} from '../../placement/membership.ts';
import type { FindOptions, Place, Placement } from '../../placement/placement.ts';
import { shareOf } from '../../placement/rendezvous.ts';
import { elsewhereFailure, type Head, JournalFailure, type StoredEntry } from '../journal.ts';

/** What the table says about who holds a policy. */
export interface Holder {
  /** Null if it was handed on or never held. */
  readonly owner: string | null;
  readonly epoch: number;
  /** Whether the owner's line is there: only then does it hold anything. */
  readonly isThere: boolean;
  /** Whether anybody may strike it out. */
  readonly isLate: boolean;
  readonly address: string | null;
}

export interface Taken {
  readonly epoch: number;
  readonly head: Head;
}

export interface LeaseTable extends MemberTable {
  /** Null if nothing is stored about the policy. */
  look(policy: string): Promise<Holder | null>;
  /** Takes out the line of a member, if it is late. */
  strike(member: string): Promise<void>;
  /** Null if the policy is not as it was seen any more. */
  take(policy: string, seen: Holder, member: string): Promise<Taken | null>;
  /** Hands policies on, those that are still held under these epochs. */
  release(leases: readonly Lease[]): Promise<void>;
}

export interface Lease extends Pick<Taken, 'epoch'> {
  readonly policy: string;
  readonly member: string;
  /** The end of the chain as it was handed in; stored, or on its way. */
  head: Head;
  /** Entries that are on their way. */
  waiting: readonly StoredEntry[];
  /** Settles when the last batch that was handed in is stored or has failed. */
  lastStored: Promise<unknown>;
  /** Turns that were begun under it and are not over, stored or not. */
  busyCount: number;
  isLost: boolean;
}

export interface LeasesOptions extends Omit<MembershipOptions, 'table' | 'onStruck' | 'onRenewed'> {
  readonly table: LeaseTable;
}

type Elsewhere = Extract<Place, { kind: 'elsewhere' }>;

const HERE: Place = { kind: 'here' };
/** So often a policy is looked at again if it changes hands just then. */
const ATTEMPTS = 4;
/** Of the policies that are another's share, so many are handed on at each renewal ... */
const HANDED_ON_SHARE = 1 / 8;
/** ... and of all, so many are looked through for them: a hundred thousand must not hold up a request. */
const LOOKED_THROUGH = 2000;

export class Leases {
  readonly membership: Membership;
  readonly #table: LeaseTable;
  readonly #held = new Map<string, Lease>();
  readonly #busy = new Map<string, Promise<void>>();
  /** Questions about who holds a policy that nobody has begun to answer. */
  readonly #asked = new Map<string, Promise<Lease | Elsewhere | null>>();
  readonly #watchers: ((addresses: ReadonlySet<string>) => void)[] = [];
  /** The members that policies were last looked through for, and what is still to be looked through. */
  #knownAddresses = '';
  #unchecked: string[] = [];
  /** Policies that are another's share, as far as they were looked through. */
  readonly #misplaced = new Set<string>();
  /** Addresses of members that nobody answered at. */
  readonly #doubted = new Set<string>();

  constructor(options: LeasesOptions) {
    this.#table = options.table;
    this.membership = new Membership({
      ...options,
      onStruck: () => this.#loseAll(),
      onRenewed: () => {
        this.#forgetDoubts();
        for (const tell of this.#watchers) tell(this.membership.allAddresses);
        void this.#handOn().catch(() => {});
      },
    });
  }

  /** The lease, if this process holds one and nobody else can have taken the policy. */
  current(policy: string): Lease | null {
    const lease = this.#held.get(policy);
    return lease !== undefined && lease.member === this.membership.trustedId ? lease : null;
  }

  /** Takes the policy if it is free. Null if nothing is stored about it; throws if another holds it. */
  async require(policy: string): Promise<Lease | null> {
    const lease = this.current(policy);
    if (lease !== null) return lease;
    const found = await this.#findOut(policy, false);
    if (found !== null && 'kind' in found) throw elsewhereFailure(policy, found.address);
    return found;
  }

  readonly placement: Omit<Placement, 'members'> = {
    find: (policy, options) => this.#find(policy, options),
    holds: (policy) => this.current(policy) !== null,
    isSelf: (member) => this.membership.isSelf(member),
    watch: (listener) => void this.#watchers.push(listener),
    doubt: (address) => void this.#doubted.add(address),
    trust: (address) => void this.#doubted.delete(address),
    doubted: () =>
      [...this.#doubted].map((address) => ({
        address,
        isOwn: address === this.membership.address,
      })),
    hasNamesake: () => this.membership.hasNamesake,
    counts: () => ({ held: this.#held.size, members: this.membership.count }),
    announce: (address) => this.membership.announce(address),
    leave: () => this.membership.leave(),
  };

  /** The policy was taken, or made by an append of this process. */
  note(policy: string, member: string, taken: Taken): Lease {
    const lease: Lease = {
      policy,
      member,
      ...taken,
      waiting: [],
      lastStored: Promise.resolve(),
      busyCount: 0,
      isLost: false,
    };
    this.#held.set(policy, lease);
    return lease;
  }

  /** Nothing is known about the policy any more: it must be taken anew. */
  drop(lease: Lease): void {
    lease.isLost = true;
    if (this.#held.get(lease.policy) === lease) this.#held.delete(lease.policy);
  }

  /**
   * Rejects if another has taken the policy: where the database's clock is put forward, or that of the server that takes over is ahead, others may
   * do so while this process still believes in itself.
   */
  async confirm(lease: Lease): Promise<void> {
    const seen = await this.#table.look(lease.policy);
    if (seen?.epoch === lease.epoch) return;
    this.drop(lease);
    throw new JournalFailure(
      'behind',
      `The policy ${lease.policy} was taken by another before this was answered. Try again.`,
    );
  }

  async close(): Promise<void> {
    await this.membership.close();
    this.#loseAll();
  }

  /** Runs for a policy when nothing else is found out or changed about who holds it. */
  alone<Value>(policy: string, act: () => Promise<Value>): Promise<Value> {
    const before = this.#busy.get(policy) ?? Promise.resolve();
    const done = before.then(act);
    const settled = done.then(
      () => {},
      () => {},
    );
    this.#busy.set(policy, settled);
    settled.then(() => {
      if (this.#busy.get(policy) === settled) this.#busy.delete(policy);
    });
    return done;
  }

  async #find(policy: string, { isForwarded = false }: FindOptions = {}): Promise<Place> {
    if (this.current(policy) !== null) return HERE;
    const found = await this.#findOut(policy, !isForwarded);
    return found !== null && 'kind' in found ? found : HERE;
  }

  /**
   * All who ask while another is being answered share the next answer: that one may be older than they are, and if each were answered
   * alone by a database that says nothing, the last would wait for all of them.
   */
  #findOut(policy: string, isShareAsked: boolean): Promise<Lease | Elsewhere | null> {
    const question = `${policy} ${isShareAsked}`;
    const asked = this.#asked.get(question);
    if (asked !== undefined) return asked;
    const found = this.alone(policy, () => {
      this.#asked.delete(question);
      return this.#obtain(policy, isShareAsked);
    });
    this.#asked.set(question, found);
    return found;
  }

  async #obtain(policy: string, isShareAsked: boolean): Promise<Lease | Elsewhere | null> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const member = await this.membership.require();
      const seen = this.current(policy) ?? (await this.#table.look(policy));
      if (seen !== null && 'head' in seen) return seen;
      if (seen?.isThere && seen.owner !== member) {
        if (!seen.isLate) return this.#elsewhere(seen.address, seen.owner!);
        await this.#table.strike(seen.owner!);
        continue;
      }
      const share = isShareAsked ? this.#shareOfAnother(policy) : null;
      if (share !== null) return this.#elsewhere(share, this.membership.nameAt(share));
      const lease = seen === null ? null : await this.#take(policy, seen, member);
      if (seen === null || lease !== null) return lease;
    }
    throw new JournalFailure('behind', `The policy ${policy} changes hands. Try again.`);
  }

  #elsewhere(address: string | null, member: string | undefined): Elsewhere {
    const isNamesake = address !== null && address === this.membership.address;
    return {
      kind: 'elsewhere',
      address,
      ...(member && { member }),
      ...(isNamesake && { isNamesake }),
    };
  }

  async #take(policy: string, seen: Holder, member: string): Promise<Lease | null> {
    const taken = await this.#table.take(policy, seen, member);
    return taken === null ? null : this.note(policy, member, taken);
  }

  /** The address of the member whose share the policy is; null if it is this one's. */
  #shareOfAnother(policy: string): string | null {
    const share = shareOf(policy, this.#trustedAddresses());
    return share === this.membership.address ? null : share;
  }

  #trustedAddresses(): readonly string[] {
    const { addresses } = this.membership;
    return this.#doubted.size === 0 ? addresses : addresses.filter((it) => !this.#doubted.has(it));
  }

  /** Of members that are gone. */
  #forgetDoubts(): void {
    for (const address of this.#doubted) {
      if (!this.membership.allAddresses.has(address)) this.#doubted.delete(address);
    }
  }

  #loseAll(): void {
    for (const lease of this.#held.values()) lease.isLost = true;
    this.#held.clear();
  }

  /** When members have come, some of what is their share and is not in use now goes to them; from one that leaves, all of it. */
  async #handOn(): Promise<void> {
    if (this.membership.address === null) return;
    const leases = this.membership.isLeaving
      ? [...this.#held.values()].filter(({ busyCount }) => busyCount === 0)
      : this.#someMisplaced();
    for (const lease of leases) this.drop(lease);
    if (leases.length > 0) await this.#table.release(leases);
  }

  #someMisplaced(): Lease[] {
    this.#findMisplaced();
    const leases: Lease[] = [];
    const most = Math.ceil(this.#misplaced.size * HANDED_ON_SHARE);
    for (const policy of this.#misplaced) {
      const lease = this.#held.get(policy);
      if (lease === undefined) this.#misplaced.delete(policy);
      else if (lease.busyCount === 0 && leases.length < most) leases.push(lease);
    }
    return leases;
  }

  #findMisplaced(): void {
    const addresses = this.#trustedAddresses().toSorted().join();
    if (addresses !== this.#knownAddresses) {
      this.#knownAddresses = addresses;
      this.#unchecked = [...this.#held.keys()];
      this.#misplaced.clear();
    }
    for (const policy of this.#unchecked.splice(0, LOOKED_THROUGH)) {
      if (this.#shareOfAnother(policy) !== null) this.#misplaced.add(policy);
    }
  }
}
