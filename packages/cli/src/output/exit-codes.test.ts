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

it('tells what the system refused, with its reason and what to do', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const refused = [
    [{ code: 'ENOSPC', syscall: 'write' }, 'room on the disk, but there is none. Make room'],
    [{ code: 'EROFS', syscall: 'open', path: 'plan.csv' }, 'plan.csv must be a place that this'],
    [{ code: 'ENAMETOOLONG', syscall: 'open', path: 'long' }, 'long must be a shorter name'],
    [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, 'room on the disk, but there is none. Make room'],
    // SQLITE_IOERR_WRITE: the low byte counts.
    [{ code: 'ERR_SQLITE_ERROR', errcode: 778 }, 'must read and write, but it fails'],
  ] as const;
  for (const [fields, sentence] of refused) {
    const error = Object.assign(new Error('as the system says'), fields);
    await reportFailure(() => Promise.reject(error));
    expect(write.mock.lastCall).toEqual([expect.stringContaining(sentence)]);
    expect(write.mock.lastCall).toEqual([expect.stringContaining('(as the system says)')]);
    expect(process.exitCode).toBe(EXIT_BAD_INPUT);
  }
  const ours = Object.assign(new Error('ours'), { code: 'ERR_SQLITE_ERROR', errcode: 1 });
  await expect(reportFailure(() => Promise.reject(ours))).rejects.toThrow('ours');
});
