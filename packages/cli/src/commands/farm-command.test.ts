import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Receipt } from '@hedgerow/core';
import { parseMixedModel, yieldPredictor } from '@hedgerow/farm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PlannedField } from '../farm/farm-state.ts';
import { farmCommand } from './farm-command.ts';

let folder = '';
let written = '';
let complained = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hedgerow-farm-'));
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

/** Runs `hedgerow farm …`; a word with a dot or a slash at its start is a file in the folder. */
async function farm(...words: string[]): Promise<string> {
  written = '';
  complained = '';
  process.exitCode = 0;
  const inFolder = words.map((word) => (word.startsWith('./') ? path.join(folder, word) : word));
  await farmCommand().parseAsync(inFolder, { from: 'user' });
  return written;
}

async function put(name: string, text: string): Promise<void> {
  await writeFile(path.join(folder, name), text);
}

const TRIALS = `Feld;Jahr;Sorte;Ertrag (dt/ha);Temperatur
Hill;2023;Own;92,0;19,5
Hill;2023;Ada;97,5;19,5
Hill;2024;Own;101,3;21,0
Hill;2024;Ada;104,0;21,0
Brook;2023;Own;84,4;20,1
Brook;2023;Ada;91,0;20,1
Brook;2024;Own;90,8;21,7
Brook;2024;Cor;96,9;21,7
Brook;2024;Ada;95,5;21,7
`;

const FIELDS = `Field,Hectares,Farm,Usual hybrid,Blocks
Hill,31,Miller,Own,
Brook,24,Miller,Own,2
Chapel,12,Smith,Own,
`;

async function beginFarm(): Promise<void> {
  await put('trials.csv', TRIALS);
  await put('fields.csv', FIELDS);
  await farm('fit', './trials.csv', '--output', './model.json');
}

const PLAN = ['plan', '--model', './model.json', '--fields', './fields.csv', '--output', './plan'];

describe('hedgerow farm check', () => {
  it('says what was recognised and ends well', async () => {
    await put('trials.csv', TRIALS);
    const text = await farm('check', './trials.csv');
    expect(text).toContain('9 trials read. Cells are parted by semicolons, decimals by a comma.');
    expect(text).toContain('yield is "Ertrag (dt/ha)"');
    expect(process.exitCode).toBe(0);
  });

  it('ends with 1 on an error, and with 0 once the columns are mapped', async () => {
    await put('odd.csv', 'wo,Jahr,Sorte,Menge\nA,2023,X,94\n');
    expect(await farm('check', './odd.csv')).toContain('error: No column is the field');
    expect(process.exitCode).toBe(1);
    await farm(
      'check',
      './odd.csv',
      '--map',
      'field=wo',
      '--map',
      'yield=Menge',
      '--unit',
      'dt/ha',
    );
    expect(process.exitCode).toBe(0);
  });

  it('reads another crop, and the kind that it is told', async () => {
    await put('hops.csv', 'Field,Year,Variety,Yield\nA,2023,Saphir,1.9\n');
    const crop = ['--crop', 'hops', '--range', '0,4'];
    const report = JSON.parse(await farm('check', './hops.csv', ...crop, '--format', 'json'));
    expect(report).toMatchObject({ kind: 'trials', encoding: 'UTF-8', rows: [{ yield: 1.9 }] });
    expect(await farm('check', './hops.csv', ...crop, '--as', 'hybrids')).toContain(
      '1 hybrid read',
    );
    await farm('check', './hops.csv', '--crop', 'hops');
    expect(complained).toContain('or come with a range');
    expect(process.exitCode).toBe(2);
  });

  it('reads what Excel writes instead of UTF-8', async () => {
    const latin = Buffer.from('Schlag;Fläche (ha)\r\nMühle;3,5\r\n', 'latin1');
    await writeFile(path.join(folder, 'latin.csv'), latin);
    expect(await farm('check', './latin.csv', '--format', 'json')).toContain('"name":"Mühle"');
    const wide = Buffer.from('\ufeffSchlag\tFläche (ha)\r\nMühle\t3,5\r\n', 'utf16le');
    await writeFile(path.join(folder, 'wide.txt'), wide);
    expect(await farm('check', './wide.txt')).toContain('it was read as UTF-16');
  });
});

