/**
 * Random numbers by position that cannot be run backwards: the n-th number of a stream that a secret
 * key of 256 bits names.
 *
 * Whoever sees any number of them learns nothing of the others, nor of the key. So they may stand in
 * receipts. A decision's coin must never be flipped again: not on a retry, not after a restart, not
 * when the books are re-derived; it is a function of (key, sequence) and nothing else.
 *
 *     number = first 53 bits of ChaCha20(key, counter = position) · 2⁻⁵³
 */
import { chachaBlock } from './chacha-block.ts';

const WORD = 2 ** 32;

/** Returns the number at `position` of the stream that the key names, uniform in [0, 1). */
export function keyedUniformAt(key: ArrayLike<number>, position: number): number {
  const nonce = [Math.floor(position / WORD), 0, 0];
  const [high, low] = chachaBlock({ key, counter: position % WORD, nonce });
  return (high! * 2 ** 21 + (low! >>> 11)) * 2 ** -53;
}

/** Writes words as hexadecimal text, eight digits each. */
export function wordsToText(words: ArrayLike<number>): string {
  return Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('');
}

/** Reads what `wordsToText` wrote. */
export function wordsFromText(text: string): Uint32Array {
  return Uint32Array.from(text.match(/.{8}/g) ?? [], (digits) => Number.parseInt(digits, 16));
}
