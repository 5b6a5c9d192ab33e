import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const COMMAND = fileURLToPath(new URL('../main.ts', import.meta.url));

interface Outcome {
  readonly exitCode: number;
  readonly output: string;
  readonly messages: string;
}

function start(texts: readonly string[]) {
  return spawn(process.execPath, ['--conditions=@hedgerow/source', COMMAND, 'price', ...texts]);
}

async function price(...texts: string[]): Promise<Outcome> {
  const command = start(texts);
  const [output, messages, [exitCode]] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, 'close'),
  ]);
  return { exitCode, output, messages };
}

describe('the price command', () => {
  it('gives the same report whatever the number of workers', async () => {
    const common = '--trials 7 --rounds 20 --seed 3 --format json --experiment synthetic'.split(
      ' ',
    );
    const [one, three] = await Promise.all([
      price(...common, '--workers', '1'),
      price(...common, '--workers', '3'),
    ]);
    expect(one.exitCode).toBe(0);
    expect(one.output).toBe(three.output);
    const rows = JSON.parse(one.output) as Record<string, unknown>[];
    expect(rows.filter(({ strategy }) => strategy === 'hedge').length).toBe(4);
    expect(rows.every(({ trials, rounds }) => trials === 7 && rounds === 20)).toBe(true);
  });

  it('prints a table on standard output and progress on standard error', async () => {
    const { exitCode, output, messages } = await price(
      ...['--trials', '2', '--rounds', '20', '--experiment', 'synthetic'],
    );
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^The price of safety/);
    expect(messages).toMatch(/\(100 %\)\n$/);
  });

  it.each(['strategies', 'worlds', 'rare', 'seasons', 'spread'])(
    'has a quick look at %s',
    async (report) => {
      const name = {
        ...{ strategies: 'synthetic', worlds: 'lure', rare: 'synthetic' },
        ...{ seasons: '3 fields, range', spread: 'weak trial, hedgerow' },
      }[report]!;
      const { messages } = await price(report, '--quick', '--rounds', '2', '--experiment', name);
      expect(messages).toMatch(/^2 trials of 2 rounds /);
    },
  );

  it('compares hedge with Algorithm 1, world by world', async () => {
    const { exitCode, output } = await price(
      ...'worlds --trials 6 --rounds 400 --experiment berkson --experiment lure'.split(' '),
    );
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^hedge minus Algorithm 1 in regret over 400 rounds, 6 trials, seed 1/);
    expect(output.match(/^(berkson|lure) .* not behind$/gm)?.length).toBe(8);
    const refused = await price('worlds', '--experiment', 'synthetic');
    expect(refused.exitCode).toBe(2);
    expect(refused.messages).toContain('--experiment must be one of berkson, centered');
  });

  it('measures rare rewards, whatever the number of workers', async () => {
    const common = 'rare --quick --trials 1 --rounds 30 --seed 3 --format json'.split(' ');
    const [one, three] = await Promise.all([
      price(...common, '--workers', '1'),
      price(...common, '--workers', '3'),
    ]);
    expect(one.exitCode).toBe(0);
    expect(one.output).toBe(three.output);
    const rows = JSON.parse(one.output) as Record<string, unknown>[];
    expect(rows.map(({ knowledge }) => knowledge)).toContain('unknown');
    expect(rows.length).toBe(15);
    expect(rows.every(({ roundCount, trials }) => roundCount === 30 && trials === 1)).toBe(true);
  });

  it('plays seasons whatever the number of workers, and goes on where it was', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-price-test-'));
    const common = [
      ...['seasons', '--trials', '12', '--rounds', '2', '--seed', '3', '--format', 'json'],
      ...['--experiment', '3 fields, tight, noise and drop', '--experiment', '3 fields, range'],
    ];
    const one = await price(...common, '--workers', '1', '--output', folder);
    const [three, again] = await Promise.all([
      price(...common, '--workers', '3'),
      price(...common, '--workers', '1', '--output', folder),
    ]);
    expect(one.exitCode).toBe(0);
    expect(three.output).toBe(one.output);
    expect(again.output).toBe(one.output);
    expect(again.messages).toMatch(
      /threads\n24 of 24 trials \(100 %\)\nThe report is .*report\.html\n$/,
    );
    const rows = JSON.parse(one.output) as { name: string; broken: number; trials: number }[];
    expect(rows.map(({ name }) => name)).toEqual([
      '3 fields, range',
      '3 fields, tight, noise and drop',
    ]);
    expect(rows.every(({ broken, trials }) => broken === 0 && trials === 12)).toBe(true);
    await rm(folder, { recursive: true });
  });

  it('ends with 2 on bad arguments, and says what to do', async () => {
    const { exitCode, output, messages } = await price('--trials', 'many');
    expect(exitCode).toBe(2);
    expect(output).toBe('');
    expect(messages).toContain('It must be a whole number from 1 to 1000000.');
    expect(messages).toContain('--help');
  });

  it('ends with 130 when interrupted, and prints no report', async () => {
    const command = start([]);
    const outputs = Promise.all([text(command.stdout), text(command.stderr)]);
    command.stderr.once('data', () => command.kill('SIGINT'));
    const [exitCode] = await once(command, 'close');
    const [output, messages] = await outputs;
    expect(exitCode).toBe(130);
    expect(output).toBe('');
    expect(messages).toContain('hedgerow: interrupted. Nothing was measured to the end');
  });
});
