/**
 * Promises of second tries: a few, only where they help, and never beyond the time limit.
 */
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConnectionError, ServiceError } from './errors.ts';
import { pause, pauseBefore, type RetryOptions, withRetries } from './retry.ts';

const OPTIONS: RetryOptions = { timeoutMs: 10_000, retries: 3, random: () => 0 };

/** Fails with the given errors, one after the other, and then succeeds. */
function failing(...errors: unknown[]) {
  const left = [...errors];
  const attempt = async () => {
    attempt.count += 1;
    if (left.length > 0) throw left.shift();
    return 'done';
  };
  attempt.count = 0;
  return attempt;
}

function refusal(status: number, code = `HTTP_${status}`, retryAfterMs = 0): ServiceError {
  return new ServiceError({ status, code, detail: 'No.', retryAfterMs });
}

describe('withRetries', () => {
  it.each([
    new ConnectionError('gone'),
    refusal(429, 'HR_RATE_LIMIT'),
    refusal(409, 'HR_KEY_IN_PROGRESS'),
    refusal(502),
    refusal(503, 'HR_OVERLOADED'),
    refusal(504),
  ])('tries again after %s', async (error) => {
    const attempt = failing(error);
    expect(await withRetries(attempt, OPTIONS)).toBe('done');
    expect(attempt.count).toBe(2);
  });

  it.each([
    refusal(400, 'HR_INVALID_JSON'),
    refusal(401, 'HR_UNAUTHENTICATED'),
    refusal(404),
    refusal(409, 'HR_REWARD_CONTRADICTS'),
    refusal(422, 'HR_INVALID_INPUT'),
    refusal(500, 'HR_INTERNAL'),
    new TypeError('a fault of our own'),
  ])('does not try again after %s', async (error) => {
    const attempt = failing(error);
    await expect(withRetries(attempt, OPTIONS)).rejects.toBe(error);
    expect(attempt.count).toBe(1);
  });

  it('gives up after the tries that are allowed, with the last error', async () => {
    const errors = [1, 2, 3, 4, 5].map((number) => new ConnectionError(`failure ${number}`));
    const attempt = failing(...errors);
    await expect(withRetries(attempt, OPTIONS)).rejects.toBe(errors[3]);
    expect(attempt.count).toBe(4);
  });

  it('does not wait for what cannot come within the limit', async () => {
    const error = refusal(503, 'HR_OVERLOADED', 3_600_000);
    const attempt = failing(error);
    await expect(withRetries(attempt, OPTIONS)).rejects.toBe(error);
    expect(attempt.count).toBe(1);
  });

  it('waits as long as the service asks', async () => {
    vi.useFakeTimers();
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const attempt = failing(refusal(429, 'HR_RATE_LIMIT', 3000));
    const done = withRetries(attempt, OPTIONS);
    await vi.advanceTimersByTimeAsync(2999);
    expect(attempt.count).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await done).toBe('done');
  });

  it('ends at the limit even if the work does not listen', async () => {
    const forever = () => new Promise<never>(() => {});
    await expect(withRetries(forever, { ...OPTIONS, timeoutMs: 20 })).rejects.toThrow(
      'The service did not answer within 20 ms.',
    );
  });

  it('ends at once when the caller says so, with the reason of the caller', async () => {
    const controller = new AbortController();
    const reason = new Error('changed my mind');
    const attempt = async () => {
      controller.abort(reason);
      throw new ConnectionError('gone');
    };
    const options = { ...OPTIONS, signal: controller.signal };
    await expect(withRetries(attempt, options)).rejects.toBe(reason);
    const never = failing();
    await expect(withRetries(never, options)).rejects.toBe(reason);
    expect(never.count).toBe(0);
  });

  it('tells before every try but the first', async () => {
    let told = 0;
    const onRetry = () => {
      told += 1;
    };
    await withRetries(failing(), { ...OPTIONS, onRetry });
    expect(told).toBe(0);
    await withRetries(failing(refusal(503), refusal(503)), { ...OPTIONS, onRetry });
    expect(told).toBe(2);
  });
});

describe('pauseBefore', () => {
  it('doubles up to a limit, and adds up to as much again by chance', () => {
    const pauses = (random: number) =>
      [0, 1, 2, 10].map((failures) => pauseBefore(failures, () => random));
    expect(pauses(0)).toEqual([25, 50, 100, 500]);
    expect(pauses(1)).toEqual([50, 100, 200, 1000]);
  });
});

describe('pause', () => {
  it('ends with the reason of the signal, also of one that was given before', async () => {
    const reason = new Error('changed my mind');
    await expect(pause(3_600_000, AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const pausing = pause(3_600_000, controller.signal);
    controller.abort(reason);
    await expect(pausing).rejects.toBe(reason);
  });
});
