import { describe, expect, it } from 'vitest';
import { chachaBlock } from './chacha-block.ts';
import { keyedUniformAt, wordsFromText, wordsToText } from './keyed-random.ts';

describe('chachaBlock', () => {
  it('is the test vector of RFC 8439, section 2.3.2', () => {
    // Key 00:01:02:…:1f, nonce 00:00:00:09:00:00:00:4a:00:00:00:00, read as little-endian words.
    const key = [
      0x03020100, 0x07060504, 0x0b0a0908, 0x0f0e0d0c, 0x13121110, 0x17161514, 0x1b1a1918,
      0x1f1e1d1c,
    ];
    const nonce = [0x09000000, 0x4a000000, 0x00000000];
    expect([...chachaBlock({ key, counter: 1, nonce })]).toEqual([
      0xe4e7f110, 0x15593bd1, 0x1fdd0f50, 0xc47120a3, 0xc7f4d1c7, 0x0368c033, 0x9aaa2204,
      0x4e6cd4c3, 0x466482d2, 0x09aa9f07, 0x05d7c214, 0xa2028bd9, 0xd19c12b5, 0xb94e16de,
      0xe883d0cb, 0x4e3c50a2,
    ]);
  });

  it('is the first block of RFC 8439, appendix A.1: all zeros', () => {
    const block = chachaBlock({ key: new Uint32Array(8), counter: 0, nonce: [0, 0, 0] });
    expect([...block.subarray(0, 4)]).toEqual([0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653]);
  });
});

describe('keyedUniformAt', () => {
  const key = Uint32Array.from({ length: 8 }, (_, i) => 0x9e3779b9 * (i + 1));

  it('is the first 53 bits of the block at that place', () => {
    const [high, low] = chachaBlock({ key, counter: 7, nonce: [0, 0, 0] });
    const bits = (BigInt(high!) << 21n) | BigInt(low! >>> 11);
    expect(keyedUniformAt(key, 7)).toBe(Number(bits) * 2 ** -53);
  });

  it('gives the same number for the same place, another elsewhere, also beyond 32 bits', () => {
    const places = [0, 1, 2, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 53 - 1];
    const numbers = places.map((place) => keyedUniformAt(key, place));
    expect(numbers).toEqual(places.map((place) => keyedUniformAt(key, place)));
    expect(new Set(numbers).size).toBe(places.length);
    for (const number of numbers) {
      expect(number).toBeGreaterThanOrEqual(0);
      expect(number).toBeLessThan(1);
    }
  });

  it('is uniform: sixteen equal bins of 16 000 numbers', () => {
    // χ² with 15 degrees of freedom exceeds 50 in about 1 of 1e5 runs; the key is fixed.
    const bins = new Array(16).fill(0);
    for (let place = 1; place <= 16_000; place++) {
      bins[Math.floor(16 * keyedUniformAt(key, place))] += 1;
    }
    const chiSquare = bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chiSquare).toBeLessThan(50);
  });
});

describe('a key as text', () => {
  it('is read as it was written', () => {
    const key = Uint32Array.of(0, 1, 0xffffffff, 0x0000abcd, 5, 6, 7, 8);
    expect(wordsToText(key)).toHaveLength(64);
    expect(wordsFromText(wordsToText(key))).toEqual(key);
  });
});
