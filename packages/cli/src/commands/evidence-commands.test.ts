/** The commands about evidence answer alike: lines, one JSON document, a page with figures. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const COMMAND = fileURLToPath(new URL('../main.ts', import.meta.url));
const run = promisify(execFile);
const hedgerow = (...words: string[]) =>
  run(process.execPath, ['--conditions=@hedgerow/source', COMMAND, ...words]);

describe('a command about evidence', () => {
  let folder: string;
  let log: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'hedgerow-evidence-'));
    log = path.join(folder, 'log.csv');
    const lines = Array.from({ length: 60 }, (_, i) => `${i % 2 === 0 ? 'a' : 'b'},0.5,${i % 3},a`);
    await writeFile(log, ['action,probability,reward,baseline', ...lines].join('\n'));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('writes the same numbers as one line of JSON and as a page with figures', async () => {
    const output = path.join(folder, 'bounds');
    const size = '--rounds 20 --trials 1 --allowed-shortfall 0.3'.split(' ');
    const { stdout, stderr } = await hedgerow(
      ...['bounds', ...size, '--format', 'json', '--output', output],
    );
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(stdout)).toMatchObject({ roundCount: 20, trialCount: 1 });
    // Nobody watches: no bar, only where the page is.
    expect(stderr).toBe(`The report is ${path.join(output, 'report.html')}\n`);
    expect(await readFile(path.join(output, 'report.html'), 'utf8')).toContain(
      'Theorem 1: at least',
    );
    const figures = await readdir(path.join(output, 'figures'));
    expect(figures.filter((name) => name.endsWith('.png'))).toEqual([
      'bounds-baseline-rounds.png',
      'bounds-regret.png',
    ]);
  });

  it('draws what a log tells', async () => {
    const output = path.join(folder, 'evaluation');
    const { stdout } = await hedgerow(
      ...['evaluate', log, '--action', 'b', '--reward', '0:2', '--output', output],
    );
    expect(stdout).toContain('60 decisions (csv)');
    const page = await readFile(path.join(output, 'report.md'), 'utf8');
    expect(page).toContain('figures/evaluation.png');
    expect(page).toContain('60 decisions (csv)');
  });

  it('counts voided decisions as the worst, or leaves them out, and says which', async () => {
    const voided = path.join(folder, 'voided.csv');
    const lines = Array.from({ length: 40 }, (_, i) =>
      i < 4
        ? `${i % 2 === 0 ? 'a' : 'b'},0.5,,a,void`
        : `${i % 2 === 0 ? 'a' : 'b'},0.5,1,a,executed`,
    );
    await writeFile(voided, ['action,probability,reward,baseline,state', ...lines].join('\n'));
    const words = ['evaluate', voided, '--action', 'b', '--reward', '0:2'];
    const [worst, without] = await Promise.all([
      hedgerow(...words),
      hedgerow(...words, '--voided', 'left-out'),
    ]);
    expect(worst.stdout).toContain(
      '40 decisions (csv); 4 voided, which count as the worst for every bound.',
    );
    expect(without.stdout).toContain('36 decisions (csv); 4 lines left out.');
  });

  it('refuses a value with its rule', async () => {
    const failure = await hedgerow('evaluate', log, '--reward', '2:0').catch((error) => error);
    expect(failure).toMatchObject({ code: 2 });
    expect(failure.stderr).toContain('It must be two numbers, the lower first, such as 0:1.');
  });
});
