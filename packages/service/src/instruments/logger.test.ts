import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../journal/testing/temporary-folder.ts';
import { LogOutput } from './log-output.ts';
import { createLogger, type LogFields } from './logger.ts';

const clock = { now: () => '2026-01-02T03:04:05.006Z' };

function captured() {
  const lines: string[] = [];
  return { lines, destination: { write: (line: string) => void lines.push(line) } };
}

describe('createLogger', () => {
  it('writes one JSON object a line, with the time of the clock', () => {
    const { lines, destination } = captured();
    createLogger({ level: 'info', clock, destination }).info('ready', { policy: 'maize' });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'info', time: clock.now(), policy: 'maize', msg: 'ready' },
    ]);
  });

  it('writes no field that is not on the list, nor anything nested', () => {
    const { lines, destination } = captured();
    const fields = {
      policy: { context: 'canary-1' },
      authorization: 'canary-2',
      body: 'canary-3',
      status: 200,
    } as unknown as LogFields;
    createLogger({ level: 'info', clock, destination }).warn('odd', fields);
    expect(lines.join('')).not.toContain('canary');
    expect(JSON.parse(lines[0]!)).toMatchObject({ status: 200, msg: 'odd' });
  });

  it('cuts long texts and stays silent below its level', () => {
    const { lines, destination } = captured();
    const logger = createLogger({ level: 'warn', clock, destination });
    logger.info('not shown');
    logger.error('shown', { detail: 'x'.repeat(10_000) });
    expect(lines.length).toBe(1);
    expect(lines[0]!.length).toBeLessThan(700);
  });
});

describe('the place of a log', () => {
  it('ends nothing when it refuses every line', () => {
    const file = path.join(temporaryFolder(), 'log');
    writeFileSync(file, '');
    // As on a full disk: the system refuses each write.
    const readOnly = openSync(file, 'r');
    const logger = createLogger({ level: 'info', clock, destination: new LogOutput(readOnly) });
    expect(() => logger.error('the disk is full')).not.toThrow();
    closeSync(readOnly);
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  /** Returns what is taken of lines where each attempt to write finds so much room, or this fault. */
  const takenOf = (attempts: (number | string)[], lines: readonly string[]) => {
    let taken = '';
    const output = new LogOutput(2, (_fileDescriptor, bytes, offset) => {
      const next = attempts.shift() ?? 'ENOSPC';
      if (typeof next === 'string') throw Object.assign(new Error(next), { code: next });
      const text = bytes.subarray(offset, offset + next).toString();
      taken += text;
      return text.length;
    });
    for (const line of lines) output.write(line);
    return taken;
  };

  it('takes lines again when it can, each on a line of its own', () => {
    const attempts = [3, 'ENOSPC', 'ENOSPC', 2, 'EAGAIN', 2, 9, 'EAGAIN', 'EAGAIN', 9];
    const lines = ['first\n', 'lost\n', 'next\n', 'late\n', 'more\n', 'last\n'];
    expect(takenOf(attempts, lines)).toBe('fir\nnext\nlast\n');
  });

  it('is not waited for again before it has taken a line at once', () => {
    const attempts = ['EAGAIN', 9, 'EAGAIN', 9, 'EAGAIN', 9];
    const lines = ['waited\n', 'lost\n', 'at once\n', 'waited\n'];
    expect(takenOf(attempts, lines)).toBe('waited\nat once\nwaited\n');
  });
});
