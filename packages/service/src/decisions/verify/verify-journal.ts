/**
 * The user's own proof: makes every decision and every certificate again, from the entries alone.
 *
 * Checked are the chain of hashes, each entry made anew by the core, each receipt against its own
 * numbers, the table of decisions, segments and where in them decisions are spoken of, the head, and the snapshots (which must be what the entries add up
 * to at their version). The first entry that does not fit is named. However many decisions wait, the memory
 * that it takes is bounded (scratch.ts).
 *
 * Where somebody was forgotten, nothing can be made again from the first tombstone up to the last forgetting. Over that stretch
 * only the chain, the table and the tombstones are checked, and the proof goes on from the checkpoint that the last forgetting
 * names; how far that is, is told.
 */
import { hash as hashText } from 'node:crypto';
import { createEngine } from '@hedgerow/core';
import type { DecisionName } from '../../journal/decision-id.ts';
import type { EntryBody } from '../../journal/entry.ts';
import { checkChain, headAfter } from '../../journal/entry-hash.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { Head, Journal, Snapshot, StoredEntry } from '../../journal/journal.ts';
import { projectEntries, updateRow } from '../../journal/projection.ts';
import { SegmentFailure } from '../../journal/segments/segment.ts';
import { hashInTombstone } from '../../journal/tombstone.ts';
import { flipNone } from '../fold/coins.ts';
import { applyEntry } from '../fold/policy-fold.ts';
import { emptyState, generationOf, type PolicyState } from '../fold/policy-state.ts';
import { ShelfGap } from '../fold/shelf-gap.ts';
import { readSnapshot } from '../fold/snapshot-text.ts';
import { DEFAULT_LIMITS } from '../writer/options.ts';
import { Shelf } from '../writer/shelf.ts';
import { bringAll, learntOf } from '../writer/take-in-entries.ts';
import { untrueReceipt, untrueTerms } from './receipt-check.ts';
import { Scratch } from './scratch.ts';
import { SegmentCheck } from './segment-check.ts';
import { SnapshotCheck } from './snapshot-check.ts';
import { tableProblem } from './table-check.ts';
import { TombstoneCheck } from './tombstone-check.ts';

export interface VerifyOptions {
  /** Only this policy; all if absent. */
  readonly policy?: string;
  readonly onProgress?: (progress: { readonly policy: string; readonly entries: number }) => void;
}

/** The part of a journal that is read: enough to prove it, and open beside a running service. */
export type VerifiableJournal = Pick<
  Journal,
  | 'listPolicies'
  | 'readLine'
  | 'head'
  | 'read'
  | 'scanDecisions'
  | 'readSnapshots'
  | 'readShelf'
  | 'listSegments'
  | 'readSegment'
  | 'scanTold'
>;

export interface VerifyReport {
  readonly isWhole: boolean;
  readonly policies: readonly VerifiedPolicy[];
}

export interface VerifiedPolicy {
  readonly policy: string;
  /** How many were found good. */
  readonly entries: number;
  readonly decisions: number;
  /** Entries that could not be made again, because somebody was forgotten; absent if all could. */
  readonly unproven?: Unproven;
  readonly problem: VerifyProblem | null;
}

export interface Unproven {
  readonly first: number;
  readonly last: number;
  /** Tombstones among them. */
  readonly tombstones: number;
}

export interface VerifyProblem {
  /** Of the entry that does not fit, or that what does not fit was made from. */
  readonly position: number;
  readonly what: string;
}

const PAGE_ENTRIES = 500;

export async function verifyJournal(
  journal: VerifiableJournal,
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  const engine = createEngine();
  const names = options.policy === undefined ? await journal.listPolicies() : [options.policy];
  const policies: VerifiedPolicy[] = [];
  const { decisionsHeld } = DEFAULT_LIMITS;
  for (const policy of names) {
    const scratch = new Scratch();
    const shelf = () => new Shelf({ journal: scratch, decisionsHeld });
    const state = emptyState(policy, engine, undefined, shelf());
    const restore = (snapshot: Snapshot) =>
      readSnapshot(snapshot, { engine, flip: flipNone, shelf: shelf() });
    const verifier = new Verifier({ journal, state, scratch, restore });
    policies.push(await verifier.run((entries) => options.onProgress?.({ policy, entries })));
    verifier.letGo();
    scratch.close();
  }
  return { isWhole: policies.every(({ problem }) => problem === null), policies };
}

