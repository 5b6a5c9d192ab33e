/**
 * Processes end, in time or by force, and never too many run at once.
 */
import { describe, expect, it } from 'vitest';
import { mapInParallel, runProcess } from './run-process.ts';

const runScript = (script: string, timeLimitMs = 20_000) =>
  runProcess({ command: process.execPath, commandArguments: ['-e', script], timeLimitMs });

describe('runProcess', () => {
  it('returns output, errors and exit code', async () => {
    const outcome = await runScript(
      `console.log('out'); console.error('bad'); process.exitCode = 3`,
    );
    expect(outcome).toEqual({
      exitCode: 3,
      standardOutput: 'out\n',
      standardError: 'bad\n',
      isOutOfTime: false,
    });
  });

  it('hides the test runner from the child', async () => {
    const outcome = await runScript(
      `console.log(Object.keys(process.env).filter((k) => /VITEST/.test(k)).length)`,
    );
    expect(outcome.standardOutput).toBe('0\n');
  });

  it('stops what does not end', async () => {
    const outcome = await runScript('setInterval(() => {}, 1000)', 300);
    expect(outcome).toMatchObject({ exitCode: null, isOutOfTime: true });
  });
});

describe('mapInParallel', () => {
  it('keeps the order and never exceeds the limit', async () => {
    let underWay = 0;
    let most = 0;
    const doubled = await mapInParallel([30, 5, 20, 1], 2, async (milliseconds) => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      underWay--;
      return milliseconds * 2;
    });
    expect(doubled).toEqual([60, 10, 40, 2]);
    expect(most).toBe(2);
  });
});