describe('hedgerow farm fit', () => {
  it('stores nothing of a table with errors, nor with warnings that nobody confirmed', async () => {
    await put('bad.csv', 'Field,Year,Hybrid,Yield (t/ha)\nA,2023,X,94\nA,2024,X,9\nA,2022,X,9\n');
    await farm('fit', './bad.csv', '--output', './model.json');
    expect(process.exitCode).toBe(1);
    expect(complained).toContain('94 t/ha is impossible for maize');
    await put('doubtful.csv', 'Field,Year,Hybrid,Yield\nA,2023,X,9.4\nA,2023,Y,9.1\n');
    await farm('fit', './doubtful.csv', '--output', './model.json');
    expect(complained).toContain('add --yes. Nothing was stored.');
    await expect(stat(path.join(folder, 'model.json'))).rejects.toThrow('ENOENT');
    expect(await farm('fit', './doubtful.csv', '--output', './model.json', '--yes')).toContain(
      'maize: 2 hybrids in 1 field in 2023, 2 plots.',
    );
  });

  it('says what the data told and what stays as declared', async () => {
    await put('trials.csv', TRIALS);
    const text = await farm('fit', './trials.csv', '--output', './model.json');
    expect(text).toContain('3 hybrids in 2 fields from 2023 to 2024, 9 plots');
    expect(text).toMatch(/a season in one field +\d\.\d\d +from the data/);
    expect(text).toMatch(/a plot +\d\.\d\d +declared: too few repeated plots/);
    expect(text).toContain('How good the model is was not measured');
  });
});

