/**
 * From files to a decision: values by hand, members that stay joined, and a core that reads the answer.
 */
import {
  type ContextDescription,
  contextFromDescription,
  createPolicy,
  type PolicyDefinition,
} from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { readForecast } from '../read/read-forecast.ts';
import {
  daysFrom,
  metNorway,
  nwsGridpoints,
  openMeteo,
  refusal,
  solcast,
} from '../testing/made-up.ts';
import { arrangeContext } from './arrange-context.ts';
import type { EnsembleDescription, ForecastDescription } from './description.ts';
import { type ForecastContextInput, forecastContext } from './forecast-context.ts';
import type { VariableRequest } from './variable-request.ts';

const read = (document: unknown, options = {}) => readForecast(JSON.stringify(document), options);
const TEMPERATURE: VariableRequest = { from: 'temperature_2m', aggregate: 'mean' };
const RAIN: VariableRequest = { from: 'precipitation', aggregate: 'sum' };
const BOTH_DAYS = { from: '2026-04-20', to: '2026-04-21' };

function ofOpenMeteo(input: Partial<ForecastContextInput> = {}, document = openMeteo()) {
  return forecastContext({
    forecasts: [read(document)],
    window: BOTH_DAYS,
    variables: { temperature: TEMPERATURE, rain: RAIN },
    ...input,
  });
}

/** Whatever is described here, the core knows: checked by the compiler. */
const asCoreKnowsIt = (description: ForecastDescription): ContextDescription => description;

describe('an ensemble', () => {
  it('keeps its members joined across variables', () => {
    const { blocks, units } = ofOpenMeteo();
    expect(blocks).toEqual([
      {
        variables: ['temperature', 'rain'],
        description: {
          kind: 'ensemble',
          points: [
            [10, 24],
            [12, 12],
            [13, 3],
          ],
        },
      },
    ]);
    expect(units).toEqual({ temperature: '°C', rain: 'mm' });
    const { mean, covariance } = contextFromDescription(asCoreKnowsIt(blocks[0]!.description));
    expect([...mean]).toEqual([35 / 3, 13].map((value) => expect.closeTo(value, 12)));
    expect(covariance[1]).toBeLessThan(0);
  });

  it('keeps them joined whatever is made of them: degree days are not those of the mean', () => {
    const variables = {
      warmth: { from: 'temperature_2m', aggregate: 'degree-days', base: 10 },
    } as const;
    expect(ofOpenMeteo({ variables }).blocks).toEqual([
      { variables: ['warmth'], description: { kind: 'ensemble', points: [0, 4, 7] } },
    ]);
  });

  it('refuses a member that one variable has and the other lacks, and names it', () => {
    const document = openMeteo();
    delete document.hourly.precipitation_member02;
    expect(refusal(() => ofOpenMeteo({}, document))).toMatchObject({
      code: 'HF_MISSING',
      message: expect.stringContaining('received 3 and 2, no member02 of precipitation'),
    });
  });

  it('joins members by their names, in whatever order the file has them', () => {
    const document = openMeteo();
    const { precipitation, precipitation_member01, precipitation_member02, ...rest } =
      document.hourly;
    const turned = { ...rest, precipitation_member02, precipitation, precipitation_member01 };
    expect(
      ofOpenMeteo({}, { ...document, hourly: turned as typeof document.hourly }).blocks,
    ).toEqual(ofOpenMeteo().blocks);
  });

  it('refuses a member that ends early', () => {
    const document = openMeteo();
    document.hourly.precipitation_member02!.length = 40;
    expect(refusal(() => ofOpenMeteo({}, document)).message).toContain(
      'nothing of member02 for 2026-04-21T15:00',
    );
  });

  it('of two files are two blocks, and their clocks may differ', () => {
    const late = read({ ...openMeteo(), utc_offset_seconds: 0 });
    const { series, ...rest } = late;
    const rainFile = { ...rest, series: series.filter(({ name }) => name === 'precipitation') };
    const first = read(openMeteo());
    const temperatureFile = {
      ...first,
      series: first.series.filter(({ name }) => name === 'temperature_2m'),
    };
    const { blocks } = ofOpenMeteo({ forecasts: [temperatureFile, rainFile] });
    expect(blocks.map(({ variables }) => variables)).toEqual([['temperature'], ['rain']]);
    expect(refusal(() => ofOpenMeteo({ forecasts: [first, late] })).message).toContain(
      'temperature_2m must be in one of the files only; received 2 files',
    );
  });
});

