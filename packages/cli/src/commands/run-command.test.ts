/**
 * `hedgerow run` and `hedgerow audit` as a user types them: real processes, one after the other.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createPolicy } from '@hedgerow/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const BIN = fileURLToPath(new URL('../../bin/hedgerow.js', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-command-'));

afterAll(() => rmSync(folder, { recursive: true }));

interface Result {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(words: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [BIN, ...words], { cwd: folder });
}

async function outcome(child: ChildProcessWithoutNullStreams): Promise<Result> {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { code, stdout, stderr };
}

async function hedgerow(words: readonly string[], input = ''): Promise<Result> {
  const child = start(words);
  child.stdin.end(input);
  return await outcome(child);
}

/** An experiment in which Algorithm 1 breaks its promise and hedge does not. */
function experimentText(name: string, trials: number, kind: string): string {
  return `
format: hedgerow-experiment/1
name: ${name}
rounds: 300
trials: ${trials}
seed: 7
environments:
  - { id: best, kind: synthetic, reading: berkson, baselineRank: 1 }
strategies:
  - { id: tested, kind: ${kind} }
allowedShortfalls: [0.02]
`;
}

function resultFolder(output: string): string {
  return path.join(output, readdirSync(path.join(folder, output))[0]!);
}

beforeAll(() => {
  writeFileSync(
    path.join(folder, 'unsafe.yaml'),
    experimentText('unsafe', 30, 'conservativeContextUcb'),
  );
  writeFileSync(path.join(folder, 'safe.yaml'), experimentText('safe', 30, 'hedge'));
  writeFileSync(path.join(folder, 'long.yaml'), experimentText('long', 5000, 'hedge'));
});

describe('hedgerow run and hedgerow audit', () => {
  it('run an experiment, print a table, and find its promise kept', async () => {
    const ran = await hedgerow(['run', 'safe.yaml', '--output', 'safe', '--workers', '2']);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(
      /safe: 30 trials of 300 rounds\n[\s\S]*best +tested +0.02 +[\d.]+ ± /,
    );
    expect(ran.stderr).toContain('30 of 30 trials (100 %)\n');
    expect(ran.stderr).toMatch(
      /The results are in safe\/safe-[0-9a-f]{8}\nThe report is safe\/safe-[0-9a-f]{8}\/report.html\n$/,
    );
    const report = readFileSync(path.join(folder, resultFolder('safe'), 'report.html'), 'utf8');
    expect(report).toContain('30 trials of 300 rounds for one cell');
    const audited = await hedgerow(['audit', resultFolder('safe')]);
    expect(audited).toMatchObject({ code: 0, stderr: '' });
    expect(audited.stdout).toMatch(/best +tested +0.02 +expected +kept +0 of 30 +below 14.2 %/);
  });

  it('end with 1 at the audit of a strategy that breaks its promise', async () => {
    const ran = await hedgerow(['run', 'unsafe.yaml', '--output', 'unsafe', '--format', 'json']);
    const summary = JSON.parse(ran.stdout);
    expect(ran.code).toBe(0);
    const file = path.join(folder, resultFolder('unsafe'), 'summary.json');
    expect(summary).toEqual(JSON.parse(readFileSync(file, 'utf8')));
    const audited = await hedgerow(['audit', resultFolder('unsafe'), '--format', 'json']);
    expect(audited.code).toBe(1);
    expect(JSON.parse(audited.stdout)).toMatchObject({
      isBroken: true,
      cells: [{ verdict: 'broken', violations: summary.cells[0].promise.violations }],
    });
  });

  it('keep what is finished at Ctrl-C, and say how to go on', async () => {
    const child = start(['run', 'long.yaml', '--output', 'long', '--workers', '1']);
    const ended = outcome(child);
    await waitForParts('long');
    // A terminal sends it to the whole group; the bin itself waits for its child.
    child.kill('SIGTERM');
    const { code, stdout, stderr } = await ended;
    expect([code, stdout]).toEqual([130, '']);
    expect(stderr).toContain('interrupted. What is finished is kept in long/long-');
    const kept = path.join(folder, resultFolder('long'));
    expect(readdirSync(kept).sort()).toEqual(['experiment.json', 'parts']);
    expect(readdirSync(path.join(kept, 'parts'))).toEqual(['cell-0.part']);
  });

  it('end with 2 on bad input, name the field, and write nothing', async () => {
    const bad = experimentText('bad', 3, 'hedge').replace('rounds: 300', 'rounds: many');
    const results = await Promise.all([
      hedgerow(['run', '-', '--output', 'bad'], bad),
      hedgerow(['run', 'safe.yaml', '--workers', '0']),
      hedgerow(['run', 'missing.yaml']),
      hedgerow(['audit', 'missing']),
      hedgerow(['audit', '.']),
      hedgerow(['audit', '-'], '{"receipt": {}}'),
    ]);
    expect(results.map(({ code, stdout }) => [code, stdout])).toEqual(results.map(() => [2, '']));
    const messages = results.map(({ stderr }) => stderr);
    expect(messages[0]).toMatch(/^hedgerow: rounds must follow the format hedgerow-experiment\/1/);
    expect(messages[1]).toContain('It must be a whole number from 1 to 1024.');
    expect(messages[4]).toContain('summary.json must be a file that can be read');
    expect(messages[5]).toMatch(/^hedgerow: line 1\.receipt\.id must follow/);
    expect(readdirSync(folder)).not.toContain('bad');
  });
});