interface VerifierParts {
  readonly journal: VerifiableJournal;
  readonly state: PolicyState;
  readonly scratch: Scratch;
  /** Returns the state of a snapshot, or throws. */
  readonly restore: (snapshot: Snapshot) => PolicyState;
}

class Verifier {
  readonly #journal: VerifiableJournal;
  #state: PolicyState;
  readonly #scratch: Scratch;
  readonly #restore: VerifierParts['restore'];
  readonly #tombstones = new TombstoneCheck();
  readonly #segments: SegmentCheck;
  readonly #snapshots: SnapshotCheck;
  #entryCount = 0;
  #unproven: Unproven | null = null;

  constructor({ journal, state, scratch, restore }: VerifierParts) {
    this.#journal = journal;
    this.#state = state;
    this.#scratch = scratch;
    this.#restore = restore;
    this.#snapshots = new SnapshotCheck({ scratch, restore });
    this.#segments = new SegmentCheck(journal, state.policy, scratch);
  }

  /** Gives the memory of the models back. */
  letGo(): void {
    this.#state.engine.dispose();
  }

  async run(onProgress: (entries: number) => void): Promise<VerifiedPolicy> {
    this.#snapshots.begin(await this.#journal.readSnapshots(this.#state.policy));
    await this.#segments.begin();
    const problem =
      (await this.#checkEntries(onProgress)) ??
      this.#tombstones.problem() ??
      (await tableProblem({
        journal: this.#journal,
        state: this.#state,
        scratch: this.#scratch,
      })) ??
      (await this.#segments.problem()) ??
      this.#snapshots.problemBeyond(this.#state);
    const { policy } = this.#state;
    const counted = { policy, entries: this.#entryCount, decisions: this.#scratch.lineCount };
    return { ...counted, ...(this.#unproven && { unproven: this.#unproven }), problem };
  }

  async #checkEntries(onProgress: (entries: number) => void): Promise<VerifyProblem | null> {
    for (;;) {
      const limit = this.#pageEntries();
      const read = await this.#readPage(limit);
      if ('what' in read) return read;
      const buried = read.findIndex(({ text }) => hashInTombstone(text) !== null);
      if (buried === 0) {
        const problem = await this.#cross();
        if (problem !== null) return problem;
        continue;
      }
      const page = buried < 0 ? read : read.slice(0, buried);
      const { shelf } = this.#state;
      const gap = await this.#gapIn(() => this.#bring(page.flatMap(learntOf)));
      if (gap !== null) return gap;
      for (const entry of page) {
        const problem = this.#checkEntry(entry);
        if (problem !== null) return problem;
        this.#entryCount += 1;
      }
      shelf.handOut(this.#state, 'turn');
      const problem = await this.#snapshots.problemAt(this.#state);
      if (problem !== null) return problem;
      await shelf.store(Promise.resolve());
      onProgress(this.#entryCount);
      if (read.length < limit && buried < 0) return null;
    }
  }

  /** Made again from the first entry on, all is there. */
  async #bring(names: readonly DecisionName[]): Promise<void> {
    if (this.#unproven === null) await this.#state.shelf.bring(this.#state, names);
    else await bringAll(this.#state, names);
  }

  async #gapIn(look: () => Promise<void>): Promise<VerifyProblem | null> {
    try {
      await look();
      return null;
    } catch (error) {
      if (!(error instanceof ShelfGap)) throw error;
      const position = this.#unproven?.last ?? this.#state.version;
      return { position, what: `What waited at the checkpoint cannot be read: ${error.message}` };
    }
  }

  /** Goes over all entries up to the checkpoint, of which nothing can be made again, and on from there. */
  async #cross(): Promise<VerifyProblem | null> {
    const { policy, version: first } = this.#state;
    const { checkpoint } = this.#snapshots;
    if (checkpoint === undefined || checkpoint.version <= first) {
      const what = 'What it said was deleted, and there is no checkpoint to go on from.';
      return { position: first + 1, what };
    }
    let head: Head = this.#state;
    let tombstones = 0;
    while (head.version < checkpoint.version) {
      const limit = Math.min(PAGE_ENTRIES, checkpoint.version - head.version);
      const page = await this.#readPage(limit, head.version);
      if ('what' in page) return page;
      const broken = checkChain(head, page);
      if (broken !== null || page.length === 0) return brokenAt(broken ?? head.version + 1);
      for (const entry of page) this.#project(entry);
      tombstones += page.filter(({ text }) => hashInTombstone(text) !== null).length;
      this.#entryCount += page.length;
      head = headAfter(head, page);
    }
    this.#unproven = { first: first + 1, last: head.version, tombstones };
    return this.#goOnFrom(checkpoint, head, policy);
  }

  /** The entry after the checkpoint must tell of it, and it must be of the chain. */
  async #goOnFrom(
    checkpoint: Snapshot,
    { version, hash }: Head,
    policy: string,
  ): Promise<VerifyProblem | null> {
    const [next] = await this.#journal.read(policy, version, 1);
    const told = next === undefined ? null : readEntryText(next.text);
    const digest = hashText('sha256', checkpoint.body);
    const isTold = told?.kind === 'forgotten' && told.checkpoint.digest === digest;
    if (!isTold || checkpoint.hash !== hash) {
      return { position: version, what: 'The checkpoint is not the one that was told of.' };
    }
    try {
      const state = this.#restore(checkpoint);
      this.#scratch.goOnFrom(this.#journal, checkpoint);
      this.#state.engine.dispose();
      this.#state = state;
    } catch (error) {
      return { position: version, what: `The checkpoint cannot be read (${String(error)}).` };
    }
    return this.#gapIn(() => this.#takeShelf());
  }

  /** Looks at all that waited at the checkpoint, also if nothing was ever said of it: each has a checksum of its own. */
  async #takeShelf(): Promise<void> {
    const { policy, open, shelf, sequence } = this.#state;
    const generation = generationOf(this.#state);
    for (let through = 0; through < sequence; through += PAGE_ENTRIES) {
      const waiting = open.between(through, through + PAGE_ENTRIES);
      await this.#bring(waiting.map((number) => ({ policy, generation, sequence: number })));
      shelf.handOut(this.#state, 'turn');
      await shelf.store(Promise.resolve());
    }
  }

  /** A page ends with a snapshot, where there is one: it must be what there is at its version. */
  #pageEntries(): number {
    return Math.min(PAGE_ENTRIES, this.#snapshots.entriesAhead(this.#state.version));
  }

  /** A segment that cannot be opened is a fault of the journal; a lost connection is not. */
  async #readPage(
    limit: number,
    version: number = this.#state.version,
  ): Promise<readonly StoredEntry[] | VerifyProblem> {
    const { policy } = this.#state;
    try {
      return await this.#journal.read(policy, version, limit);
    } catch (error) {
      if (!(error instanceof SegmentFailure)) throw error;
      return { position: version + 1, what: error.message };
    }
  }

  #checkEntry(entry: StoredEntry): VerifyProblem | null {
    const position = this.#state.version + 1;
    if (entry.policy !== this.#state.policy) {
      return { position, what: `The entry is of another policy, "${entry.policy}".` };
    }
    let made: EntryBody | null = null;
    applyEntry(this.#state, entry, (again) => {
      made = again;
    });
    if (this.#state.halt !== null) return { position, what: this.#state.halt.detail };
    const body = readEntryText(entry.text);
    const generation = this.#state.generations.at(-1)!;
    const untrue =
      untrueReceipt(body, { made, generation }) ??
      untrueTerms(body, (id) => this.#scratch.line(id));
    if (untrue !== null) return { position, what: untrue };
    this.#project(entry);
    return null;
  }

  #project(entry: StoredEntry): void {
    const body = readEntryText(entry.text);
    this.#tombstones.note(entry, body);
    this.#segments.note(entry, body);
    const { inserts, updates } = projectEntries([entry]);
    for (const row of inserts) this.#scratch.addLine(row);
    for (const update of updates) {
      const row = this.#scratch.line(update.id);
      if (row !== undefined) this.#scratch.changeLine(updateRow(row, update));
    }
  }
}

function brokenAt(position: number): VerifyProblem {
  return {
    position,
    what: 'It does not follow from the entry before it, or does not fit its hash.',
  };
}
