import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Receipt } from '@hedgerow/core';
import { parseMixedModel, yieldPredictor } from '@hedgerow/farm';
import type { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SHIPPED_MODEL_FILE } from '../farm/shipped-model.ts';
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

interface Answer {
  readonly harvestCount: number;
  readonly receipt: Receipt;
}

async function recommended(words: string): Promise<Answer> {
  return JSON.parse(await run(maizeRecommendCommand(), `${words} --format json`));
}

function gainOf({ receipt }: Answer, hybrid: string): number {
  return receipt.bounds.find(({ action }) => action === hybrid)!.outlook!.beside.predicted;
}

describe('hedgerow maize', () => {
  it('recommends, hears the harvest, and recommends from what was learnt', async () => {
    const first = await recommended(SEASON);
    expect(first.receipt.bounds).toHaveLength(24);
    expect(first.receipt).toMatchObject({ id: 'd1', reason: 'tried-on-a-part' });
    expect(first.receipt.baseline.action).toBe('F42/OH43');
    const harvest = await run(maizeObserveCommand(), '--decision d1 --try 13.5 --check 9.1');
    expect(harvest).toContain('d1: recorded. Proved so far:');
    const second = await recommended(SEASON);
    expect(second).toMatchObject({ harvestCount: 1, receipt: { id: 'd2' } });
    const { action } = first.receipt;
    expect(gainOf(second, action)).toBeGreaterThan(gainOf(first, action));
    expect(second.receipt.margin.before).toBeGreaterThan(first.receipt.margin.before);
  });

  it('says of every hybrid what the yield model says, to nine digits', async () => {
    const model = parseMixedModel('maize', await readFile(SHIPPED_MODEL_FILE, 'utf8'));
    const { receipt } = await recommended(
      '--field DEH1 --temperature 22.5 --radiation 20.7 --rain 3.4',
    );
    const predictor = yieldPredictor(model);
    const situation = {
      field: 'DEH1',
      region: 'DE',
      covariates: { temperature: 22.5, radiation: 20.7, rain: 3.4 },
    };
    for (const { action, predicted, outlook } of receipt.bounds) {
      expect(predicted).toBeCloseTo(predictor.expect(action, situation).mean, 9);
      const { mean, chance } = predictor.compare(action, receipt.baseline.action, situation);
      expect(outlook!.beside.predicted).toBeCloseTo(mean, 9);
      expect(outlook!.beside.chance).toBeCloseTo(chance, 9);
    }
  });

  it('takes quantiles, ensembles, soil and the usual hybrid, and remembers it', async () => {
    const members = path.join(folder, 'members.csv');
    await writeFile(members, 'radiation,member,temperature\n20,1,22\n21,2,23\n22,3,24\n');
    const text = await run(
      maizeRecommendCommand(),
      `--field NEH3 --ensemble ${members} --clay 30 --usual B73/PHN82`,
    );
    expect(text).toContain('temperature 23.0 ± 0.8 °C, radiation 21.0 ± 0.8 MJ/m²/d');
    expect(text).toContain('clay 30.0 %');
    const quantiles = '--temperature p10:21.4,p50:22.5,p90:23.6 --radiation 20.7';
    const { receipt } = await recommended(`--field NEH3 ${quantiles}`);
    expect(receipt).toMatchObject({ id: 'd2', baseline: { action: 'B73/PHN82' } });
  });

  it('reads an ensemble as what it is: members joined, the rest with its own spread', async () => {
    const members = path.join(folder, 'members.csv');
    await writeFile(members, 'temperature,radiation\n21.7,20.7\n23.3,20.7\n');
    const joint = await recommended(`--field DEH1 --ensemble ${members}`);
    const apart = await recommended('--field DEH1 --temperature 22.5,0.8 --radiation 20.7');
    for (const [i, { action, predicted, outlook }] of joint.receipt.bounds.entries()) {
      const other = apart.receipt.bounds[i]!;
      expect(action).toBe(other.action);
      expect(predicted).toBeCloseTo(other.predicted, 9);
      expect(outlook!.beside.high).toBeCloseTo(other.outlook!.beside.high, 6);
    }
  });

  it('keeps members of a file joined across variables', async () => {
    const file = path.join(folder, 'ensemble.json');
    const daily = {
      time: ['2026-04-20'],
      temperature_2m_mean: [21.7],
      temperature_2m_mean_member01: [23.3],
      shortwave_radiation_sum: [19.9],
      shortwave_radiation_sum_member01: [21.5],
    };
    const units = { temperature_2m_mean: '°C', shortwave_radiation_sum: 'MJ/m²' };
    await writeFile(file, JSON.stringify({ utc_offset_seconds: 0, daily_units: units, daily }));
    const members = path.join(folder, 'members.csv');
    await writeFile(members, 'temperature,radiation\n21.7,19.9\n23.3,21.5\n');
    const words = [
      `--forecast ${file} --window 2026-04-20..2026-04-20 --now 2026-04-20T06:00Z`,
      '--variable temperature=temperature_2m_mean:mean',
      '--variable radiation=shortwave_radiation_sum:mean',
    ].join(' ');
    const downloaded = await recommended(`--field DEH1 ${words}`);
    const typed = await recommended(`--field DEH1 --ensemble ${members}`);
    downloaded.receipt.bounds.forEach(({ predicted, outlook }, i) => {
      expect(predicted).toBeCloseTo(typed.receipt.bounds[i]!.predicted, 9);
      expect(outlook!.high).toBeCloseTo(typed.receipt.bounds[i]!.outlook!.high, 9);
    });
  });

  it('knows fields of one’s own by region, and says what no trial has seen', async () => {
    const text = await run(
      maizeRecommendCommand(),
      '--field Mine --region DE --temperature 5 --radiation 20 --rain 3 --clay 20',
    );
    expect(text).toMatch(/on strips .* of Mine/);
    expect(text).toContain('In no trial was temperature so low (5; in trials 17.5 to 26.7)');
    expect(text).toContain('In years it had not seen it was off by 2.7 t/ha');
  });

  it('draws the ranking', async () => {
    const picture = path.join(folder, 'ranking.svg');
    await run(maizeRecommendCommand(), `${SEASON} --picture ${picture}`);
    expect(await readFile(picture, 'utf8')).toContain('to try');
  });

  it.each([
    ['--field DEH1 --temperature warm', 'quantiles'],
    ['--field DEH1 --usual Nobody', 'the usual hybrid must be one of'],
    ['--field DEH1 --picture ranking.gif', '.svg or .png'],
    ['--field DEH1 --yields 16,2', '--yields must be two numbers, the lower one first'],
  ])('refuses %s with one sentence and the code 2', async (words, message) => {
    await run(maizeRecommendCommand(), words);
    expect(complained).toContain(message);
    expect(process.exitCode).toBe(2);
  });

  it('refuses a forecast that is given twice, and members that are none', async () => {
    const members = path.join(folder, 'members.csv');
    await writeFile(members, 'temperature,radiation\n22,20\n');
    await run(maizeRecommendCommand(), `--field DEH1 --ensemble ${members} --radiation 20`);
    expect(complained).toContain('the forecast must be given once');
    await writeFile(members, 'wind\n22\n');
    await run(maizeRecommendCommand(), `--field DEH1 --ensemble ${members}`);
    expect(complained).toContain('must have some of temperature,radiation,rain,clay');
    await writeFile(members, 'temperature\nhot\n');
    await run(maizeRecommendCommand(), `--field DEH1 --ensemble ${members}`);
    expect(complained).toContain('"hot" in line 2');
  });

  it('refuses another promise half way, and a harvest that fits no part', async () => {
    await run(maizeRecommendCommand(), SEASON);
    await run(maizeRecommendCommand(), `${SEASON} --allowed-shortfall 0.3`);
    expect(complained).toContain('allowedShortfall must stay undeclared');
    await run(maizeObserveCommand(), '--decision d1 --yield 9.3');
    expect(complained).toContain('must be told by --try and --check');
    expect(await run(maizeObserveCommand(), '--decision d7 --yield 9.3')).toContain(
      'unknown-decision',
    );
    expect(process.exitCode).toBe(2);
  });

  it('refuses a harvest without a recommendation', async () => {
    await run(maizeObserveCommand(), '--decision d1 --yield 9.3');
    expect(complained).toContain('must exist');
    expect(process.exitCode).toBe(2);
  });
});