describe('hedgerow audit', () => {
  it('checks a decision log from a pipe, and ends with 1 if a decision was changed', async () => {
    const { stdout: log } = await hedgerow(['demo', '--format', 'json']);
    const honest = await hedgerow(['audit', '-'], log);
    expect(honest.code).toBe(0);
    expect(honest.stdout).toContain('Every decision follows from its numbers');
    const changed = await hedgerow(
      ['audit', '-'],
      log.replace('"action":"local"', '"action":"early"'),
    );
    expect(changed.code).toBe(1);
    expect(changed.stdout).toContain('d1: It played early for the baseline');
  });
});

describe('hedgerow audit with the policy and the truth', () => {
  it('ends with 1 if a receipt claims more than was true, and names it', async () => {
    const definition = {
      actions: ['usual', 'new'],
      baseline: { action: 'usual', reward: 0.5 },
      context: {},
      reward: { min: 0, max: 1 },
      allowedShortfall: 0.3,
    };
    const policy = createPolicy(definition);
    const receipts = [1, 2, 3].map(() => policy.decide({}, { proposal: 'usual' }));
    const log = receipts.map((receipt) => JSON.stringify({ receipt, reward: 0.5 })).join('\n');
    const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
    const truth = (baseline: number) =>
      ['decision,proposal,baseline', ...receipts.map(({ id }) => `${id},0,${baseline}`)].join('\n');
    write('policy.json', JSON.stringify(definition));
    write('true.csv', truth(0.5));
    write('false.csv', truth(0.4));
    const audit = (file: string) =>
      hedgerow(['audit', '-', '--policy', 'policy.json', '--truth', file], log);
    const [kept, wrong] = await Promise.all([audit('true.csv'), audit('false.csv')]);
    expect(kept).toMatchObject({ code: 0, stderr: '' });
    expect(kept.stdout).toContain('No receipt claims more than was true.');
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain(
      'd1: It claimed a budget of 0.15 after it, but 0.12 was true; 5 of 6 claims are above the truth.',
    );
  });
});

/** Waits until the run has begun to play. */
async function waitForParts(output: string): Promise<void> {
  for (;;) {
    try {
      if (readdirSync(path.join(folder, resultFolder(output))).includes('experiment.json')) return;
    } catch {
      // Not there yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
