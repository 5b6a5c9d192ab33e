/**
 * One statement for everything that waits: batches of many policies are stored together, and each
 * policy's part succeeds or fails alone.
 *
 *     wait     until what else comes in this moment is there; where others came lately, as long as a statement takes
 *     gather   all batches of policies that have none on its way; those of one policy become one part
 *     append   a statement for all parts; keys that are looked for ride along
 *     tell     each batch whether its part was stored, and each key what was decided under it
 *
 * While a statement is on its way the next one gathers: the slower the disk, the more goes at once. What is
 * small is soon over, and is waited for: each statement costs much of its own. What is large is not. If the last statement
 * was for several, more will come: the next one waits for them for as long as the last one took, and not for long. Whoever asks alone waits for nobody.
 *
 * Nearly every decision has a key, and nearly every key is new: to ask for keys by statements of their own would double
 * the number of statements. A key needs only be looked for after its turn began, and that it is, whenever the statement goes.
 */
import { headAfter } from '../entry-hash.ts';
import { type CommitReport, type DecisionRow, type Head, JournalFailure } from '../journal.ts';
import { type Projection, projectEntries } from '../projection.ts';
import type { Standing } from '../standing.ts';
import type { Batch } from '../turns.ts';
import type { LeasesOptions, Taken } from './leases.ts';

/** All that waits of one policy. */
export interface Part extends Omit<Batch, 'bodies'> {
  readonly member: string;
  /** Null if nothing is stored about the policy yet: the part makes it. */
  readonly epoch: number | null;
  /** The end of the chain once the part is stored. */
  readonly next: Head;
  readonly projection: Projection;
}

/** Under which epoch a part was stored; or why it was not. */
export type Outcome = Taken['epoch'] | JournalFailure;

/** A key that a caller gave to a decision: about which policy, who, and the text. */
export type KeyName = readonly [policy: string, scope: string, text: string];

/** What became of each part, and what was decided under each key; null for nothing. */
export interface Carried {
  readonly outcomes: readonly Outcome[];
  readonly found: readonly (DecisionRow | null)[];
}

export interface GroupCommitOptions {
  /**
   * Stores each part whose policy is still held and ends as it says, and looks for the keys; rejects if the outcome
   * is not known.
   */
  readonly append: (parts: readonly Part[], keys: readonly KeyName[]) => Promise<Carried>;
  /** Looks for keys alone. */
  readonly findKeys: (keys: readonly KeyName[]) => Promise<Carried['found']>;
  /** Resolves when what has arrived by now has been read. */
  readonly arrivals: () => Promise<unknown>;
  /** Resolves after so many milliseconds. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
  readonly monotonic: LeasesOptions['monotonic'];
  readonly onCommit: (report: CommitReport) => void;
}

/** A batch, and who holds its policy under which epoch. */
export interface Offer extends Pick<Part, 'member' | 'epoch'> {
  readonly batch: Batch;
  /** Whether the lease is lost meanwhile: then the batch is not even sent. */
  readonly isLost: () => boolean;
}

interface Waiting extends Offer, Pick<PromiseWithResolvers<number>, 'resolve' | 'reject'> {}

interface AskedKey extends PromiseWithResolvers<DecisionRow | null> {
  readonly name: KeyName;
}

/** What goes by one statement. */
interface Load {
  /** Batches, by policy. */
  readonly groups: readonly (readonly Waiting[])[];
  readonly asked: readonly AskedKey[];
}

/** Statements on their way at the same time: one waits for the disk while the other is made. */
const STATEMENTS_MAX = 2;
/** Entries of statements that are soon over. */
const SMALL_COUNT = 16;
/** Entries in one statement, unless a single batch has more. */
const ENTRIES_MAX = 4096;
/** The longest that a statement waits for more, in milliseconds. */
const PAUSE_MS_MAX = 3;
/** Keys in one statement. */
const KEYS_MAX = 1000;

export class GroupCommit {
  readonly #options: GroupCommitOptions;
  #waiting: Waiting[] = [];
  #asked: AskedKey[] = [];
  /** Policies that have a part on its way: the next one follows when its outcome is known. */
  readonly #onTheirWay = new Set<string>();
  #statementCount = 0;
  /** Entries in statements that are on their way. */
  #sentCount = 0;
  #isGathering = false;
  /** How long the next statement waits for more. */
  #pauseMs = 0;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  /** Resolves with the epoch when the batch is stored. Batches of one policy are stored in their order. */
  store(offer: Offer): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.#waiting.push({ ...offer, resolve, reject });
    void this.#sendAll();
    return promise;
  }

  /** Resolves with the decision that is stored under the key; null if there is none. */
  findByKey(...name: KeyName): Promise<DecisionRow | null> {
    const asked = { name, ...Promise.withResolvers<DecisionRow | null>() };
    this.#asked.push(asked);
    void this.#sendAll();
    return asked.promise;
  }