describe('quantiles', () => {
  const window = { from: '2026-11-16', to: '2026-11-16' };

  it('are followed through the window, and this is said', () => {
    const { blocks, notes } = forecastContext({
      forecasts: [read(metNorway())],
      window,
      variables: { temperature: { from: 'air_temperature', aggregate: 'mean' } },
    });
    expect(blocks).toEqual([
      { variables: ['temperature'], description: { kind: 'quantiles', p10: 6, p50: 8, p90: 11 } },
    ]);
    expect(notes.join(' ')).toContain(
      '(comonotone): no other reading of the file has a larger variance',
    );
    expect(contextFromDescription(blocks[0]!.description).mean[0]).toBeGreaterThan(8);
  });

  it('of what is never negative have a limit at 0; kW add up to kWh', () => {
    const { blocks, units } = forecastContext({
      forecasts: [read(solcast())],
      window: { from: '2026-11-16T10:00', to: '2026-11-16T12:00' },
      variables: { sun: { from: 'pv_estimate', aggregate: 'sum' } },
    });
    expect(blocks[0]!.description).toEqual({ kind: 'quantiles', p10: 4, p50: 5, p90: 6.5, min: 0 });
    expect(units).toEqual({ sun: 'kWh' });
    expect(contextFromDescription(blocks[0]!.description).mean[0]).toBeGreaterThan(4.9);
  });

  it('that are all equal are read by the core, too', () => {
    const text = ['date,rain_p10 (mm),rain_p90 (mm)', '2026-11-16,0,0'].join('\n');
    const { blocks } = forecastContext({
      forecasts: [readForecast(text)],
      window,
      variables: { rain: { from: 'rain', aggregate: 'sum' } },
    });
    expect(contextFromDescription(blocks[0]!.description).mean[0]).toBe(0);
  });

  it('of one level are too few', () => {
    const text = ['date,rain_p50', '2026-11-16,0'].join('\n');
    const request = () =>
      forecastContext({
        forecasts: [readForecast(text)],
        window,
        variables: { rain: { from: 'rain', aggregate: 'sum' } },
      });
    expect(refusal(request).message).toContain('at least two quantiles; received p50');
  });
});

describe('a forecast without a spread', () => {
  const window = { from: '2026-11-16', to: '2026-11-16' };
  const rain = (request: Partial<VariableRequest>) =>
    forecastContext({
      forecasts: [read(nwsGridpoints())],
      window,
      variables: { rain: { from: 'quantitativePrecipitation', aggregate: 'sum', ...request } },
    }).blocks[0]!.description;

  it('needs to be told how far off it is; 0 takes it as certain', () => {
    expect(refusal(() => rain({}))).toMatchObject({
      code: 'HF_MISSING',
      message: expect.stringContaining(
        'rain is forecast without a spread, so sd must say how far off',
      ),
    });
    expect(rain({ sd: 2.5 })).toEqual({ kind: 'normal', mean: 7, sd: 2.5 });
    expect(rain({ sd: 0 })).toEqual({ kind: 'exact', value: 7 });
    for (const sd of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(refusal(() => rain({ sd })).code).toBe('HF_RANGE');
    }
    for (const sd of [0, 2.5]) expect(contextFromDescription(rain({ sd })).mean[0]).toBe(7);
  });

  it('may have a deviation in the file: it is added up as if days hung together', () => {
    const text = ['date,t (°C),t_sd', '2026-11-16,10,2', '2026-11-17,20,4'].join('\n');
    const ask = (request: Partial<VariableRequest>) =>
      forecastContext({
        forecasts: [readForecast(text)],
        window: { from: '2026-11-16', to: '2026-11-17' },
        variables: { t: { from: 't', aggregate: 'mean', ...request } },
      }).blocks[0]!.description;
    expect(ask({})).toEqual({ kind: 'normal', mean: 15, sd: 3 });
    expect(ask({ unit: '°F' })).toEqual({ kind: 'normal', mean: 59, sd: expect.closeTo(5.4, 12) });
    expect(refusal(() => ask({ sd: 1 })).message).toContain('received both');
    expect(refusal(() => ask({ aggregate: 'degree-days', base: 10 })).message).toContain(
      'a deviation does not survive',
    );
  });
});

