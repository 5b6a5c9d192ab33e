/**
 * The seed of a policy's coins.
 *
 * Whoever produces rewards must not be able to foresee the coin, so without a seed a random one is
 * drawn from the platform. It is part of the snapshot: the coins can always be checked later.
 */
import { HedgerowError } from '../../base/errors.ts';
import { describeValue } from '../../base/require.ts';

interface PlatformCrypto {
  getRandomValues(into: Uint32Array): Uint32Array;
}

/** Returns the seed as decimal text: the given one, or a new one. */
export function policySeed(given: number | string | undefined): string {
  if (given === undefined) return drawSeed();
  const text = String(given);
  if (/^\d{1,20}$/.test(text)) return BigInt.asUintN(64, BigInt(text)).toString();
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'seed must be a whole number of at least 0, or its decimal text',
    received: describeValue(given),
  });
}

function drawSeed(): string {
  const { crypto } = globalThis as { crypto?: PlatformCrypto };
  if (crypto === undefined) throw noRandomness();
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return ((BigInt(high!) << 32n) | BigInt(low!)).toString();
}

function noRandomness(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'seed must be given where the platform has no source of randomness',
    received: 'absent',
  });
}
