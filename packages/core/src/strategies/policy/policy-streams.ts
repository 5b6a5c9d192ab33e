/**
 * The secrets of a policy's chances: the key of its coins, and the seed of a Thompson proposer.
 *
 * Whoever has a hand in rewards or in contexts must not be able to foresee the coin, so its key comes
 * from the platform; with a `seed` it is derived, for runs that can be made again. The proposer's
 * draws show in its proposals, so they have a stream of their own, from which neither the key nor the
 * seed can be found:
 *
 *     ChaCha20(seed)   words 0 to 7: key of the coins   words 8 and 9: seed of the draws
 *
 * Where the host flips the coin there is no key here, and the seed is that of the draws alone.
 */
import { chachaBlock } from '../../base/chacha-block.ts';
import { HedgerowError } from '../../base/errors.ts';
import { wordsToText } from '../../base/keyed-random.ts';
import type { CheckedDefinition } from './checked-definition.ts';
import { POLICY_DEFAULTS } from './defaults.ts';

export interface PolicyStreams {
  /** Hexadecimal text; null where no coin is flipped, or the host flips it. */
  readonly coinKey: string | null;
  /** Decimal text; null where nothing is drawn. */
  readonly drawSeed: string | null;
}

interface PlatformCrypto {
  getRandomValues(into: Uint32Array): Uint32Array;
}

const KEY_WORDS = 8;
/** "hedgerow", so that a small seed is not a small key. */
const LABEL = [0x67646568, 0x776f7265] as const;

/** Whether decisions are made with a coin: to measure the baseline, to draw strips, or to draw lots. */
export function needsCoin({ definition, baselineReward }: CheckedDefinition): boolean {
  const { split, exploration } = definition;
  return baselineReward === undefined || split !== undefined || exploration !== undefined;
}

/** Returns the streams of a policy that begins. */
export function policyStreams(checked: CheckedDefinition, isCoinGiven: boolean): PolicyStreams {
  const { seed, proposer } = checked.definition;
  const isDrawing = (proposer?.kind ?? POLICY_DEFAULTS.proposer) === 'thompson';
  const isFlipping = needsCoin(checked) && !isCoinGiven;
  if (isCoinGiven && seed !== undefined) {
    return { coinKey: null, drawSeed: isDrawing ? seedText(seed) : null };
  }
  if (!isFlipping && !isDrawing) return { coinKey: null, drawSeed: null };
  const words = seed === undefined ? drawWords() : derivedWords(seed);
  const draws = words.subarray(KEY_WORDS);
  return {
    coinKey: isFlipping ? wordsToText(words.subarray(0, KEY_WORDS)) : null,
    drawSeed: isDrawing ? ((BigInt(draws[0]!) << 32n) | BigInt(draws[1]!)).toString() : null,
  };
}

function seedText(seed: number | string): string {
  return BigInt.asUintN(64, BigInt(seed)).toString();
}

function derivedWords(seed: number | string): Uint32Array {
  const whole = BigInt(seedText(seed));
  const [low, high] = [Number(whole & 0xffffffffn), Number(whole >> 32n)];
  const key = [low, high, ...LABEL, 0, 0, 0, 0];
  return chachaBlock({ key, counter: 0, nonce: [0, 0, 0] }).slice(0, KEY_WORDS + 2);
}

function drawWords(): Uint32Array {
  const { crypto } = globalThis as { crypto?: PlatformCrypto };
  if (crypto !== undefined) return crypto.getRandomValues(new Uint32Array(KEY_WORDS + 2));
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'seed must be given where the platform has no source of randomness',
    received: 'absent',
  });
}

/** With the host's coin no key is kept; without it there must be one. */
export function streamsWith(
  { coin }: { readonly coin?: (sequence: number) => number },
  streams: PolicyStreams,
  checked: CheckedDefinition,
): PolicyStreams {
  if (coin !== undefined) return { ...streams, coinKey: null };
  if (!needsCoin(checked) || streams.coinKey !== null) return streams;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'coin must be given with a snapshot of a policy whose coin the host flips',
    received: 'absent',
    remedy: 'Give the same function as before.',
  });
}
