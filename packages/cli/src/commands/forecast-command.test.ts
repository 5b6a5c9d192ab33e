/**
 * Forecasts as files: shown by `hedgerow forecast`, and taken by `hedgerow decide`.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runHedgerow } from '../testing/run-hedgerow.ts';

const DEFINITION = {
  actions: ['new', 'usual'],
  baseline: { action: 'usual', reward: 8 },
  context: {
    temperature: { min: 0, max: 30 },
    soil: { categories: ['loam', 'clay'] },
    rain: { min: 0, max: 100 },
  },
  reward: { min: 4, max: 12, unit: 't/ha' },
  allowedShortfall: 0.3,
  seed: 3,
};
const ENSEMBLE = {
  utc_offset_seconds: 0,
  daily_units: { temperature_2m_mean: '°C', precipitation_sum: 'mm' },
  daily: {
    time: ['2026-04-20', '2026-04-21'],
    temperature_2m_mean: [10, 12],
    temperature_2m_mean_member01: [14, 15],
    precipitation_sum: [2, 3],
    precipitation_sum_member01: [0, 1.5],
  },
};
const HISTORY = ['date,T2M (C),RAIN (mm/day)', '2024-04-22,8,4', '2025-04-22,9,6'].join('\n');
const NOW = ['--now', '2026-04-20T06:00Z'];

let folder = '';
const file = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hedgerow-forecast-'));
  writeFileSync(file('farm.json'), JSON.stringify(DEFINITION));
  writeFileSync(file('ensemble.json'), JSON.stringify(ENSEMBLE));
  writeFileSync(file('history.csv'), HISTORY);
});
afterEach(() => rmSync(folder, { recursive: true }));

const decide = (...words: string[]) =>
  runHedgerow(
    'decide',
    '--state',
    file('farm.state'),
    '--policy',
    file('farm.json'),
    '--format',
    'json',
    ...words,
  );
const TEMPERATURE = ['--variable', 'temperature=temperature_2m_mean:mean:history=T2M'];
const RAIN = ['--variable', 'rain=precipitation_sum:sum:history=RAIN'];
const SOIL = ['--context', '{"soil":"clay"}'];

describe('hedgerow forecast', () => {
  it('shows format, variables, units, members and horizon', async () => {
    const shown = await runHedgerow('forecast', file('ensemble.json'));
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain(
      'Open-Meteo ensemble (open-meteo), does not say when it was made, clock +00:00',
    );
    expect(shown.stdout).toMatch(
      /temperature_2m_mean +°C +2 members +24 h +2026-04-20 to 2026-04-21/,
    );
    const answer = JSON.parse(
      (await runHedgerow('forecast', file('history.csv'), '--format', 'json')).stdout,
    );
    expect(answer).toMatchObject({
      format: 'csv',
      variables: [{ name: 'T2M', unit: 'C', kind: 'point' }, {}],
    });
  });

  it('refuses with the name of the file, the rule and the code', async () => {
    writeFileSync(file('broken.json'), '{"hourly":');
    const refused = await runHedgerow('forecast', file('broken.json'));
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(
      /broken\.json: a text that begins like JSON must be JSON.*\[HF_FORMAT\]/,
    );
    const prophet = file('prophet.csv');
    writeFileSync(prophet, 'ds,yhat,yhat_lower,yhat_upper\n2026-04-20,2,1,3\n');
    expect((await runHedgerow('forecast', prophet)).stderr).toContain('[HF_MISSING]');
    expect((await runHedgerow('forecast', prophet, '--interval', '0.8')).stdout).toContain(
      'p10 p50 p90',
    );
    writeFileSync(file('two.csv'), 'place,date,y\na,2026-04-20,1\nb,2026-04-20,2\n');
    expect((await runHedgerow('forecast', file('two.csv'))).stderr).toContain(
      'Choose rows by place with where',
    );
    expect((await runHedgerow('forecast', file('two.csv'), '--where', 'place=b')).code).toBe(0);
  });
});

describe('hedgerow decide --forecast', () => {
  it('keeps members joined, with what else is known between them', async () => {
    const answer = await decide(
      '--forecast',
      file('ensemble.json'),
      '--window',
      '2026-04-20..2026-04-21',
      ...TEMPERATURE,
      ...RAIN,
      ...SOIL,
      ...NOW,
    );
    expect(answer.stderr).toContain('Days: forecast 2026-04-20 to 2026-04-21.');
    expect(JSON.parse(answer.stdout).context).toEqual({
      kind: 'ensemble',
      points: [
        [11, 0, 1, 5],
        [14.5, 0, 1, 1.5],
      ],
    });
  });

  it('goes on into past seasons with a history', async () => {
    const words = [
      '--forecast',
      file('ensemble.json'),
      '--window',
      '2026-04-20..2026-04-22',
      ...TEMPERATURE,
      ...RAIN,
      ...SOIL,
      ...NOW,
    ];
    const short = await decide(...words);
    expect(short).toMatchObject({ code: 2, stdout: '' });
    expect(short.stderr).toContain('nothing for 2026-04-22');
    const few = await decide(...words, '--history', file('history.csv'));
    expect(few.stderr).toContain('at least 5 earlier years');
    expect(existsSync(file('farm.state'))).toBe(false);
    const spliced = await decide(
      ...words,
      '--history',
      file('history.csv'),
      '--least-seasons',
      '2',
    );
    expect(spliced.stderr).toContain('past seasons (2024, 2025) for 2026-04-22');
    expect(JSON.parse(spliced.stdout).context.points).toEqual([
      [10, 0, 1, 9],
      [31 / 3, 0, 1, 11],
      [37 / 3, 0, 1, 5.5],
      [38 / 3, 0, 1, 7.5],
    ]);
    const inTurn = await decide(
      ...words,
      '--history',
      file('history.csv'),
      '--least-seasons',
      '2',
      '--join',
      'in-turn',
    );
    expect(JSON.parse(inTurn.stdout).context.points).toHaveLength(2);
  });

  it('takes one variable by name, and the state knows the declared ones', async () => {
    const words = [
      '--forecast',
      file('ensemble.json'),
      '--window',
      '2026-04-20..2026-04-21',
      ...TEMPERATURE,
      ...NOW,
    ];
    const context = ['--context', '{"soil":"clay","rain":20}'];
    expect((await decide(...words, ...context)).code).toBe(0);
    const again = await runHedgerow('decide', '--state', file('farm.state'), ...words, ...context);
    expect(again.stdout).toContain('decision d2');
    const strange = await runHedgerow(
      'decide',
      '--state',
      file('farm.state'),
      ...words,
      ...context,
      '--variable',
      'wind=precipitation_sum:sum',
    );
    expect(strange.stderr).toContain(
      'must tell each of the declared variables once (temperature, soil, rain); received "wind"',
    );
  });

  it('refuses what is stale, incomplete or misspelt, and books nothing', async () => {
    const forecast = ['--forecast', file('ensemble.json')];
    const window = ['--window', '2026-04-20..2026-04-21'];
    const stale = await decide(
      ...forecast,
      ...window,
      ...TEMPERATURE,
      ...RAIN,
      ...SOIL,
      '--now',
      '2026-05-20T06:00Z',
    );
    expect(stale.stderr).toContain('[HF_STALE]');
    writeFileSync(file('old.json'), JSON.stringify(ENSEMBLE).replaceAll('2026-', '2001-'));
    const then = ['--forecast', file('old.json'), '--window', '2001-04-20..2001-04-21'];
    const old = await decide(...then, ...TEMPERATURE, ...RAIN, ...SOIL);
    expect(old.stderr).toContain('[HF_STALE]');
    const half = await decide(...forecast, ...TEMPERATURE, ...NOW);
    expect(half.stderr).toContain('--window and --variable belong together');
    const misspelt = await decide('--variable', 'temperature', ...NOW);
    expect(misspelt).toMatchObject({ code: 2, stdout: '' });
    expect(misspelt.stderr).toContain('It must read name=column:mean');
    expect(existsSync(file('farm.state'))).toBe(false);
  });
});
