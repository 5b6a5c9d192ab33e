/**
 * The key of the service's coins: 256 bits from the machine, made once at set-up.
 *
 * It is needed to flip a coin that was not flipped yet, and for nothing else: entries hold the coins
 * that were drawn, so a journal is taken in, checked and moved without it. It stands apart from
 * everything that is handed out. A new key may be made at any time.
 */
import { randomBytes } from 'node:crypto';

const FORM = /^[0-9a-f]{64}$/;

/** Returns a new key as the text that is stored. */
export function newCoinKey(): string {
  return randomBytes(32).toString('hex');
}

/** Returns the key that the text holds; null if it holds none. */
export function readCoinKey(text: string): Uint8Array | null {
  return FORM.test(text) ? Buffer.from(text, 'hex') : null;
}
