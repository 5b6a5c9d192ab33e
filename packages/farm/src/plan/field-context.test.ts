import { describe, expect, it } from 'vitest';
import { fitMixedModel } from '../model/fit-mixed-model.ts';
import type { TrialRow } from '../model/trial-row.ts';
import { readFields } from '../tables/read-fields.ts';
import { farmDefinition } from './farm-definition.ts';
import { fieldContext } from './field-context.ts';
import { decisionNames, fieldSituations } from './field-situations.ts';

const row = (field: string, year: number, temperature: number, clay: number): TrialRow[] =>
  ['X', 'Y'].map((hybrid, i) => ({
    field,
    region: field === 'Hill' ? 'N' : 'S',
    year,
    hybrid,
    parents: [],
    yield: 9 + i / 4 + temperature / 10,
    plots: 1,
    covariates: { temperature, clay },
  }));

const MODEL = fitMixedModel(
  [
    row('Hill', 2023, 19, 20),
    row('Hill', 2024, 21, 20),
    row('Brook', 2023, 22, 30),
    row('Brook', 2024, 24, 30),
  ].flat(),
  { crop: 'maize', unit: 't/ha' },
);

const { context: VARIABLES } = farmDefinition(MODEL, {
  fields: [{ name: 'Hill' }, { name: 'Brook' }],
  usual: 'X',
});

const UNKNOWN = { name: 'New', region: null, covariates: {} };

describe('what is known of a field before planting', () => {
  it('is the forecast, then what the table says, then what the trials saw in that field', () => {
    const hill = { ...UNKNOWN, name: 'Hill' };
    const { temperature: deviation } = Object.fromEntries(
      MODEL.covariates.map(({ name, yearDeviation }) => [name, yearDeviation]),
    );
    expect(deviation).toBeGreaterThan(0);
    expect(fieldContext(VARIABLES, hill, { temperature: 23 })).toEqual({
      context: { temperature: 23, clay: 20, region: 'N', field: 'Hill' },
      unknown: [],
      missing: [],
    });
    const told = { ...hill, covariates: { temperature: 22.5, clay: 25 } };
    expect(fieldContext(VARIABLES, told, {}).context).toEqual({
      temperature: { kind: 'normal', mean: 22.5, sd: deviation },
      clay: 25,
      region: 'N',
      field: 'Hill',
    });
    expect(fieldContext(VARIABLES, hill, {}).context.temperature).toEqual({
      kind: 'normal',
      mean: 20,
      sd: deviation,
    });
  });

  it('is what is usual in the region of a field that nobody has tried', () => {
    const south = { name: 'New', region: 's', covariates: {} };
    const { context, unknown } = fieldContext(VARIABLES, south, {});
    expect(unknown).toEqual([]);
    expect(context).toMatchObject({ temperature: { mean: 23 }, clay: 30, region: 'S' });
  });

  it('is the mean of all fields where nothing is known, as uncertain as they differ', () => {
    const { context, unknown } = fieldContext(VARIABLES, UNKNOWN, {});
    expect(unknown).toEqual(MODEL.covariates.map(({ name }) => name));
    expect(context).toMatchObject({
      clay: { kind: 'normal', mean: 25, sd: 5 },
      region: 'elsewhere',
      field: 'New',
    });
    const { sd } = context.temperature as { sd: number };
    const { yearDeviation } = MODEL.covariates.find(({ name }) => name === 'temperature')!;
    expect(sd).toBeCloseTo(Math.hypot(1.5, yearDeviation), 12);
  });
});

it('refuses a forecast of something that the model does not know', () => {
  expect(() => fieldContext(VARIABLES, UNKNOWN, { temprature: 20 })).toThrow(
    'weather must be about what the model knows (clay, temperature), but it is "temprature"',
  );
});

describe('situations from a table of fields', () => {
  const { rows } = readFields(
    'Field,Hectares,Farm,Usual hybrid,Blocks,Divisible,Allowed\nHill,12,Miller,X,3,,X;Y\nBrook,7,,,2,no,\n',
  );

  it('take over what the table says, and nothing else', () => {
    const [hill, brook] = fieldSituations(VARIABLES, rows, {});
    expect(hill!.situation).toEqual({
      context: hill!.context,
      size: 12,
      site: 'Miller',
      baseline: { action: 'X' },
      allowed: ['X', 'Y'],
      blocks: 3,
    });
    expect(brook!.situation).toEqual({ context: brook!.context, size: 7, divisible: false });
  });

  it('are named by field, and by block where a field is parted', () => {
    expect(decisionNames(rows).map(({ name }) => name)).toEqual([
      'Hill, block 1',
      'Hill, block 2',
      'Hill, block 3',
      'Brook',
    ]);
  });
});
