/**
 * A process that is asked to stop, once, twice at the same time, and again while it is closing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

const MODULE = new URL('./stop-on-signal.ts', import.meta.url).href;

/** A program whose service needs `closeMs` to close; it prints what it does. */
function program(closeMs: number, shutdownSeconds = 30): string {
  return `
    import { stopOnSignal } from ${JSON.stringify(MODULE)};
    const say = (text) => process.stdout.write(text + '\\n');
    const logger = { info: say, warn: say, debug: say, error: say };
    const close = () => new Promise((resolve) => setTimeout(resolve, ${closeMs}));
    const stopped = stopOnSignal({ service: { close }, logger, shutdownSeconds: ${shutdownSeconds} });
    const alive = setInterval(() => {}, 1000);
    say('ready');
    await stopped;
    clearInterval(alive);
  `;
}

async function run(code: string, onLine: (line: string, pid: number) => void) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    onLine(line, child.pid!);
  }
  const [exitCode, signal] = await ended;
  return { lines, exitCode, signal };
}

it('closes on the first signal and ends with 0, also when the signal comes twice at once', async () => {
  const result = await run(program(50), (line, pid) => {
    if (line !== 'ready') return;
    process.kill(pid, 'SIGTERM');
    process.kill(pid, 'SIGINT');
  });
  expect(result).toEqual({ lines: ['ready', 'closing', 'closed'], exitCode: 0, signal: null });
});

it('ends at once when a second signal comes later', async () => {
  const result = await run(program(60_000), (line, pid) => {
    if (line === 'ready') process.kill(pid, 'SIGTERM');
    if (line === 'closing') setTimeout(() => process.kill(pid, 'SIGTERM'), 700);
  });
  expect(result).toEqual({ lines: ['ready', 'closing'], exitCode: null, signal: 'SIGKILL' });
});

it('does not close for ever', async () => {
  const result = await run(program(60_000, 0.2), (line, pid) => {
    if (line === 'ready') process.kill(pid, 'SIGTERM');
  });
  expect(result).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  expect(result.lines.at(-1)).toBe('closing took too long');
});

it('does not wait for a thread that nobody can end, once or when it is asked twice', async () => {
  // As a thread is that waits for a disk that hangs.
  const stuck = `
    import { Worker } from 'node:worker_threads';
    new Worker("import { spawnSync } from 'node:child_process'; spawnSync('sleep', ['20'])", { eval: true });
  `;
  const [late, twice] = await Promise.all([
    run(stuck + program(60_000, 0.2), (line, pid) => {
      if (line === 'ready') process.kill(pid, 'SIGTERM');
    }),
    run(stuck + program(60_000), (line, pid) => {
      if (line === 'ready') process.kill(pid, 'SIGTERM');
      if (line === 'closing') setTimeout(() => process.kill(pid, 'SIGTERM'), 700);
    }),
  ]);
  expect([late.signal, twice.signal]).toEqual(['SIGKILL', 'SIGKILL']);
});
