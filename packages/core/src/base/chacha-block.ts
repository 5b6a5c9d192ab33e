/**
 * The block function of ChaCha20 (RFC 8439, section 2.3): 512 bits that nobody can tell from chance
 * without the 256 bits of the key, and from which nobody can find the key.
 *
 *     state   4 constants, 8 words of key, 1 of counter, 3 of nonce
 *     block   state + twenty rounds of mixing of the state, word by word, modulo 2³²
 */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const;
const WORDS = 16;
const DOUBLE_ROUNDS = 10;

export interface ChachaInput {
  /** Eight words. */
  readonly key: ArrayLike<number>;
  readonly counter: number;
  /** Three words. */
  readonly nonce: ArrayLike<number>;
}

/** Returns the sixteen words of the block. */
export function chachaBlock({ key, counter, nonce }: ChachaInput): Uint32Array {
  const start = new Uint32Array(WORDS);
  start.set(CONSTANTS);
  start.set(key, 4);
  start[12] = counter;
  start.set(nonce, 13);
  const block = start.slice();
  for (let round = 0; round < DOUBLE_ROUNDS; round++) {
    mixColumns(block);
    mixDiagonals(block);
  }
  for (let i = 0; i < WORDS; i++) block[i]! += start[i]!;
  return block;
}

/** The words are four by four, row after row. */
function mixColumns(block: Uint32Array): void {
  for (let i = 0; i < 4; i++) mixQuarter(block, i, 4 + i, 8 + i, 12 + i);
}

function mixDiagonals(block: Uint32Array): void {
  for (let i = 0; i < 4; i++) {
    mixQuarter(block, i, 4 + ((i + 1) & 3), 8 + ((i + 2) & 3), 12 + ((i + 3) & 3));
  }
}

function mixQuarter(block: Uint32Array, a: number, b: number, c: number, d: number): void {
  addAndTurn(block, a, b, d, 16);
  addAndTurn(block, c, d, b, 12);
  addAndTurn(block, a, b, d, 8);
  addAndTurn(block, c, d, b, 7);
}

/** Adds one word to another, and turns a third that has met the sum. */
function addAndTurn(
  block: Uint32Array,
  sum: number,
  term: number,
  met: number,
  distance: number,
): void {
  block[sum]! += block[term]!;
  const mixed = block[met]! ^ block[sum]!;
  block[met] = (mixed << distance) | (mixed >>> (32 - distance));
}
