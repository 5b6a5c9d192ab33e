/**
 * Members and leases in memory, for tests: what the statements on PostgreSQL do, each at once and as a
 * whole. When a statement arrives and when its answer does, whoever tests decides.
 */
import type { KnownMember, Member } from '../../placement/membership.ts';
import { type Forgetting, type Head, JournalFailure, type StoredEntry } from '../journal.ts';
import type { Carried, KeyName, Outcome, Part } from '../leases/group-commit.ts';
import type { LeasedStore } from '../leases/leased-turns.ts';
import type { Holder, Lease, Taken } from '../leases/leases.ts';
import type { Closing } from '../removal.ts';
import type { Batch } from '../turns.ts';
import type { MemoryJournal } from './memory-journal.ts';

/** The lines of the database that leases are about; shared by all members. */
export class MemoryLeaseLines {
  readonly members: Map<string, KnownMember> = new Map();
  readonly policies: Map<string, { owner: string | null; epoch: number }> = new Map();
  /** The epochs that entries of each policy were written under, in their order. */
  readonly written: Map<string, number[]> = new Map();
  lastEpoch = 0;
}

export interface MemoryLeasesOptions {
  readonly lines: MemoryLeaseLines;
  readonly chains: MemoryJournal;
  /** The clock of the database. */
  readonly nowMs: () => number;
  /** Runs a statement when it arrives, and resolves when its answer does. */
  readonly run: <Answer>(label: string, statement: () => Answer) => Promise<Answer>;
}

export class MemoryLeases implements LeasedStore {
  readonly #options: MemoryLeasesOptions;

  constructor(options: MemoryLeasesOptions) {
    this.#options = options;
  }

  async join(member: Member, leaseMs: number): Promise<void> {
    const { lines, nowMs, run } = this.#options;
    await run('join', () => {
      lines.members.set(member.id, { ...member, expiresAt: nowMs() + leaseMs });
    });
  }

  renew(member: Member, leaseMs: number): Promise<readonly KnownMember[] | null> {
    const { lines, nowMs, run } = this.#options;
    return run('renew', () => {
      if (!lines.members.has(member.id)) return null;
      lines.members.set(member.id, { ...member, expiresAt: nowMs() + leaseMs });
      for (const { id } of [...lines.members.values()]) this.#strikeIfLate(id);
      return [...lines.members.values()];
    });
  }

  async quit(id: string): Promise<void> {
    await this.#options.run('quit', () => this.#options.lines.members.delete(id));
  }

  look(policy: string): Promise<Holder | null> {
    const { lines, nowMs, run, chains } = this.#options;
    return run('look', () => {
      if (chains.headNow(policy) === null) return null;
      const { owner, epoch } = this.#holderOf(policy);
      const line = lines.members.get(owner ?? '');
      const isLate = line !== undefined && line.expiresAt <= nowMs();
      return { owner, epoch, address: line?.address ?? null, isThere: line !== undefined, isLate };
    });
  }

  async strike(member: string): Promise<void> {
    await this.#options.run('strike', () => this.#strikeIfLate(member));
  }

  take(policy: string, seen: Holder, member: string): Promise<Taken | null> {
    const { run, chains } = this.#options;
    return run('take', () => {
      const [head, line] = [chains.headNow(policy), this.#holderOf(policy)];
      if (head === null || line.owner !== seen.owner || line.epoch !== seen.epoch) return null;
      return { epoch: this.#give(policy, member), head };
    });
  }

  async release(leases: readonly Lease[]): Promise<void> {
    await this.#options.run('release', () => {
      for (const { policy, member, epoch } of leases) {
        const line = this.#holderOf(policy);
        if (line.owner === member && line.epoch === epoch) line.owner = null;
      }
    });
  }

  readAfter(policy: string, position: number): Promise<readonly StoredEntry[]> {
    const { chains } = this.#options;
    return chains.read(policy, position, Number.MAX_SAFE_INTEGER);
  }

  append(parts: readonly Part[], keys: readonly KeyName[]): Promise<Carried> {
    return this.#options.run('append', () => {
      // As in one statement: what it stores, it does not see.
      const found = this.#find(keys);
      return { outcomes: parts.map((part) => this.#append(part)), found };
    });
  }

  findKeys(keys: readonly KeyName[]): Promise<Carried['found']> {
    return this.#options.run('findKeys', () => this.#find(keys));
  }

  #find(keys: readonly KeyName[]): Carried['found'] {
    return keys.map((name) => this.#options.chains.keyNow(...name));
  }

  erase(lease: Lease, head: Head, closing?: Closing): Promise<boolean> {
    const { chains, lines, run } = this.#options;
    return run('erase', () => {
      const line = this.#holderOf(lease.policy);
      if (line.owner !== lease.member || line.epoch !== lease.epoch) return false;
      chains.eraseNow(lease.policy, head, closing);
      lines.policies.delete(lease.policy);
      return true;
    });
  }

  forget(lease: Lease, batch: Batch, forgetting: Forgetting): Promise<boolean> {
    const { chains, lines, run } = this.#options;
    return run('forget', () => {
      const line = this.#holderOf(lease.policy);
      if (line.owner !== lease.member || line.epoch !== lease.epoch) return false;
      chains.forgetNow(batch, forgetting);
      const written = lines.written.get(lease.policy) ?? [];
      lines.written.set(lease.policy, [...written, ...batch.entries.map(() => lease.epoch)]);
      return true;
    });
  }

  #append(part: Part): Outcome {
    const { chains, lines } = this.#options;
    const line = this.#holderOf(part.policy);
    const isHeld =
      part.epoch === null
        ? chains.headNow(part.policy) === null
        : line.owner === part.member && line.epoch === part.epoch;
    try {
      if (!isHeld) throw new JournalFailure('behind', `${part.policy} is held by another.`);
      chains.storeNow(part);
    } catch (error) {
      return error as JournalFailure;
    }
    const epoch = part.epoch ?? this.#give(part.policy, part.member);
    const written = lines.written.get(part.policy) ?? [];
    lines.written.set(part.policy, [...written, ...part.entries.map(() => epoch)]);
    return epoch;
  }

  #holderOf(policy: string): { owner: string | null; epoch: number } {
    const { policies } = this.#options.lines;
    const line = policies.get(policy) ?? { owner: null, epoch: 0 };
    policies.set(policy, line);
    return line;
  }

  #give(policy: string, member: string): number {
    const { lines } = this.#options;
    lines.lastEpoch += 1;
    lines.policies.set(policy, { owner: member, epoch: lines.lastEpoch });
    return lines.lastEpoch;
  }

  #strikeIfLate(id: string): void {
    const { lines, nowMs } = this.#options;
    if ((lines.members.get(id)?.expiresAt ?? Number.POSITIVE_INFINITY) <= nowMs()) {
      lines.members.delete(id);
    }
  }
}