describe('age', () => {
  it('is counted from when the file says it was made', () => {
    const ask = (now: string, maxAgeHours?: number) => () =>
      forecastContext({
        forecasts: [read(metNorway())],
        window: { from: '2026-11-16', to: '2026-11-16' },
        variables: { t: { from: 'air_temperature', aggregate: 'mean' } },
        now,
        ...(maxAgeHours === undefined ? {} : { maxAgeHours }),
      });
    expect(ask('2026-11-17T17:00Z')().blocks).toHaveLength(1);
    expect(ask('2026-11-17T18:30+01:00')().blocks).toHaveLength(1);
    expect(refusal(ask('2026-11-17T18:00Z'))).toMatchObject({
      code: 'HF_STALE',
      message: expect.stringContaining(
        'not be more than 48 hours old, nor come from the future; received one that was made at 2026-11-15T17:30Z, seen from 2026-11-17T18:00Z',
      ),
    });
    expect(refusal(ask('2026-11-16T00:00Z', 6)).code).toBe('HF_STALE');
    expect(ask('2026-11-09T12:00Z')().blocks).toHaveLength(1);
    expect(refusal(ask('2026-11-08T12:00Z')).code).toBe('HF_STALE');
  });

  it('is counted from the first step where the file is silent, on its own clock', () => {
    expect(ofOpenMeteo({ now: '2026-04-21T20:00Z' }).blocks).toHaveLength(1);
    expect(refusal(() => ofOpenMeteo({ now: '2026-04-22T00:00Z' })).message).toContain(
      'one that begins at 2026-04-19T21:00Z',
    );
    expect(ofOpenMeteo({ now: '2026-04-01' }).blocks).toHaveLength(1);
  });
});

describe('what is asked', () => {
  it('must be there', () => {
    expect(
      refusal(() => ofOpenMeteo({ variables: { t: { from: 'temp', aggregate: 'mean' } } })),
    ).toMatchObject({
      code: 'HF_MISSING',
      message: expect.stringContaining(
        'temp must be in the forecast; received one with temperature_2m, precipitation',
      ),
    });
    expect(refusal(() => ofOpenMeteo({ variables: {} })).code).toBe('HF_MISSING');
    expect(
      refusal(() => ofOpenMeteo({ variables: { t: { from: '__proto__', aggregate: 'mean' } } }))
        .code,
    ).toBe('HF_MISSING');
    expect(
      refusal(() => ofOpenMeteo({ window: { from: '2026-04-20', to: '2026-04-22' } })).code,
    ).toBe('HF_MISSING');
    expect(
      refusal(() => ofOpenMeteo({ variables: { t: { ...TEMPERATURE, fileUnit: '°F' } } })).message,
    ).toContain('is said by the file; received °F against °C');
    const half = { from: '2026-04-20T00:00', to: '2026-04-20T12:00' };
    const warmth = { w: { from: 'temperature_2m', aggregate: 'degree-days', base: 5 } } as const;
    expect(refusal(() => ofOpenMeteo({ window: half, variables: warmth })).message).toContain(
      'need a window of whole days',
    );
  });

  it('may be called __proto__', () => {
    const variables = JSON.parse('{"__proto__":{"from":"temperature_2m","aggregate":"mean"}}');
    const { blocks, units } = ofOpenMeteo({ variables });
    expect(blocks[0]!.variables).toEqual(['__proto__']);
    expect(Object.keys(units)).toEqual(['__proto__']);
  });
});

