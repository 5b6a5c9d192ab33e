import type { PolicyDefinition, Subject } from '@hedgerow/client';
import { describe, expect, it } from 'vitest';
import { weatherVariables } from '../fields/field-variables.ts';
import { contextOf } from './known-field.ts';
import { planRequest } from './plan-request.ts';
import { firstNumbers, hasUsualWeather, typedFault, typedWeather } from './weather.ts';

const FARM: PolicyDefinition = {
  actions: ['Own', 'Ada'],
  baseline: { action: 'Own' },
  context: {
    temp: { min: 0, max: 40, seen: { min: 16, max: 26, step: 2 } },
    rain: { min: 0, max: 9 },
    clay: { min: 0, max: 100 },
    field: { categories: ['Brook', 'another field'] },
  },
  reward: { min: 2, max: 16 },
  size: { typical: 20 },
  split: {},
};
const VARIABLES = weatherVariables(FARM);
const BROOK: Subject = {
  name: 'Brook',
  context: { clay: 30 },
  notes: { 'usual temp': 21, 'usual rain': 3 },
};

describe('the weather of a plan', () => {
  it('is what is usual in the field, as its notes tell', () => {
    expect(contextOf(FARM, BROOK, {})).toMatchObject({
      context: { temp: { kind: 'normal', mean: 21, sd: 2.5 }, rain: 3, clay: 30, field: 'Brook' },
      missing: [],
    });
    expect(hasUsualWeather(FARM, [BROOK], VARIABLES)).toBe(true);
  });

  it('is what trials have seen where the notes are silent, and unknown without trials', () => {
    expect(contextOf(FARM, { name: 'Mill' }, {})).toEqual({
      context: { temp: { kind: 'normal', mean: 21, sd: 2.5 }, field: 'another field' },
      unknown: ['temp'],
      missing: ['rain', 'clay'],
    });
    expect(hasUsualWeather(FARM, [BROOK, { name: 'Mill' }], VARIABLES)).toBe(false);
  });

  it('can be typed, with a decimal comma', () => {
    const typed = {
      temp: { mean: '20,5', deviation: '1' },
      rain: { mean: '3', deviation: '' },
    };
    expect(typedWeather(typed, VARIABLES)).toEqual({
      temp: { kind: 'normal', mean: 20.5, sd: 1 },
      rain: { kind: 'normal', mean: 3, sd: 0 },
    });
    expect(typedWeather({ temp: typed.temp }, VARIABLES)).toBeNull();
    expect(typedFault({ mean: '50', deviation: '' }, VARIABLES[0]!)).toContain('from 0 to 40');
    expect(typedFault({ mean: '20', deviation: '-1' }, VARIABLES[0]!)).toContain('0 or more');
    expect(firstNumbers(FARM, [BROOK], VARIABLES).temp).toEqual({ mean: '21', deviation: '2.5' });
  });
});

describe('the question of a plan', () => {
  const input = {
    definition: FARM,
    season: ' 2027 ',
    fields: [BROOK, { name: 'Mill', context: { clay: 20 } }],
    weather: { temp: 20, rain: 3 },
  };

  it('names each field, and what it is to the model', () => {
    expect(planRequest(input)).toEqual({
      group: '2027',
      situations: [
        { subject: 'Brook', context: { field: 'Brook', temp: 20, rain: 3, clay: 30 } },
        { subject: 'Mill', context: { field: 'another field', temp: 20, rain: 3, clay: 20 } },
      ],
    });
  });

  it('is not asked while something is missing', () => {
    expect(planRequest({ ...input, weather: null })).toBeNull();
    expect(planRequest({ ...input, weather: { temp: 20 } })).toBeNull();
    expect(planRequest({ ...input, season: ' ' })).toBeNull();
    expect(planRequest({ ...input, fields: [] })).toBeNull();
  });
});
