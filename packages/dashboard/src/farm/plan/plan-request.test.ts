import type { PolicyDefinition, Subject } from '@hedgerow/client';
import { describe, expect, it } from 'vitest';
import { weatherVariables } from '../fields/field-variables.ts';
import { planRequest } from './plan-request.ts';
import { firstNumbers, typedFault, typedWeather, usualWeather } from './weather.ts';

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
  notes: { 'usual temp': 21, 'temp from year to year': 0.8, 'usual rain': 3 },
};

describe('the weather of a plan', () => {
  it('is what is usual in the field, as its notes tell', () => {
    expect(usualWeather(BROOK, VARIABLES)).toEqual({
      temp: { kind: 'normal', mean: 21, sd: 0.8 },
      rain: { kind: 'normal', mean: 3, sd: 0 },
    });
  });

  it('is what trials have seen where the notes are silent, and unknown without trials', () => {
    const [temp] = VARIABLES;
    expect(usualWeather({ name: 'Mill' }, [temp!])).toEqual({
      temp: { kind: 'normal', mean: 21, sd: 2.5 },
    });
    expect(usualWeather({ name: 'Mill' }, VARIABLES)).toBeNull();
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
    expect(firstNumbers([BROOK], VARIABLES).temp).toEqual({ mean: '21', deviation: '0.8' });
  });
});

describe('the question of a plan', () => {
  it('names each field, and what it is to the model', () => {
    const request = planRequest({
      definition: FARM,
      season: ' 2027 ',
      fields: [BROOK, { name: 'Mill' }],
      weatherFor: () => ({ temp: 20 }),
    });
    expect(request).toEqual({
      group: '2027',
      situations: [
        { subject: 'Brook', context: { field: 'Brook', temp: 20 } },
        { subject: 'Mill', context: { field: 'another field', temp: 20 } },
      ],
    });
  });

  it('is not asked while something is missing', () => {
    const input = { definition: FARM, season: '2027', fields: [BROOK], weatherFor: () => null };
    expect(planRequest(input)).toBeNull();
    expect(planRequest({ ...input, season: ' ', weatherFor: () => ({}) })).toBeNull();
    expect(planRequest({ ...input, fields: [], weatherFor: () => ({}) })).toBeNull();
  });
});
