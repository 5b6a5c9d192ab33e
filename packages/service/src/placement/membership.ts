/**
 * Being one of the members that share a journal: a line in its table, renewed again and again.
 *
 *     joins      under a name that nobody had before and nobody will have again
 *     renews     the line says until when the others believe in it, by the database's clock alone
 *     late       anybody may strike the line out; from then on all it held is free
 *     struck     it notices at the next renewal, forgets all it held, and joins under a new name
 *
 * That the line is there is what counts; its expiry is only the right of the others to strike it out. So
 * a member that slept and was not missed goes on, and one that was missed cannot bring its line back.
 *
 * In between, a member may believe in itself for the time of a lease since its last renewal was sent (not
 * since it was answered), on a clock that only goes forward. After that it answers nothing from memory.
 */
import { randomUUID } from 'node:crypto';

export interface Member {
  readonly id: string;
  /** Where it takes requests; null if it takes none of others. */
  readonly address: string | null;
  /** Whether it is about to go: it is sent nothing new. */
  readonly isLeaving: boolean;
}

/** A member as the table tells of it. */
export interface KnownMember extends Member {
  /** Until when the others wait for it, by the database's clock, in milliseconds; another each time that it is renewed. */
  readonly expiresAt: number;
}

export interface MemberTable {
  join(member: Member, leaseMs: number): Promise<void>;
  /** Renews the line and strikes out those that are late. Returns all that are left; null if its own is not. */
  renew(member: Member, leaseMs: number): Promise<readonly KnownMember[] | null>;
  /** Takes the own line out: everything that it held is free. */
  quit(id: string): Promise<void>;
}

export interface MembershipOptions {
  readonly table: MemberTable;
  readonly leaseMs: number;
  readonly monotonic: { nowMs(): number };
  /** Calls back later; returns what calls it off. */
  readonly timer: (callback: () => void, delayMs: number) => () => void;
  /** A name that nobody had before; a random one if absent. */
  readonly newId?: () => string;
  /** All that was held is lost. */
  readonly onStruck: () => void;
  readonly onRenewed: () => void;
}

/** The longest lease that there is. */
export const LEASE_SECONDS_MAX = 60;
/** Renewals in the time of a lease: two may fail before it is over. */
const RENEWALS = 3;
/** Two clocks that do not run quite alike must not make a member believe longer than the others do. */
const TRUSTED_SHARE = 0.95;

export class Membership {
  readonly #options: MembershipOptions;
  #member: Member | null = null;
  #members: readonly KnownMember[] = [];
  #address: string | null = null;
  /** Others that say to be at the same address, and until when they were waited for when they were first heard of. */
  #namesakes: ReadonlyMap<string, number> = new Map();
  #hasNamesake = false;
  #isLeaving = false;
  #trustedUntilMs = Number.NEGATIVE_INFINITY;
  #renewing: Promise<string> | null = null;
  #cancelBeat: (() => void) | null = null;
  #isClosed = false;

  constructor(options: MembershipOptions) {
    this.#options = options;
  }

  get address(): string | null {
    return this.#address;
  }

  /**
   * Whether another says to be at the same address and goes on saying so. One that only did is perhaps what this process was before it was
   * started again.
   */
  get hasNamesake(): boolean {
    return this.#hasNamesake;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Addresses that policies may be shared out to, each once, as far as this member knows. */
  get addresses(): readonly string[] {
    const staying = this.#members.filter(({ isLeaving }) => !isLeaving);
    return [...new Set(staying.flatMap(({ address }) => address ?? []))];
  }

  /** Whether it goes by this name now; after it was struck out it has another. */
  isSelf(name: string): boolean {
    return this.#member?.id === name;
  }

  /** The name of the member at an address; of several, of the one that was heard of last. */
  nameAt(address: string): string | undefined {
    const found = this.#members.filter((member) => member.address === address);
    return found.toSorted((one, other) => other.expiresAt - one.expiresAt)[0]?.id;
  }

  /** Of how many members it has heard, itself included. */
  get count(): number {
    return this.#members.length;
  }

  /** Addresses of all members, those included that are about to go. */
  get allAddresses(): ReadonlySet<string> {
    return new Set(this.#members.flatMap(({ address }) => address ?? []));
  }

  /** Its name, if nobody else can have taken what it holds; null otherwise. */
  get trustedId(): string | null {
    if (this.#options.monotonic.nowMs() >= this.#trustedUntilMs) return null;
    return this.#member?.id ?? null;
  }

  /** Returns its name when it is a member that may believe in itself; joins if it never did. */
  async require(): Promise<string> {
    // A renewal that is under way may have been sent too long ago to count.
    if (this.trustedId === null) await this.#renewing?.catch(() => {});
    return this.trustedId ?? (await this.#renewOnce());
  }

  async announce(address: string): Promise<void> {
    this.#address = address;
    await this.#say();
  }

  async leave(): Promise<void> {
    this.#isLeaving = true;
    if (this.#member !== null) await this.#say();
  }

  /** Gives everything back at once; never rejects, because the others notice without it, too. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelBeat?.();
    await this.#renewing?.catch(() => {});
    this.#trustedUntilMs = Number.NEGATIVE_INFINITY;
    const id = this.#member?.id;
    this.#member = null;
    if (id !== undefined) await this.#options.table.quit(id).catch(() => {});
  }

  async #say(): Promise<void> {
    // One that is under way may say the old.
    await this.#renewing?.catch(() => {});
    await this.#renewOnce();
  }

  #renewOnce(): Promise<string> {
    if (this.#isClosed) return Promise.reject(new Error('Who has left is no member any more.'));
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #renew(): Promise<string> {
    const { table, leaseMs, monotonic, onStruck, onRenewed } = this.#options;
    this.#planBeat();
    const before = this.#member ?? (await this.#join());
    const member = { ...before, address: this.#address, isLeaving: this.#isLeaving };
    const sentMs = monotonic.nowMs();
    const members = await table.renew(member, leaseMs);
    if (members === null) {
      this.#member = null;
      onStruck();
      return this.#renew();
    }
    this.#member = member;
    this.#members = members;
    this.#lookForNamesakes(member, members);
    this.#trustedUntilMs = sentMs + TRUSTED_SHARE * leaseMs;
    onRenewed();
    return member.id;
  }

  #lookForNamesakes({ id, address }: Member, members: readonly KnownMember[]): void {
    const isNamesake = (other: Member) =>
      address !== null && other.address === address && other.id !== id && !other.isLeaving;
    const found = members.filter(isNamesake);
    const before = this.#namesakes;
    this.#namesakes = new Map(
      found.map((other) => [other.id, before.get(other.id) ?? other.expiresAt]),
    );
    this.#hasNamesake = found.some((other) => this.#namesakes.get(other.id) !== other.expiresAt);
  }

  async #join(): Promise<Member> {
    const { table, leaseMs, newId = randomUUID } = this.#options;
    // If the answer is lost, the line is struck out in time: the next attempt has another name.
    const member = { id: newId(), address: this.#address, isLeaving: this.#isLeaving };
    await table.join(member, leaseMs);
    this.#member = member;
    return member;
  }

  #planBeat(): void {
    const { timer, leaseMs } = this.#options;
    this.#cancelBeat?.();
    this.#cancelBeat = timer(() => {
      if (!this.#isClosed) this.#renewOnce().catch(() => {});
    }, leaseMs / RENEWALS);
  }
}
