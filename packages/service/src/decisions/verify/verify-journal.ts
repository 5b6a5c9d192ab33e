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
import { CORE_VERSION } from '@hedgerow/core/version';
import { wholeReceipt } from '../../journal/compact-receipt.ts';
import type { DecisionName } from '../../journal/decision-id.ts';
import type { Decided, EntryBody, ShownText, StoredReceipt } from '../../journal/entry.ts';
import { checkChain, headAfter } from '../../journal/entry-hash.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type {
  DecisionRow,
  Head,
  Journal,
  ShelfRow,
  Snapshot,
  StoredEntry,
} from '../../journal/journal.ts';
import { projectEntries, updateRow } from '../../journal/projection.ts';
import { SegmentFailure } from '../../journal/segments/segment.ts';
import { hashInTombstone } from '../../journal/tombstone.ts';
import { canonicalJson } from '../fold/canonical-json.ts';
import { flipNone } from '../fold/coins.ts';
import { applyEntry } from '../fold/policy-fold.ts';
import {
  emptyState,
  type Generation,
  generationOf,
  type PolicyState,
} from '../fold/policy-state.ts';
import { ShelfGap } from '../fold/shelf-gap.ts';
import { isOfEarlierFormat, readSnapshot, writeSnapshotText } from '../fold/snapshot-text.ts';
import { tellerOf } from '../fold/teller-of.ts';
import { isDerived } from '../views/audit.ts';
import { DEFAULT_LIMITS } from '../writer/options.ts';
import { Shelf } from '../writer/shelf.ts';
import { bringAll, learntOf } from '../writer/take-in-entries.ts';
import { Scratch } from './scratch.ts';
import { SegmentCheck } from './segment-check.ts';
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
  | 'listArchived'
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
  #snapshots: readonly Snapshot[] = [];
  #entryCount = 0;
  #unproven: Unproven | null = null;

  constructor({ journal, state, scratch, restore }: VerifierParts) {
    this.#journal = journal;
    this.#state = state;
    this.#scratch = scratch;
    this.#restore = restore;
    this.#segments = new SegmentCheck(journal, state.policy, scratch);
  }

  /** Gives the memory of the models back. */
  letGo(): void {
    this.#state.engine.dispose();
  }

  async run(onProgress: (entries: number) => void): Promise<VerifiedPolicy> {
    this.#snapshots = await this.#journal.readSnapshots(this.#state.policy);
    await this.#segments.begin();
    const problem =
      (await this.#checkEntries(onProgress)) ??
      this.#tombstones.problem() ??
      (await this.#checkHead()) ??
      (await this.#checkArchived()) ??
      (await this.#checkRows()) ??
      (await this.#segments.problem()) ??
      this.#checkSnapshotsBeyond();
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
      const problem = await this.#checkSnapshots();
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
    const checkpoint = this.#snapshots.find(({ isPinned }) => isPinned === true);
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
    const { version } = this.#state;
    const ahead = this.#snapshots.map((snapshot) => snapshot.version - version);
    return Math.min(PAGE_ENTRIES, ...ahead.filter((count) => count > 0));
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
    const unlike = this.#unlikeAnswer(body, made);
    if (unlike !== null) return { position, what: unlike };
    if (body.kind === 'decided' && !isDerived(body.receipt)) {
      return { position, what: `Receipt ${body.receipt.id} does not follow from its own numbers.` };
    }
    const untrue = this.#untrueTerms(body);
    if (untrue !== null) return { position, what: untrue };
    this.#project(entry);
    return null;
  }

  /** What is left out of an entry must lead back to the receipt as it was answered, to the letter. */
  #unlikeAnswer(body: EntryBody, made: EntryBody | null): string | null {
    if (body.kind !== 'decided' || body.receipt.shown === undefined) return null;
    const generation = this.#state.generations.at(-1)!;
    const { id, shown } = body.receipt;
    if (shown.definedAt.join() !== generation.definedAt.join()) {
      return `Receipt ${id} names another definition than the one it was made under.`;
    }
    const text = toldAgain(body, generation);
    // Another version may show it otherwise.
    const isOfAnother = made?.kind !== 'decided' || body.core !== CORE_VERSION;
    if (text !== null && isOfAnother) return null;
    if (!isOfAnother && text === answerText(made.receipt, shown)) return null;
    return `Receipt ${id}, told again from its entry, is not what the core answers.`;
  }

  /** What is said of a decision must name its own size and site, and the share it was planned with. */
  #untrueTerms(body: EntryBody): string | null {
    if (!('decision' in body)) return null;
    const row = this.#scratch.line(body.decision);
    if (row === undefined) return `There is no decision ${body.decision} before it.`;
    const isOwn = (body.site ?? null) === row.site && (body.size ?? null) === row.size;
    const share =
      body.kind === 'confirmed' && body.executed ? body.executed.share : row.parts?.share;
    const isShareKept = body.parts?.share === share;
    return isOwn && isShareKept ? null : `It does not fit the decision ${body.decision}.`;
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

  async #checkSnapshots(): Promise<VerifyProblem | null> {
    const { version: position, shelf } = this.#state;
    for (const snapshot of this.#snapshots) {
      if (snapshot.version !== position || isOfEarlierFormat(snapshot)) continue;
      if (snapshot.isPinned === true) continue;
      shelf.handOut(this.#state, 'snapshot');
      const isSame =
        snapshot.hash === this.#state.hash &&
        (snapshot.body === writeSnapshotText(this.#state) ||
          (await this.#isHeldOtherwise(snapshot)));
      if (!isSame)
        return { position, what: `Snapshot ${position} is not what the entries add up to.` };
    }
    return null;
  }

  /**
   * How many decisions a snapshot holds, and how many were on the shelf, is for whoever wrote it to choose. So all are taken out of
   * both: then the states must be the same, and every decision that the snapshot held.
   */
  async #isHeldOtherwise(snapshot: Snapshot): Promise<boolean> {
    let theirs: PolicyState;
    try {
      theirs = this.#restore(snapshot);
    } catch {
      return false;
    }
    try {
      theirs.shelf.handOut(theirs, 'comparison');
      await this.#handOutAll();
      if (writeSnapshotText(theirs) !== writeSnapshotText(this.#state)) return false;
      const rows = theirs.shelf.takeBatches().flatMap((batch) => batch.rows);
      const own = await this.#ownRows(rows.map(({ first }) => first));
      return rows.every(({ first, last, text }) => {
        const row = own.get(first);
        return row?.last === last && row.text === text;
      });
    } finally {
      theirs.engine.dispose();
    }
  }

  async #handOutAll(): Promise<void> {
    const { shelf } = this.#state;
    shelf.handOut(this.#state, 'comparison');
    await shelf.store(Promise.resolve());
  }

  /** Rows of decisions by their numbers in the core, as they are written now: the policy may have grown since they were. */
  async #ownRows(sequences: readonly number[]): Promise<ReadonlyMap<number, ShelfRow>> {
    const { policy, version, core } = this.#state;
    const query = { policy, generation: generationOf(this.#state), sequences, version, span: 1 };
    for (const { text } of await this.#scratch.readShelf(query)) core?.unshelve(text);
    await this.#handOutAll();
    const rows = await this.#scratch.readShelf(query);
    return new Map(rows.map((row) => [row.first, row]));
  }

  #checkSnapshotsBeyond(): VerifyProblem | null {
    const { version } = this.#state;
    const beyond = this.#snapshots.find(
      (snapshot) => !(snapshot.version >= 1 && snapshot.version <= version),
    );
    if (beyond === undefined) return null;
    const what = `There is a snapshot of version ${beyond.version}, but only ${version} entries.`;
    return { position: version, what };
  }

  async #checkHead(): Promise<VerifyProblem | null> {
    const { policy, version, hash } = this.#state;
    if (this.#state.planned.length > 0) {
      return { position: version, what: 'The last plan is not complete.' };
    }
    const head = await this.#journal.head(policy);
    if (head?.version === version && head.hash === hash) return null;
    const said = head === null ? 'missing' : `${head.version} (${head.hash.slice(0, 12)}…)`;
    const what = `The head must be entry ${version} (${hash.slice(0, 12)}…), but it is ${said}.`;
    return { position: version, what };
  }

  /** What is archived is not loaded at the start, so the journal says it beside the entries too. */
  async #checkArchived(): Promise<VerifyProblem | null> {
    const { policy, version, archivedAt } = this.#state;
    const isListed = (await this.#journal.listArchived()).includes(policy);
    if (isListed === (archivedAt !== null)) return null;
    const what = `The policy is ${isListed ? '' : 'not '}listed as archived, but the entries say otherwise.`;
    return { position: version, what };
  }

  async #checkRows(): Promise<VerifyProblem | null> {
    let rowCount = 0;
    for (let generation = 1; generation <= generationOf(this.#state); generation++) {
      for await (const page of this.#journal.scanDecisions(this.#state.policy, generation)) {
        rowCount += page.length;
        const odd = page.find(
          (row) => canonicalJson(this.#scratch.line(row.id)) !== canonicalJson(row),
        );
        if (odd !== undefined) return this.#oddRow(odd);
      }
    }
    const { lineCount } = this.#scratch;
    if (rowCount === lineCount) return null;
    const what = `The table of decisions has ${rowCount} lines, but the entries tell of ${lineCount}.`;
    return { position: this.#state.version, what };
  }

  #oddRow(odd: DecisionRow): VerifyProblem {
    const position = this.#scratch.line(odd.id)?.position ?? odd.position;
    return { position, what: `The table's line of ${odd.id} is not what the entries say.` };
  }
}

/** The answer as it was sent when the entry was written: at first without propensities. */
function answerText(receipt: StoredReceipt, { chances }: ShownText): string {
  if (chances !== undefined) return JSON.stringify(receipt);
  const { propensity: _one, propensities: _all, ...told } = receipt;
  return JSON.stringify(told);
}

function brokenAt(position: number): VerifyProblem {
  return {
    position,
    what: 'It does not follow from the entry before it, or does not fit its hash.',
  };
}

/** Returns the receipt that an entry leads to; null if it leads to none. */
function toldAgain(decided: Decided, generation: Generation): string | null {
  try {
    return JSON.stringify(wholeReceipt(decided, tellerOf(generation)));
  } catch {
    return null;
  }
}
