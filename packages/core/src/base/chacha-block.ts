/**
 * The block function of ChaCha20 (RFC 8439, section 2.3): 512 bits that nobody can tell from chance
 * without the 256 bits of the key, and from which nobody can find the key.
 *
 *     state   4 constants, 8 words of key, 1 of counter, 3 of nonce
 *     block   state + twenty rounds of mixing of the state, word by word, modulo 2³²
 */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const;
const DOUBLE_ROUNDS = 10;

/** Columns of the four by four words, then diagonals. */
const QUARTERS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const;

export interface ChachaInput {
  /** Eight words. */
  readonly key: ArrayLike<number>;
  readonly counter: number;
  /** Three words. */
  readonly nonce: ArrayLike<number>;
}

/** Returns the sixteen words of the block. */
export function chachaBlock({ key, counter, nonce }: ChachaInput): Uint32Array {
  const start = Uint32Array.of(...CONSTANTS, ...Array.from(key), counter, ...Array.from(nonce));
  const block = start.slice();
  for (let round = 0; round < DOUBLE_ROUNDS; round++) {
    for (const [a, b, c, d] of QUARTERS) {
      step(block, [a, b, d], 16);
      step(block, [c, d, b], 12);
      step(block, [a, b, d], 8);
      step(block, [c, d, b], 7);
    }
  }
  for (let i = 0; i < block.length; i++) block[i]! += start[i]!;
  return block;
}

/** Adds one word to another, and turns a third that has met the sum. */
function step(
  block: Uint32Array,
  [sum, term, met]: readonly [number, number, number],
  distance: number,
): void {
  block[sum]! += block[term]!;
  const mixed = block[met]! ^ block[sum]!;
  block[met] = (mixed << distance) | (mixed >>> (32 - distance));
}
