/**
 * The decisions of a generation that wait for their reward or their fate, counted by what is asked of them all the
 * time: how many there are, and of how many nobody has said whether they were played.
 *
 * What is known of each is held of the newest alone; of older ones it is in the journal's table. So ten million
 * that wait take a megabyte or two, and none of it but where somebody said that they were played.
 */
import type { OpenFacts } from './policy-state.ts';
import { readSequenceSet, type SequenceSet, type SequenceSetText } from './sequence-set.ts';

/** More than can ever be under way, so that what is not here is in the journal's table. */
const FACTS_HELD = 20_000;

/** The counts as snapshots keep them. */
export interface OpenText {
  readonly count: number;
  /** Absent where nobody has said of any that it was played. */
  readonly played?: SequenceSetText;
}

export class OpenDecisions {
  readonly #facts = new Map<number, OpenFacts>();
  /** Those that were played, and wait for their reward. */
  readonly #played: SequenceSet;
  #size: number;
  #newest = 0;

  constructor({ count, played = [] }: OpenText = { count: 0 }) {
    this.#size = count;
    this.#played = readSequenceSet(played);
  }

  get size(): number {
    return this.#size;
  }

  /** Those of which nobody has said whether they were played. */
  get issuedCount(): number {
    return this.#size - this.#played.size;
  }

  /** What is known of one of the newest; undefined if the journal's table has to be asked. */
  get(sequence: number): OpenFacts | undefined {
    return this.#facts.get(sequence);
  }

  /** The next decision was made. */
  issue(sequence: number, facts: OpenFacts): void {
    this.#size += 1;
    this.#newest = sequence;
    this.#facts.set(sequence, facts);
    this.#facts.delete(sequence - FACTS_HELD);
  }

  /** It was played, and waits on. */
  play(sequence: number, facts: OpenFacts): void {
    this.#played.add(sequence);
    if (sequence > this.#newest - FACTS_HELD) this.#facts.set(sequence, facts);
  }

  /** Nothing more is expected of it. */
  settle(sequence: number): void {
    this.#size -= 1;
    this.#played.delete(sequence);
    this.#facts.delete(sequence);
  }

  text(): OpenText {
    const count = this.#size;
    return this.#played.size === 0 ? { count } : { count, played: this.#played.text() };
  }
}
