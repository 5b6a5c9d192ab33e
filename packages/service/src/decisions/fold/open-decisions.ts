/**
 * The decisions of a generation that wait for their reward or their fate, in the order in which they were made,
 * counted by what is asked of them all the time: how many there are, and of how many nobody has said whether
 * they were played.
 */
import type { OpenFacts } from './policy-state.ts';

export class OpenDecisions implements Iterable<readonly [number, OpenFacts]> {
  readonly #facts = new Map<number, OpenFacts>();
  #issuedCount = 0;

  constructor(facts: Iterable<readonly [number, OpenFacts]> = []) {
    for (const [sequence, one] of facts) this.set(sequence, one);
  }

  get size(): number {
    return this.#facts.size;
  }

  /** Those of which nobody has said whether they were played. */
  get issuedCount(): number {
    return this.#issuedCount;
  }

  get(sequence: number): OpenFacts | undefined {
    return this.#facts.get(sequence);
  }

  set(sequence: number, facts: OpenFacts): void {
    this.#uncount(sequence);
    if (facts.state === 'issued') this.#issuedCount += 1;
    this.#facts.set(sequence, facts);
  }

  delete(sequence: number): void {
    this.#uncount(sequence);
    this.#facts.delete(sequence);
  }

  [Symbol.iterator](): Iterator<readonly [number, OpenFacts]> {
    return this.#facts[Symbol.iterator]();
  }

  #uncount(sequence: number): void {
    if (this.#facts.get(sequence)?.state === 'issued') this.#issuedCount -= 1;
  }
}
