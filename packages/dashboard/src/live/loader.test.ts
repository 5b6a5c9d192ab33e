/**
 * Loading again without storms.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Failure } from './failure.ts';
import { createLoader, type Loader, pauseAfter } from './loader.ts';

const AWAY: Failure = { kind: 'away', detail: 'gone' };
const MISSING: Failure = { kind: 'missing', detail: 'no such thing' };

/** A service whose answers the test gives one by one. */
function startLoader() {
  const requests: { resolve(value: number): void; reject(failure: Failure): void }[] = [];
  const values: number[] = [];
  const failures: Failure[] = [];
  const loader: Loader = createLoader<number>({
    load: () => new Promise((resolve, reject) => requests.push({ resolve, reject })),
    onValue: (value) => values.push(value),
    onFailure: (failure) => failures.push(failure),
    failureOf: (error) => error as Failure,
  });
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { loader, requests, values, failures, settle };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('createLoader', () => {
  it('makes one more request, not many, for whoever asks while one is under way', async () => {
    const { loader, requests, values, settle } = startLoader();
    for (let i = 0; i < 10; i++) loader.reload();
    expect(requests).toHaveLength(1);
    requests[0]!.resolve(1);
    await settle();
    expect(requests).toHaveLength(2);
    requests[1]!.resolve(2);
    await settle();
    expect(requests).toHaveLength(2);
    expect(values).toEqual([1, 2]);
    loader.close();
  });

  it('asks more rarely for what takes long, and still brings the newest', async () => {
    const { loader, requests, values, settle } = startLoader();
    await vi.advanceTimersByTimeAsync(1000);
    requests[0]!.resolve(1);
    await settle();
    for (let i = 0; i < 10; i++) loader.reload();
    await vi.advanceTimersByTimeAsync(3999);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(requests).toHaveLength(2);
    requests[1]!.resolve(2);
    await settle();
    expect(values).toEqual([1, 2]);
    loader.close();
  });

  it('tries again after an outage, later each time', async () => {
    const { loader, requests, failures, settle } = startLoader();
    for (let outage = 0; outage < 3; outage++) {
      requests[outage]!.reject(AWAY);
      await settle();
      await vi.advanceTimersByTimeAsync(pauseAfter(outage) - 1);
      expect(requests).toHaveLength(outage + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(requests).toHaveLength(outage + 2);
    }
    expect(failures).toHaveLength(3);
    loader.close();
  });

  it('does not repeat what was refused', async () => {
    const { loader, requests } = startLoader();
    requests[0]!.reject(MISSING);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(requests).toHaveLength(1);
    loader.close();
  });

  it('falls silent when it is closed', async () => {
    const { loader, requests, values, settle } = startLoader();
    loader.close();
    requests[0]!.resolve(1);
    await settle();
    expect(values).toEqual([]);
    loader.reload();
    expect(requests).toHaveLength(1);
  });
});

describe('pauseAfter', () => {
  it('doubles up to half a minute', () => {
    expect([0, 1, 2, 10].map(pauseAfter)).toEqual([1000, 2000, 4000, 30_000]);
  });
});
