/**
 * What comes from outside is told in one sentence; faults of ours keep their stack.
 */
import { afterEach, expect, it, vi } from 'vitest';
import { EXIT_BAD_INPUT, reportFailure } from './exit-codes.ts';

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

it('tells that a journal went away, and throws what it does not know', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const failure = Object.assign(new Error('The database is away.'), { name: 'JournalFailure' });
  await reportFailure(() => Promise.reject(failure));
  expect(write.mock.calls).toEqual([['hedgerow: The database is away.\n']]);
  expect(process.exitCode).toBe(EXIT_BAD_INPUT);
  await expect(reportFailure(() => Promise.reject(new Error('ours')))).rejects.toThrow('ours');
});