describe('a policy', () => {
  const policy = (context: PolicyDefinition['context']) =>
    createPolicy({
      actions: ['local', 'new'],
      baseline: { action: 'local', reward: 8 },
      context,
      reward: { min: 4, max: 14 },
      allowedShortfall: 0.1,
      seed: 1,
    });

  it('takes a joint forecast with what else is known between and around it', () => {
    const declared = {
      soil: { min: 0, max: 1 },
      temperature: { min: 0, max: 30 },
      region: { categories: ['north', 'south'] },
      rain: { min: 0, max: 100 },
      price: { min: 0, max: 10 },
    };
    const arranged = arrangeContext({
      declared,
      blocks: ofOpenMeteo().blocks,
      others: { soil: 0.25, region: 'south', price: { kind: 'normal', mean: 4, sd: 1 } },
    });
    expect(arranged).toEqual({
      kind: 'joint',
      description: {
        kind: 'independent',
        blocks: [
          { kind: 'exact', value: [0.25] },
          {
            kind: 'ensemble',
            points: [
              [10, 0, 1, 24],
              [12, 0, 1, 12],
              [13, 0, 1, 3],
            ],
          },
          { kind: 'normal', mean: 4, sd: 1 },
        ],
      },
    });
    if (arranged.kind !== 'joint') throw new Error('joint');
    const receipt = policy(declared).decide(contextFromDescription(arranged.description));
    expect(receipt.context.kind).toBe('independent');
  });

  it('takes a joint forecast of all its variables in its own order, and one of one variable by name', () => {
    const declared = { rain: { min: 0, max: 100 }, temperature: { min: 0, max: 30 } };
    const arranged = arrangeContext({ declared, blocks: ofOpenMeteo().blocks });
    expect(arranged).toEqual({
      kind: 'joint',
      description: {
        kind: 'ensemble',
        points: [
          [24, 10],
          [12, 12],
          [3, 13],
        ],
      },
    });
    const byName = arrangeContext({
      declared,
      blocks: ofOpenMeteo({ variables: { temperature: TEMPERATURE } }).blocks,
      others: { rain: 12 },
    });
    expect(byName).toEqual({
      kind: 'by-name',
      variables: { rain: 12, temperature: { kind: 'ensemble', points: [10, 12, 13] } },
    });
    if (byName.kind !== 'by-name') throw new Error('by name');
    expect(policy(declared).decide(byName.variables as Record<string, number>).context.kind).toBe(
      'independent',
    );
  });

  it.each([
    [
      'a distribution between',
      { a: { kind: 'normal', mean: 0, sd: 1 } },
      'a stands between variables that are forecast together',
    ],
    ['nothing between', {}, 'a stands between variables that are forecast together'],
    ['a variable twice', { a: 0.5, rain: 3 }, 'rain twice'],
    ['a stranger', { a: 0.5, b: 3 }, '(temperature, a, rain); received "b"'],
  ])('refuses %s', (_, others, words) => {
    const declared = {
      temperature: { min: 0, max: 30 },
      a: { min: 0, max: 1 },
      rain: { min: 0, max: 100 },
    };
    expect(
      refusal(() => arrangeContext({ declared, blocks: ofOpenMeteo().blocks, others })).message,
    ).toContain(words);
  });

  it('gets categories by name in its own order, and misses what nobody tells', () => {
    const declared = {
      temperature: { min: 0, max: 30 },
      rain: { min: 0, max: 100 },
      sky: { categories: ['wet', 'dry'] },
    };
    const { blocks } = ofOpenMeteo();
    expect(
      arrangeContext({
        declared,
        blocks,
        others: { sky: { kind: 'categories', probabilities: { dry: 0.25, wet: 0.75 } } },
      }),
    ).toMatchObject({
      description: {
        blocks: [{ kind: 'ensemble' }, { kind: 'categories', probabilities: [0.75, 0.25] }],
      },
    });
    expect(refusal(() => arrangeContext({ declared, blocks })).message).toContain(
      'the context must tell sky',
    );
    expect(
      refusal(() => arrangeContext({ declared, blocks, others: { sky: 'grey' } })).message,
    ).toContain('sky must be one of wet, dry');
  });
});

it('a season of hours of fifty members and two variables becomes a context at once', () => {
  const time = daysFrom('2026-04-20', 150).flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:00`),
  );
  const hourly: Record<string, unknown> = { time };
  for (let k = 0; k <= 50; k++) {
    hourly[k === 0 ? 'temperature_2m' : `temperature_2m_member${k}`] = time.map(
      (_, hour) => 10 + k / 8 + (hour % 24) / 4,
    );
  }
  const { blocks } = forecastContext({
    forecasts: [read({ hourly_units: { temperature_2m: '°C' }, hourly })],
    window: { from: '2026-04-20', to: '2026-09-16' },
    variables: {
      mean: TEMPERATURE,
      warmth: { from: 'temperature_2m', aggregate: 'degree-days', base: 10 },
    },
  });
  const { points } = blocks[0]!.description as EnsembleDescription;
  expect(points[8]).toEqual([expect.closeTo(13.875, 9), expect.closeTo(3.875 * 150, 7)]);
});
