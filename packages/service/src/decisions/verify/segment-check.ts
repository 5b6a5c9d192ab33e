/**
 * Segments must be stored as their lines say, to the byte, and the table that tells where in them a decision is spoken of must
 * be what the entries say. What their text says is proved with all other entries.
 */
import { createHash } from 'node:crypto';
import { decisionId, parseDecisionId } from '../../journal/decision-id.ts';
import type { EntryBody } from '../../journal/entry.ts';
import type { Journal, StoredEntry } from '../../journal/journal.ts';
import { decisionSpokenOf } from '../../journal/projection.ts';
import { type Segment, SegmentFailure, type Told } from '../../journal/segments/segment.ts';
import type { Scratch } from './scratch.ts';
import type { VerifyProblem } from './verify-journal.ts';

type SegmentJournal = Pick<Journal, 'listSegments' | 'readSegment' | 'scanTold'>;

export class SegmentCheck {
  readonly #journal: SegmentJournal;
  readonly #policy: string;
  readonly #scratch: Scratch;
  #segments: readonly Segment[] = [];

  constructor(journal: SegmentJournal, policy: string, scratch: Scratch) {
    this.#journal = journal;
    this.#policy = policy;
    this.#scratch = scratch;
  }

  /** What is moved from now on is not looked at. */
  async begin(): Promise<void> {
    this.#segments = await this.#journal.listSegments(this.#policy);
  }

  /** Notes where a decision is spoken of; its own entry is found by its line. */
  note({ position }: StoredEntry, body: EntryBody): void {
    if (position > this.#end || body.kind === 'decided') return;
    const id = decisionSpokenOf(body);
    const name = id === null ? null : parseDecisionId(id);
    if (name !== null) this.#scratch.addTold({ ...name, position });
  }

  async problem(): Promise<VerifyProblem | null> {
    for (const segment of this.#segments) {
      const problem = await this.#problemOf(segment);
      if (problem !== null) return problem;
    }
    return await this.#problemOfTold();
  }

  get #end(): number {
    return this.#segments.at(-1)?.last ?? 0;
  }

  async #problemOf(segment: Segment): Promise<VerifyProblem | null> {
    const { first: position, last, sha256 } = segment;
    try {
      const bytes = await this.#journal.readSegment(segment);
      if (createHash('sha256').update(bytes).digest('hex') === sha256) return null;
    } catch (error) {
      if (error instanceof SegmentFailure) return { position, what: error.message };
      throw error;
    }
    const what = `The segment of entries ${position} to ${last} does not have the SHA-256 that its line says.`;
    return { position, what };
  }

  async #problemOfTold(): Promise<VerifyProblem | null> {
    let count = 0;
    for await (const page of this.#journal.scanTold(this.#policy)) {
      const moved = page.filter(({ position }) => position <= this.#end);
      const others = moved.filter((told) => !this.#scratch.hasTold(told));
      count += moved.length - others.length;
      const odd = others.find((told) => !this.#isOwnEntry(told));
      if (odd !== undefined) return oddTold(odd);
    }
    const { toldCount } = this.#scratch;
    if (count === toldCount) return null;
    const what = `Segments tell ${toldCount} times of decisions, but the table that says where has ${count} lines.`;
    return { position: this.#end, what };
  }

  /** Earlier versions named that of a forgotten decision, too, and nobody is led astray by it. */
  #isOwnEntry({ position, ...name }: Told): boolean {
    return this.#scratch.line(decisionId({ policy: this.#policy, ...name }))?.position === position;
  }
}

function oddTold({ generation, sequence, position }: Told): VerifyProblem {
  const what = `The table says that it speaks of decision ${sequence} of generation ${generation}, but it does not.`;
  return { position, what };
}
