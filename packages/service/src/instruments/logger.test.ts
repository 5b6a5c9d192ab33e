import { describe, expect, it } from 'vitest';
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
