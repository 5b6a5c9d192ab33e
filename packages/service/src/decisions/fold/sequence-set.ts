/**
 * A set of numbers of decisions that takes a bit for each: ten million of them are a megabyte or two.
 */

/** Numbers that share one run of bytes. */
const RUN = 1024;
/** Compared as a whole: a look at every byte of ten million numbers would hold everybody up. */
const FULL_RUN = new Uint8Array(RUN / 8).fill(0xff);
const EMPTY_RUN = new Uint8Array(RUN / 8);

/**
 * The set as snapshots keep it: runs by their index, as base64; or from one index to another if all their
 * numbers are in it.
 */
export type SequenceSetText = readonly (readonly [number, string] | readonly [number, number])[];

export class SequenceSet {
  readonly #runs = new Map<number, Uint8Array>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(sequence: number): boolean {
    const { run, byte, mask } = placeOf(sequence);
    return ((this.#runs.get(run)?.[byte] ?? 0) & mask) !== 0;
  }

  add(sequence: number): void {
    if (this.has(sequence)) return;
    const { run, byte, mask } = placeOf(sequence);
    const bytes = this.#runs.get(run) ?? new Uint8Array(RUN / 8);
    this.#runs.set(run, bytes);
    bytes[byte]! |= mask;
    this.#size += 1;
  }

  delete(sequence: number): void {
    if (!this.has(sequence)) return;
    const { run, byte, mask } = placeOf(sequence);
    const bytes = this.#runs.get(run)!;
    bytes[byte]! &= ~mask;
    this.#size -= 1;
    if (Buffer.compare(bytes, EMPTY_RUN) === 0) this.#runs.delete(run);
  }

  text(): SequenceSetText {
    const text: ([number, string] | [number, number])[] = [];
    for (const [run, bytes] of [...this.#runs].sort(([a], [b]) => a - b)) {
      const last = text.at(-1);
      if (Buffer.compare(bytes, FULL_RUN) !== 0) {
        text.push([run, Buffer.from(bytes).toString('base64')]);
      } else if (last?.[1] === run - 1) last[1] = run;
      else text.push([run, run]);
    }
    return text;
  }

  /** Puts in all numbers of a run. */
  fill(run: number, bytes: Uint8Array): void {
    this.#runs.set(run, bytes);
    for (const bits of bytes) this.#size += BIT_COUNTS[bits]!;
  }
}

export function readSequenceSet(text: SequenceSetText): SequenceSet {
  const set = new SequenceSet();
  for (const [run, rest] of text) {
    if (typeof rest === 'string') set.fill(run, Uint8Array.from(Buffer.from(rest, 'base64')));
    else for (let i = run; i <= rest; i++) set.fill(i, new Uint8Array(RUN / 8).fill(0xff));
  }
  return set;
}

/** How many bits of a byte are set. */
const BIT_COUNTS: readonly number[] = Array.from({ length: 256 }, (_, byte) =>
  [0, 1, 2, 3, 4, 5, 6, 7].reduce((count, bit) => count + ((byte >> bit) & 1), 0),
);

function placeOf(sequence: number): { run: number; byte: number; mask: number } {
  const within = sequence % RUN;
  return { run: Math.floor(sequence / RUN), byte: within >> 3, mask: 1 << (within & 7) };
}
