/**
 * The decisions of a generation that wait for their reward or their fate, counted by what is asked of them all the
 * time: how many there are, and of how many nobody has said whether they were played.
 *
 * What is known of each is held of the newest alone; of older ones it is in the journal's table, and here only
 * that they wait and whether they were played, a bit each. So ten million that wait take a megabyte or two.
 */
import type { OpenFacts } from './policy-state.ts';
import { readSequenceSet, type SequenceSet, type SequenceSetText } from './sequence-set.ts';

/** More than can ever be under way, so that what is not here is in the journal's table. */
const FACTS_HELD_MAX = 20_000;

/** What snapshots keep of them. */
export interface OpenText {
  readonly waiting: SequenceSetText;
  /** Absent where nobody has said of any that it was played. */
  readonly played?: SequenceSetText;
}

export class OpenDecisions {
  readonly #facts = new Map<number, OpenFacts>();
  readonly #waiting: SequenceSet;
  /** Those of them that were played. */
  readonly #played: SequenceSet;
  #newest = 0;
  /** Nothing is held of this one, nor of any before it. */
  #left = 0;

  constructor({ waiting, played = [] }: OpenText = { waiting: [] }) {
    this.#waiting = readSequenceSet(waiting);
    this.#played = readSequenceSet(played);
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Those of which nobody has said whether they were played. */
  get issuedCount(): number {
    return this.#waiting.size - this.#played.size;
  }

  /** What is known of one of the newest; undefined if the journal's table has to be asked. */
  get(sequence: number): OpenFacts | undefined {
    return this.#facts.get(sequence);
  }

  /** Those between two numbers, the last included. */
  between(after: number, through: number): number[] {
    const found: number[] = [];
    for (let sequence = after + 1; sequence <= through; sequence++) {
      if (this.#waiting.has(sequence)) found.push(sequence);
    }
    return found;
  }

  /** The next decision was made. */
  issue(sequence: number, facts: OpenFacts): void {
    this.#waiting.add(sequence);
    this.#newest = sequence;
    this.#facts.set(sequence, facts);
    this.keep(FACTS_HELD_MAX);
  }

  /** Lets go of what is known of all but so many of the newest; that they wait is still known. */
  keep(count: number): void {
    const last = this.#newest - count;
    for (const sequence of this.#heldUpTo(last)) this.#facts.delete(sequence);
    this.#left = Math.max(this.#left, last);
  }

  /** Those of which something may be held; of a state that was just read it is very little. */
  #heldUpTo(last: number): Iterable<number> {
    const count = Math.max(0, last - this.#left);
    if (count > this.#facts.size) return [...this.#facts.keys()].filter((one) => one <= last);
    return Array.from({ length: count }, (_, i) => this.#left + 1 + i);
  }

  /** It was played, and waits on. */
  play(sequence: number, facts: OpenFacts): void {
    this.#played.add(sequence);
    if (sequence > this.#left) this.#facts.set(sequence, facts);
  }

  /** Nothing more is expected of it. */
  settle(sequence: number): void {
    this.#waiting.delete(sequence);
    this.#played.delete(sequence);
    this.#facts.delete(sequence);
  }

  text(): OpenText {
    const waiting = this.#waiting.text();
    return this.#played.size === 0 ? { waiting } : { waiting, played: this.#played.text() };
  }
}
