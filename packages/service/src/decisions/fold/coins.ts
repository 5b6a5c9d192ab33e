/**
 * The coins of the service: a number in [0, 1) for each decision, that nobody can foresee without the
 * key, and that is always the same for the same decision.
 *
 *     coin = first 53 bits of HMAC-SHA-256(key, ["hedgerow-coin", policy, generation, sequence]) · 2⁻⁵³
 *
 * A decision that could not be stored is made again with the same number, so a failure is never a
 * second try. When an entry is made again the coin is the one that stands in it; no key is needed.
 */
import { createHmac } from 'node:crypto';
import type { DecisionName } from '../../journal/decision-id.ts';

export type Flip = (decision: DecisionName) => number;

export function keyedFlip(key: Uint8Array): Flip {
  return ({ policy, generation, sequence }) => {
    // JSON keeps the parts apart: no two names give the same text.
    const text = JSON.stringify(['hedgerow-coin', policy, generation, sequence]);
    const digest = createHmac('sha256', key).update(text).digest();
    return Number(digest.readBigUInt64BE() >> 11n) * 2 ** -53;
  };
}

/** For a state that only follows a journal. */
export const flipNone: Flip = () => {
  throw new Error('A decision that is made again must find its coin in the entry.');
};
