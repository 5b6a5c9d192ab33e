/**
 * Many news, few updates.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createThrottle } from './throttle.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('createThrottle', () => {
  it('hands on the first value at once and the last one for sure', () => {
    const seen: number[] = [];
    const throttle = createThrottle<number>((value) => seen.push(value), 1000);
    for (let value = 1; value <= 50; value++) throttle.push(value);
    expect(seen).toEqual([1]);
    vi.advanceTimersByTime(1000);
    expect(seen).toEqual([1, 50]);
  });

  it('lets a value through at once after a quiet time', () => {
    const seen: number[] = [];
    const throttle = createThrottle<number>((value) => seen.push(value), 1000);
    throttle.push(1);
    vi.advanceTimersByTime(5000);
    throttle.push(2);
    expect(seen).toEqual([1, 2]);
  });

  it('says nothing more once it is closed', () => {
    const seen: number[] = [];
    const throttle = createThrottle<number>((value) => seen.push(value), 1000);
    throttle.push(1);
    throttle.push(2);
    throttle.close();
    vi.advanceTimersByTime(5000);
    expect(seen).toEqual([1]);
  });
});
