/**
 * Limits hold, refill, and forget names that are quiet.
 */
import { describe, expect, it } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

function setUp(options: { rate?: number; burst?: number; nameCountMax?: number } = {}) {
  let time = 1000;
  const buckets = createTokenBuckets({ rate: 2, burst: 3, now: () => time, ...options });
  return {
    buckets,
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

describe('createTokenBuckets', () => {
  it('gives the burst, then refuses and says how long to wait', () => {
    const { buckets } = setUp();
    expect([1, 2, 3].map(() => buckets.take('a'))).toEqual([0, 0, 0]);
    expect(buckets.take('a')).toBe(0.5);
    expect(buckets.take('b')).toBe(0);
  });

  it('refills at its rate, up to the burst and no further', () => {
    const { buckets, wait } = setUp();
    for (let k = 0; k < 3; k++) buckets.take('a');
    wait(499);
    expect(buckets.take('a')).toBeCloseTo(0.0005);
    wait(1);
    expect(buckets.take('a')).toBe(0);
    wait(3_600_000);
    expect([1, 2, 3].map(() => buckets.take('a'))).toEqual([0, 0, 0]);
    expect(buckets.take('a')).toBeGreaterThan(0);
  });

  it('adds nothing when the clock goes back', () => {
    const { buckets, wait } = setUp();
    for (let k = 0; k < 3; k++) buckets.take('a');
    wait(-60_000);
    expect(buckets.take('a')).toBeGreaterThan(0);
  });

  it('keeps a bounded number of names, the quiet ones forgotten first', () => {
    const { buckets, wait } = setUp({ nameCountMax: 100 });
    for (let k = 0; k < 1000; k++) buckets.take(`stranger ${k}`);
    expect(buckets.size).toBeLessThanOrEqual(100);
    for (let k = 0; k < 3; k++) buckets.take('busy');
    wait(1000);
    for (let k = 0; k < 2; k++) buckets.take('busy');
    for (let k = 0; k < 60; k++) buckets.take(`later ${k}`);
    expect(buckets.take('busy')).toBeGreaterThan(0);
  });
});
