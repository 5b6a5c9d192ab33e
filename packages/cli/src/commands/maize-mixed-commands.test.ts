import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseMixedModel } from '@hedgerow/farm';
import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { madeUpTable } from '../../../lab/src/maize/fit/testing/made-up-table.ts';
import { tidyText } from '../../../lab/src/maize/import/write-tidy.ts';
import { maizeAccuracyCommand } from './maize-accuracy-command.ts';
import { maizeFitMixedCommand } from './maize-fit-mixed-command.ts';

const TABLE = madeUpTable().map((row) => ({ ...row, yieldNetMgHa: row.yieldMgHa }));
let folder = '';
let written = '';
let complained = '';

const inFolder = (name: string) => path.join(folder, name);

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hedgerow-mixed-'));
  written = '';
  complained = '';
  await writeFile(inFolder('plots.csv'), tidyText(TABLE));
  const weather = new Set(
    TABLE.map(({ location, year, tempMeanC, radiationMjM2D }) =>
      [location, year, tempMeanC, radiationMjM2D, 2 + (year % 3)].join(','),
    ),
  );
  const heading = 'location,year,temp_mean_c,radiation_mj_m2_d,precip_mm_d';
  await writeFile(inFolder('weather.csv'), [heading, ...weather, ''].join('\n'));
  vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest) => {
    written += String(text);
    const done = rest.find((one) => typeof one === 'function');
    done?.();
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

async function run(command: Command, ...words: string[]): Promise<void> {
  await command.parseAsync([inFolder('plots.csv'), ...words, '--workers', '1'], { from: 'user' });
}

describe('hedgerow maize fit-mixed', () => {
  it('writes a model that can be read, and tells its variances', async () => {
    const files = ['--environments', inFolder('weather.csv'), '--output', inFolder('model.json')];
    await run(maizeFitMixedCommand(), ...files, '--no-accuracy');
    const model = parseMixedModel('model.json', await readFile(inFolder('model.json'), 'utf8'));
    expect(model).toMatchObject({ crop: 'maize', accuracy: null, data: { plots: TABLE.length } });
    expect(written).toContain(`${TABLE.length} plots`);
    expect(written).toContain('weather          0.04000 (declared');
  });

  it('refuses weather without rain, and writes nothing', async () => {
    await writeFile(inFolder('dry.csv'), 'location,year,temp_mean_c,radiation_mj_m2_d\n');
    const files = ['--environments', inFolder('dry.csv'), '--output', inFolder('model.json')];
    await run(maizeFitMixedCommand(), ...files);
    expect(process.exitCode).toBe(2);
    expect(complained).toContain('must have a column "precip_mm_d" to tell the weather of trials');
    await expect(readFile(inFolder('model.json'))).rejects.toThrow('ENOENT');
  });

  it('refuses plots without a net yield: years could not be compared', async () => {
    const released = TABLE.map((row) => ({ ...row, yieldNetMgHa: null }));
    await writeFile(inFolder('plots.csv'), tidyText(released));
    const files = ['--environments', inFolder('weather.csv'), '--output', inFolder('model.json')];
    await run(maizeFitMixedCommand(), ...files);
    expect(process.exitCode).toBe(2);
    expect(complained).toContain('must tell yield_net_mg_ha of every plot');
  });
});

describe('hedgerow maize accuracy', () => {
  it('tells every method, and ends with 1 where figures are not those of the reference', async () => {
    const words = ['--environments', inFolder('weather.csv'), '--quick', '--format', 'json'];
    await run(maizeAccuracyCommand(), ...words);
    const { results, agreement } = JSON.parse(written);
    expect(results).toMatchObject([{ scheme: 'year' }]);
    expect(Object.keys(results[0].scores)).toHaveLength(7);
    expect(agreement.disagreements.length).toBeGreaterThan(0);
    expect(process.exitCode).toBe(1);
    expect(complained).toContain('folds fitted and predicted');
  });
});
