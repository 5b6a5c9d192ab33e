import { afterEach, describe, expect, it, vi } from 'vitest';
import { uniformAt } from '../../base/counter-random.ts';
import { keyedUniformAt, wordsFromText } from '../../base/keyed-random.ts';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { createPolicy, type Policy, restorePolicy } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import type { Receipt } from './receipt.ts';

const UNSEEDED: PolicyDefinition = {
  actions: ['early', 'late', 'local'],
  baseline: { action: 'local' },
  context: { rain: { min: 0, max: 400 } },
  reward: { min: 2, max: 20 },
  allowedShortfall: 0.2,
};
const SEEDED: PolicyDefinition = { ...UNSEEDED, seed: '8888888888888888888' };
const YIELDS: Record<string, number> = { early: 12, late: 7, local: 8 };

/** A season with rewards at once; returns the receipts of rounds that a coin decided. */
function coinRounds(policy: Policy, roundCount = 120): Receipt[] {
  const random = seededRandom(3);
  return Array.from({ length: roundCount }, () => {
    const receipt = policy.decide({ rain: 400 * random() }, { proposal: 'early' });
    policy.observe(receipt.id, YIELDS[receipt.action]! + random());
    return receipt;
  }).filter(({ coin }) => coin !== null);
}

/** What is stored of the policy's secrets. */
function streamsOf(policy: Policy): { coinKey: string | null; drawSeed: string | null } {
  return JSON.parse(policy.snapshot().split('\n')[1]!).streams;
}

describe("a policy's own coin", () => {
  it('is named by a key of 256 bits and the sequence alone', () => {
    const policy = createPolicy(UNSEEDED);
    const key = wordsFromText(streamsOf(policy).coinKey!);
    expect(key).toHaveLength(8);
    const receipts = coinRounds(policy);
    expect(receipts.length).toBeGreaterThan(20);
    for (const { sequence, coin } of receipts) {
      expect(coin!.number).toBe(keyedUniformAt(key, sequence));
    }
  });

  it('is another for every policy without a seed, and the same for the same seed', () => {
    const numbersOf = (definition: PolicyDefinition) =>
      coinRounds(createPolicy(definition), 60).map(({ coin }) => coin!.number);
    expect(numbersOf(UNSEEDED)).not.toEqual(numbersOf(UNSEEDED));
    expect(numbersOf(SEEDED)).toEqual(numbersOf(SEEDED));
    expect(numbersOf({ ...SEEDED, seed: 1 })).not.toEqual(numbersOf(SEEDED));
  });

  it('is not given away by receipts: neither key nor seed stands in them', () => {
    const policy = createPolicy({ ...SEEDED, proposer: { kind: 'thompson' } });
    const { coinKey, drawSeed } = streamsOf(policy);
    const said = JSON.stringify(coinRounds(policy));
    for (const secret of [coinKey!, drawSeed!, String(SEEDED.seed)]) {
      expect(said).not.toContain(secret);
    }
  });

  it('needs the platform where there is no seed, and says so', () => {
    vi.stubGlobal('crypto', undefined);
    expect(() => createPolicy(UNSEEDED)).toThrow('seed must be given where the platform');
    expect(createPolicy(SEEDED).decide({ rain: 1 }).action).toBe('local');
    expect(createPolicy({ ...UNSEEDED, baseline: { action: 'local', reward: 8 } }).revision).toBe(
      0,
    );
  });

  afterEach(() => {
    vi.unstubAllGlobals();
  });
});