describe('hedgerow farm recommend, plan and harvest', () => {
  it('reads one posterior on every surface, before and after the harvest', async () => {
    await beginFarm();
    const model = parseMixedModel('model', await readFile(path.join(folder, 'model.json'), 'utf8'));
    const weather = ['--weather', 'temperature=20.5'];
    const asked = ['recommend', '--model', './model.json', '--field', 'Hill', '--usual', 'Own'];
    const json = ['--format', 'json'];
    const before: Receipt = JSON.parse(await farm(...asked, ...weather, ...json));
    const predictor = yieldPredictor(model);
    const situation = { field: 'Hill', region: null, covariates: { temperature: 20.5 } };
    for (const { action, predicted, outlook } of before.bounds) {
      expect(predicted).toBeCloseTo(predictor.expect(action, situation).mean, 9);
      const { mean, chance } = predictor.compare(action, 'Own', situation);
      expect(outlook!.beside.predicted).toBeCloseTo(mean, 9);
      expect(outlook!.beside.chance).toBeCloseTo(chance, 9);
    }
    const { plan } = JSON.parse(await farm(...PLAN, ...weather, ...json, '--season', '2025'));
    expectSameBounds(plan.receipts[0], before);
    const csv = await readFile(path.join(folder, 'plan/plan.csv'), 'utf8');
    await put(
      'harvest.csv',
      csv.replace(/(,try,.*),\r/g, '$1,11.5\r').replace(/(,check,.*),\r/g, '$1,9\r'),
    );
    const state = ['--state', './plan/farm.state'];
    expect(await farm('harvest', './harvest.csv', ...state)).toContain('Proved for Miller');
    const after: Receipt = JSON.parse(await farm(...asked, ...state, ...weather, ...json));
    const tried = plan.receipts[0].action;
    const gain = (receipt: Receipt) =>
      receipt.bounds.find(({ action }) => action === tried)!.outlook!.beside.predicted;
    expect(gain(after)).toBeGreaterThan(gain(before));
    const preview = [...PLAN, ...state, ...weather, ...json, '--season', '2026', '--preview'];
    expectSameBounds(JSON.parse(await farm(...preview)).plan.receipts[0], after);
  });

  it('writes a table, a CSV that takes the harvest, and a page a field with its strips', async () => {
    await beginFarm();
    const text = await farm(...PLAN, '--season', '2025', '--drop', '4', '--plot-noise', '0.6');
    expect(text).toMatch(/Brook, block 2 +12 +Own +\w+/);
    expect(text).toContain('The worst that this season alone can bring');
    expect(text).toMatch(
      /(looks best here|best proved here|tried to learn).*more land would overspend/,
    );
    const csv = await readFile(path.join(folder, 'plan/plan.csv'), 'utf8');
    expect(csv.split('\r\n')[0]).toBe(
      'Season,Decision,Field,Farm,Part,Hybrid,Area (ha),Strips,Yield (t/ha)',
    );
    expect(csv).toContain('"Brook, block 2"');
    const html = await readFile(path.join(folder, 'plan/plan.html'), 'utf8');
    expect(html.match(/<section>/g)).toHaveLength(4);
    expect(html.match(/<svg/g)).toHaveLength(4);
    expect(html).not.toContain('<script');
    expect(html.match(/Why: /g)).toHaveLength(4);
    // A command that was ended before it wrote the table has booked the season all the same.
    await writeFile(path.join(folder, 'plan/plan.csv'), 'Season,Decision\r\n2024,d0\r\n');
    const state = await readFile(path.join(folder, 'plan/farm.state'), 'utf8');
    await farm(...PLAN, '--season', '2025', '--drop', '4', '--plot-noise', '0.6');
    expect(await readFile(path.join(folder, 'plan/plan.csv'), 'utf8')).toBe(csv);
    expect(await readFile(path.join(folder, 'plan/farm.state'), 'utf8')).toBe(state);
  });

  it('escapes names on the sheet and formulas in the CSV', async () => {
    await beginFarm();
    await put('fields.csv', 'Field,Hectares,Usual hybrid\n<b>Hill</b>,3,Own\n=1+1,4,Own\n');
    await farm(...PLAN, '--season', '2025', '--yes');
    expect(await readFile(path.join(folder, 'plan/plan.html'), 'utf8')).not.toContain('<b>');
    expect(await readFile(path.join(folder, 'plan/plan.csv'), 'utf8')).toContain(`,'=1+1,`);
  });

  it('previews without drawing, booking or writing', async () => {
    await beginFarm();
    await farm(...PLAN, '--season', '2025', '--preview');
    await expect(stat(path.join(folder, 'plan'))).rejects.toThrow('ENOENT');
  });

  it('grows by fields and hybrids of a later season, and refuses another promise', async () => {
    await beginFarm();
    await farm(...PLAN, '--season', '2025');
    await put('fields.csv', `${FIELDS}New,18,Smith,Zed,\n`);
    expect(await farm(...PLAN, '--season', '2026')).toMatch(/New +18 +Zed/);
    await farm(...PLAN, '--season', '2026');
    expect(complained).toContain('must be one that is not planned yet');
    await farm(...PLAN, '--season', '2027', '--allowed-shortfall', '0.3');
    expect(complained).toContain('allowedShortfall must stay undeclared');
    expect(process.exitCode).toBe(2);
    await put('trials.csv', `${TRIALS}Hill;2025;Own;99,0;20,4\n`);
    await farm('fit', './trials.csv', '--output', './model.json');
    await farm(...PLAN, '--season', '2027');
    expect(complained).toContain('the model must be the one that the farm was begun with');
  });

  it('takes fields of other regions of the model later, and those of none as elsewhere', async () => {
    const lines = ['Hill;N', 'Brook;S', 'Far;W'].flatMap((place, i) =>
      [2023, 2024].map((year) => `${place};${year};Own;${90 + i}\n${place};${year};Ada;${94 + i}`),
    );
    await put('trials.csv', `Field;Region;Year;Hybrid;Yield (dt/ha)\n${lines.join('\n')}\n`);
    await farm('fit', './trials.csv', '--output', './model.json');
    const head = 'Field,Hectares,Usual hybrid,Region\nHill,31,Own,N\n';
    await put('fields.csv', head);
    await farm(...PLAN, '--season', '2025');
    await put('fields.csv', `${head}Marsh,10,Own,W\nMoor,11,Own,Nowhere\n`);
    const answer = JSON.parse(await farm(...PLAN, '--season', '2026', '--format', 'json'));
    const regions = answer.season.fields.map((field: PlannedField) => field.context.region);
    expect(regions).toEqual(['N', 'W', 'elsewhere']);
  });

  it('refuses harvests that fit no decision, and stores none of the others', async () => {
    await beginFarm();
    await farm(...PLAN, '--season', '2025');
    const state = ['--state', './plan/farm.state'];
    const harvest = async (lines: string) => {
      await put('harvest.csv', `Field,Part,Hybrid,Yield (t/ha)\n${lines}`);
      await farm('harvest', './harvest.csv', ...state);
      return complained;
    };
    expect(await harvest('Hill,check,,9\nMoon,try,,9\n')).toContain('Moon is not in the plan');
    expect(process.exitCode).toBe(1);
    expect(await harvest('Brook,check,,9\n')).toContain('Brook has several blocks');
    expect(await harvest('Hill,,,9\n')).toContain('say whether it is the try or the check');
    expect(await harvest('Hill,,Elm,9\n')).toContain('Hill: Elm was not to grow there');
    expect(await harvest('Hill,check,,9\nhill,check,Own,9\n')).toContain('of its check above');
    await put('harvest.csv', 'Field,Part,Yield (t/ha)\nHill,check,9\n');
    expect(await farm('harvest', './harvest.csv', ...state)).toContain('recorded');
    await put('harvest.csv', 'Field,Part,Yield (t/ha)\nHill,check,8\n');
    await farm('harvest', './harvest.csv', ...state);
    expect(complained).toContain('Hill: 9 was reported of its check, and the table says 8.');
    expect(complained).toContain('run it again with --correct');
    expect(process.exitCode).toBe(1);
    expect(await farm('harvest', './harvest.csv', ...state, '--correct')).toContain('recorded');
    await farm('harvest', './harvest.csv', '--state', './none');
    expect(complained).toContain('It is made by `hedgerow farm plan`');
  });

  it('asks about yields that can hardly be before it books anything', async () => {
    await beginFarm();
    await farm(...PLAN, '--season', '2025', '--drop', '2', '--plot-noise', '0.3');
    const before = await readFile(path.join(folder, 'plan/farm.state'), 'utf8');
    await put('harvest.csv', 'Field,Part,Yield (t/ha)\nHill,try,5\nHill,check,9\n');
    const harvest = ['harvest', './harvest.csv', '--state', './plan/farm.state'];
    await farm(...harvest);
    expect(complained).toContain('Really? Hill: the try is to have yielded 5 t/ha');
    expect(complained).toContain('if they are right, add --accept. Nothing was stored.');
    expect(process.exitCode).toBe(1);
    await farm(...harvest, '--yes');
    expect(process.exitCode).toBe(1);
    expect(await readFile(path.join(folder, 'plan/farm.state'), 'utf8')).toBe(before);
    expect(await farm(...harvest, '--accept')).toContain('recorded');
    // What is known is not asked about again.
    expect(await farm(...harvest)).toContain('repeated');
    expect(process.exitCode).toBe(0);
  });

  it('takes forecasts as downloaded, and keeps what was foreseen', async () => {
    await beginFarm();
    const daily = {
      time: ['2026-04-20', '2026-04-21'],
      temperature_2m_mean: [20, 21],
      temperature_2m_mean_member01: [21, 22],
    };
    const units = { temperature_2m_mean: '°C' };
    await put(
      'ensemble.json',
      JSON.stringify({ utc_offset_seconds: 0, daily_units: units, daily }),
    );
    const forecast = [
      ...['--forecast', './ensemble.json', '--window', '2026-04-20..2026-04-21'],
      ...['--variable', 'temperature=temperature_2m_mean:mean', '--now', '2026-04-20T06:00Z'],
    ];
    const asked = ['recommend', '--model', './model.json', '--usual', 'Own', '--field', 'Hill'];
    const json = ['--format', 'json'];
    const told: Receipt = JSON.parse(await farm(...asked, ...forecast, ...json));
    const same: Receipt = JSON.parse(
      await farm(...asked, ...json, '--weather', 'temperature=21,0.5'),
    );
    told.bounds.forEach(({ predicted, outlook }, i) => {
      expect(predicted).toBeCloseTo(same.bounds[i]!.predicted, 9);
      expect(outlook!.beside.high).toBeCloseTo(same.bounds[i]!.outlook!.beside.high, 9);
    });
    const { season, plan } = JSON.parse(
      await farm(...PLAN, '--season', '2026', ...forecast, ...json),
    );
    expectSameBounds(plan.receipts[0], told);
    expect(season.fields[0].context.temperature).toMatchObject({ kind: 'ensemble' });
    await farm(...PLAN, '--season', '2027', ...forecast, '--weather', 'temperature=20');
    expect(complained).toContain(
      'the forecast must be given once, but it is given twice of temperature',
    );
  });

  it('warns of weather that no trial has seen, and of weather that nobody told', async () => {
    await beginFarm();
    const asked = ['recommend', '--model', './model.json', '--usual', 'Own', '--field'];
    expect(await farm(...asked, 'Hill', '--weather', 'temperature=15')).toContain(
      'In no trial was temperature so low (15; in trials 19.5 to 21.7)',
    );
    expect(await farm(...asked, 'Elsewhere')).toContain('Nothing is known of temperature here');
    await farm('recommend', '--model', './model.json', '--field', 'Hill');
    expect(complained).toContain('--usual must name the hybrid');
    await farm(...asked, 'Moon', '--fields', './fields.csv');
    expect(complained).toContain('--field must be one of Hill, Brook, Chapel');
  });
});

function expectSameBounds(one: Receipt, other: Receipt): void {
  for (const { action, predicted, outlook } of one.bounds) {
    const same = other.bounds.find((bounds) => bounds.action === action)!;
    expect(predicted).toBeCloseTo(same.predicted, 9);
    expect(outlook!.low).toBeCloseTo(same.outlook!.low, 9);
    expect(outlook!.beside.predicted).toBeCloseTo(same.outlook!.beside.predicted, 9);
    expect(outlook!.beside.high).toBeCloseTo(same.outlook!.beside.high, 9);
    expect(outlook!.beside.chance).toBeCloseTo(same.outlook!.beside.chance, 9);
  }
}
