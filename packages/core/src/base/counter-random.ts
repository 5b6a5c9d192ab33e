/**
 * Random numbers by position: the n-th number of a seeded stream, without stepping through it.
 *
 * A decision's coin must never be flipped again: not on a retry, not after a restart, not when the
 * books are re-derived. So it is a function of (seed, sequence) and nothing else.
 *
 * SplitMix64 (Steele, Lea and Flood 2014): the state of step n is seed + n · 0x9e3779b97f4a7c15, and
 * the output is a fixed mixing of that state.
 */
const GOLDEN_STEP = 0x9e3779b97f4a7c15n;
const FIRST_FACTOR = 0xbf58476d1ce4e5b9n;
const SECOND_FACTOR = 0x94d049bb133111ebn;

/** Returns the number at `position` of the stream that `seed` names, uniform in [0, 1). */
export function uniformAt(seed: bigint, position: number): number {
  const state = BigInt.asUintN(64, seed + BigInt(position) * GOLDEN_STEP);
  return Number(mix(state) >> 11n) * 2 ** -53;
}

function mix(state: bigint): bigint {
  const first = BigInt.asUintN(64, (state ^ (state >> 30n)) * FIRST_FACTOR);
  const second = BigInt.asUintN(64, (first ^ (first >> 27n)) * SECOND_FACTOR);
  return second ^ (second >> 31n);
}
