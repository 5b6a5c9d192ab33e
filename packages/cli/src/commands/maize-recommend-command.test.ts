import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { maizeObserveCommand, maizeRecommendCommand } from './maize-recommend-command.ts';

let folder = '';
let written = '';
let complained = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hedgerow-maize-'));
  written = '';
  complained = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    complained += String(text);
    return true;
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  process.exitCode = 0;
  await rm(folder, { recursive: true });
});

async function run(command: Command, words: string): Promise<string> {
  written = '';
  await command.parseAsync([...words.split(' '), '--state', path.join(folder, 'farm')], {
    from: 'user',
  });
  return written;
}

const SEASON = '--field DEH1 --temperature 22.5,0.8 --radiation 20.7,0.8';

describe('hedgerow maize', () => {
  it('recommends, hears the harvest, and recommends again', async () => {
    const first = JSON.parse(await run(maizeRecommendCommand(), `${SEASON} --format json`));
    expect(first.ranking).toHaveLength(24);
    expect(first).toMatchObject({ decision: 'd1', chosenBy: 'baseline', reason: 'not-certified' });
    const harvest = await run(maizeObserveCommand(), '--decision d1 --yield 9.3');
    expect(harvest).toContain('gave 9.3 t/ha');
    const second = JSON.parse(await run(maizeRecommendCommand(), `${SEASON} --format json`));
    expect(second).toMatchObject({ decision: 'd2', harvestCount: 1 });
    expect(second.margin).toBeGreaterThan(first.margin);
  });

  it('takes quantiles, ensembles, soil and the usual hybrid', async () => {
    const members = path.join(folder, 'members.csv');
    await writeFile(members, 'temperature,radiation\n22,20\n23,21\n24,22\n');
    const text = await run(
      maizeRecommendCommand(),
      `--field NEH3 --ensemble ${members} --soil 20,50,30 --day-length 14 --usual B73/PHN82 --usual-yield 9,10`,
    );
    expect(text).toContain('23.0 °C (± 0.8), 21.0 MJ/m² a day (± 0.8)');
    expect(text).toContain('usual');
    const quantiles = '--temperature p10:21.4,p50:22.5,p90:23.6 --radiation 20.7';
    expect(await run(maizeRecommendCommand(), `--field NEH3 ${quantiles}`)).toContain('d2');
  });

  it.each([
    ['--field XXX1', 'field must be one of'],
    ['--field DEH1 --temperature warm', 'quantiles'],
    ['--field DEH1 --soil 1,2', '--soil must have 3 numbers'],
    ['--field DEH1 --picture ranking.gif', '.svg or .png'],
    ['--field DEH1 --ensemble a.csv --radiation 20', 'must be given once'],
  ])('refuses %s with one sentence and the code 2', async (words, message) => {
    await run(maizeRecommendCommand(), words);
    expect(complained).toContain(message);
    expect(process.exitCode).toBe(2);
  });

  it('refuses a harvest without a recommendation', async () => {
    await run(maizeObserveCommand(), '--decision d1 --yield 9.3');
    expect(complained).toContain('must exist');
    expect(process.exitCode).toBe(2);
  });
});
