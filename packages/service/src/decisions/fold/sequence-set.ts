/**
 * A set of numbers of decisions that takes a bit for each: ten million of them are a megabyte or two.
 */

/** Numbers that share one run of bytes. */
const RUN = 1024;

/** The set as snapshots keep it: runs by their index, as hexadecimal. */
export type SequenceSetText = readonly (readonly [number, string])[];

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
    if (bytes.every((bits) => bits === 0)) this.#runs.delete(run);
  }

  text(): SequenceSetText {
    const runs = [...this.#runs].sort(([a], [b]) => a - b);
    return runs.map(([run, bytes]) => [run, Buffer.from(bytes).toString('hex')]);
  }
}

export function readSequenceSet(text: SequenceSetText): SequenceSet {
  const set = new SequenceSet();
  for (const [run, hexadecimal] of text) {
    Buffer.from(hexadecimal, 'hex').forEach((bits, byte) => {
      for (let bit = 0; bit < 8; bit++) {
        if ((bits >> bit) & 1) set.add(run * RUN + 8 * byte + bit);
      }
    });
  }
  return set;
}

function placeOf(sequence: number): { run: number; byte: number; mask: number } {
  const within = sequence % RUN;
  return { run: Math.floor(sequence / RUN), byte: within >> 3, mask: 1 << (within & 7) };
}