  async #sendAll(): Promise<void> {
    if (this.#isGathering) return;
    this.#isGathering = true;
    await this.#options.arrivals();
    // A timer is no finer than this.
    if (this.#pauseMs >= 1) await this.#options.pause(this.#pauseMs);
    this.#isGathering = false;
    while (this.#mayGo()) {
      const load = { groups: this.#gather(), asked: this.#asked.splice(0, KEYS_MAX) };
      if (load.groups.length === 0 && load.asked.length === 0) return;
      void this.#send(load);
    }
  }

  #mayGo(): boolean {
    if (this.#statementCount === 0) return true;
    return this.#statementCount < STATEMENTS_MAX && this.#sentCount > SMALL_COUNT;
  }

  /** Takes what can go now out of the line, by policy. */
  #gather(): Waiting[][] {
    const groups = new Map<string, Waiting[]>();
    const later: Waiting[] = [];
    let entryCount = 0;
    for (const waiting of this.#waiting) {
      const { policy, entries } = waiting.batch;
      const isFull = entryCount > 0 && entryCount + entries.length > ENTRIES_MAX;
      if (waiting.isLost()) waiting.reject(lostLease(policy));
      else if (isFull || this.#onTheirWay.has(policy)) later.push(waiting);
      else {
        entryCount += entries.length;
        groups.set(policy, [...(groups.get(policy) ?? []), waiting]);
      }
    }
    this.#waiting = later;
    return [...groups.values()];
  }

  async #send(load: Load): Promise<void> {
    const { groups } = load;
    const policies = groups.map(([first]) => first!.batch.policy);
    for (const policy of policies) this.#onTheirWay.add(policy);
    const count = groups.flat().reduce((sum, { batch }) => sum + batch.entries.length, 0);
    this.#statementCount += 1;
    this.#sentCount += count;
    const start = this.#nowMs();
    await this.#carry(load);
    const isShared = policies.length + load.asked.length > 1;
    this.#pauseMs = isShared ? Math.min(PAUSE_MS_MAX, this.#nowMs() - start) : 0;
    this.#statementCount -= 1;
    this.#sentCount -= count;
    for (const policy of policies) this.#onTheirWay.delete(policy);
    if (this.#waiting.length > 0 || this.#asked.length > 0) await this.#sendAll();
  }

  #nowMs(): number {
    return this.#options.monotonic.nowMs();
  }

  async #carry({ groups, asked }: Load): Promise<void> {
    const sendable = groups.flatMap((group) => {
      const part = partOrRefusal(group);
      return part === null ? [] : [{ group, part }];
    });
    if (sendable.length === 0) return this.#findAlone(asked);
    const start = this.#nowMs();
    const parts = sendable.map(({ part }) => part);
    const keys = asked.map(({ name }) => name);
    try {
      const { outcomes, found } = await this.#options.append(parts, keys);
      for (const [index, { resolve }] of asked.entries()) resolve(found[index]!);
      for (const [index, { group }] of sendable.entries()) tell(group, outcomes[index]!);
      this.#report(sendable, outcomes, this.#nowMs() - start);
    } catch (failure) {
      for (const { group } of sendable) tell(group, failure);
      // To look may be tried twice.
      await this.#findAlone(asked);
    }
  }

  async #findAlone(asked: readonly AskedKey[]): Promise<void> {
    if (asked.length === 0) return;
    try {
      const found = await this.#options.findKeys(asked.map(({ name }) => name));
      for (const [index, { resolve }] of asked.entries()) resolve(found[index]!);
    } catch (failure) {
      for (const { reject } of asked) reject(failure);
    }
  }

  #report(
    sent: readonly { readonly group: readonly Waiting[]; readonly part: Part }[],
    outcomes: readonly Outcome[],
    durationMs: number,
  ): void {
    const stored = sent.filter((_, index) => typeof outcomes[index] === 'number');
    if (stored.length === 0) return;
    const entryCount = stored.reduce((sum, { part }) => sum + part.entries.length, 0);
    const batchCount = stored.reduce((sum, { group }) => sum + group.length, 0);
    this.#options.onCommit({ entryCount, batchCount, durationMs });
  }
}

/** Returns all batches of a policy as one part; null if they make no sense, which they are told. */
function partOrRefusal(group: readonly Waiting[]): Part | null {
  try {
    return partOf(group);
  } catch (failure) {
    tell(group, failure);
    return null;
  }
}

/** Returns batches of one policy, in their order, as one part. */
export function partOf(group: readonly Pick<Offer, 'batch' | 'member' | 'epoch'>[]): Part {
  const { batch, member, epoch } = group[0]!;
  const { policy, head } = batch;
  const entries = group.flatMap((waiting) => waiting.batch.entries);
  const bodies = group.flatMap((waiting) => waiting.batch.bodies ?? []);
  const projection = projectEntries(entries, bodies.length === entries.length ? bodies : undefined);
  const next = headAfter(head, entries);
  const standing = standingOf(group);
  return { policy, member, epoch, head, next, entries, projection, ...(standing && { standing }) };
}

/** How the policy stands after the last batch, with what only the earlier ones said. */
function standingOf(group: readonly Pick<Offer, 'batch'>[]): Standing | undefined {
  const standings = group.map(({ batch }) => batch.standing);
  const last = standings.at(-1);
  if (last === undefined || standings.length === 1) return last;
  const outline = standings.findLast((one) => one?.outline !== undefined)?.outline;
  const owner = standings.find((one) => one?.owner !== undefined)?.owner;
  return {
    ...last,
    ...(outline !== undefined && { outline }),
    ...(owner !== undefined && { owner }),
  };
}

function tell(group: readonly Waiting[], outcome: unknown): void {
  for (const { resolve, reject } of group) {
    if (typeof outcome === 'number') resolve(outcome);
    else reject(outcome);
  }
}

function lostLease(policy: string): JournalFailure {
  return new JournalFailure(
    'behind',
    `The policy ${policy} is not held by this process any more: what was decided here is not stored.`,
  );
}