describe('two receipts', () => {
  const GOLDEN_STEP = 0x9e3779b97f4a7c15n;
  const asWord = (value: bigint) => BigInt.asUintN(64, value);

  /** Undoes `x ^ (x >> shift)`. */
  function unshift(value: bigint, shift: bigint): bigint {
    let found = value;
    for (let known = shift; known < 64n; known += shift) found = value ^ (found >> shift);
    return found;
  }

  /** The inverse of SplitMix64's mixing; the factors are inverses modulo 2⁶⁴ of its own. */
  function unmix(output: bigint): bigint {
    const second = asWord(unshift(output, 31n) * 0x319642b2d24d8ec3n);
    const first = asWord(unshift(second, 27n) * 0x96de1b173f119089n);
    return unshift(first, 30n);
  }

  /** The audit's attack: run the generator backwards from one coin, check with another. */
  function foundSeed(coins: readonly { number: number; sequence: number }[]): bigint | null {
    const [first, second] = coins;
    const high = BigInt(first!.number * 2 ** 53) << 11n;
    for (let low = 0n; low < 2048n; low++) {
      const seed = asWord(unmix(high | low) - BigInt(first!.sequence) * GOLDEN_STEP);
      if (uniformAt(seed, second!.sequence) === second!.number) return seed;
    }
    return null;
  }

  it('gave the seed of a generator that can be run backwards away', () => {
    const coins = [5, 9].map((sequence) => ({ sequence, number: uniformAt(77n, sequence) }));
    expect(foundSeed(coins)).toBe(77n);
  });

  it('do not give the seed of a policy away', () => {
    const coins = coinRounds(createPolicy(SEEDED)).map(({ sequence, coin }) => ({
      sequence,
      number: coin!.number!,
    }));
    expect(foundSeed(coins)).toBeNull();
    for (const { sequence, number } of coins) {
      expect(number).not.toBe(uniformAt(BigInt(SEEDED.seed!), sequence));
    }
  });
});

describe('the draws of a Thompson proposer', () => {
  const thompson = (seed: PolicyDefinition['seed']): PolicyDefinition => ({
    ...UNSEEDED,
    proposer: { kind: 'thompson' },
    ...(seed === undefined ? {} : { seed }),
  });

  it('have a seed of their own, from which the seed of the policy does not follow', () => {
    const { coinKey, drawSeed } = streamsOf(createPolicy(thompson(5)));
    expect(drawSeed).not.toBe('5');
    expect(coinKey).not.toContain(BigInt(drawSeed!).toString(16));
    expect(streamsOf(createPolicy(thompson(5)))).toEqual({ coinKey, drawSeed });
    expect(streamsOf(createPolicy(thompson(6))).drawSeed).not.toBe(drawSeed);
  });

  it('survive a snapshot, with and without a seed', () => {
    for (const definition of [thompson(5), thompson(undefined)]) {
      const policy = createPolicy(definition);
      coinRounds(policy, 30);
      const copy = restorePolicy(policy.snapshot());
      expect(copy.decide({ rain: 9 })).toEqual(policy.decide({ rain: 9 }));
      expect(copy.snapshot()).toBe(policy.snapshot());
    }
  });
});

describe('the coin of a host', () => {
  it('is asked once for each round that a coin decides, by its sequence', () => {
    const asked: number[] = [];
    const coin = (sequence: number) => {
      asked.push(sequence);
      return 0.25;
    };
    const receipts = coinRounds(createPolicy(UNSEEDED, { coin }));
    expect(asked).toEqual(receipts.map(({ sequence }) => sequence));
    for (const receipt of receipts) expect(receipt.coin!.number).toBe(0.25);
  });

  it('leaves neither seed nor key in the snapshot', () => {
    const policy = createPolicy(UNSEEDED, { coin: () => 0.25 });
    expect(streamsOf(policy)).toEqual({ coinKey: null, drawSeed: null });
    expect(policy.snapshot()).not.toContain('"seed"');
    const seeded = createPolicy(SEEDED);
    const taken = restorePolicy(seeded.snapshot(), { coin: () => 0.25 });
    expect(streamsOf(taken).coinKey).toBeNull();
  });

  it('must be given again with such a snapshot', () => {
    const snapshot = createPolicy(UNSEEDED, { coin: () => 0.25 }).snapshot();
    expect(() => restorePolicy(snapshot)).toThrow('coin must be given with a snapshot');
    const policy = restorePolicy(snapshot, { coin: () => 0.5 });
    expect(coinRounds(policy)[0]!.coin!.number).toBe(0.5);
  });

  it.each([1, -0.1, Number.NaN, undefined])(
    'is refused if it shows %s, and nothing is booked',
    (number) => {
      const policy = createPolicy(UNSEEDED, { coin: () => number as number });
      expect(() => coinRounds(policy)).toThrow(
        'coin must return a number of at least 0 and below 1',
      );
      const { revision } = policy;
      expect(() => policy.decide({ rain: 0 }, { proposal: 'early' })).toThrow('coin must return');
      expect(policy.revision).toBe(revision);
    },
  );
});
