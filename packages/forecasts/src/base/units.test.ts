import { describe, expect, it } from 'vitest';
import { refusal } from '../testing/made-up.ts';
import { amountOf, convert, findUnit, rateOf, requireUnit } from './units.ts';

const inUnit = (value: number, from: string, to: string) =>
  convert(value, requireUnit(from), requireUnit(to));

describe('units', () => {
  it.each([
    [20, '°C', '°F', 68],
    [68, '°F', '°C', 20],
    [293.15, 'K', '°C', 20],
    [50, '°F', 'K', 283.15],
    [2, 'inch', 'mm', 50.8],
    [100, 'W/m²', 'MJ/m²/day', 8.64],
    [2, 'kWh/m²/day', 'MJ/m²/day', 7.2],
    [1, 'mm/h', 'mm/day', 24],
    [36, 'km/h', 'm/s', 10],
    [10, 'kn', 'km/h', 18.52],
    [2, 'kW', 'kWh/day', 48],
    [1, 'MJ/m²', 'kWh/m²', 1 / 3.6],
    [101.3, 'kPa', 'hPa', 1013],
  ])('%d %s is that many %s', (value, from, to, expected) => {
    expect(inUnit(value, from, to)).toBeCloseTo(expected, 9);
  });

  it.each([
    ['wmoUnit:degC', '°C'],
    ['celsius', '°C'],
    ['C', '°C'],
    ['wmoUnit:km_h-1', 'km/h'],
    ['wmoUnit:W_m-2', 'W/m²'],
    ['W m^-2', 'W/m²'],
    ['W/m2', 'W/m²'],
    ['kg m-2 s-1', 'kg/m²/s'],
    ['kW-hr/m^2/day', 'kWh/m²/day'],
    ['MJ/m^2/day', 'MJ/m²/day'],
    ['mm/d', 'mm/day'],
    ['mm day-1', 'mm/day'],
    ['mp/h', 'mph'],
    [' mm ', 'mm'],
  ])('reads %s as %s', (text, name) => {
    expect(findUnit(text)?.name).toBe(name);
  });

  it('every amount has its rate, and the sum of every rate an amount', () => {
    for (const name of [
      'mm',
      'cm',
      'inch',
      'MJ/m²',
      'J/m²',
      'kWh/m²',
      'Wh/m²',
      'kWh',
      'Wh',
      'MWh',
      'h',
      'min',
      's',
    ]) {
      const amount = requireUnit(name);
      expect(rateOf(amount).nature).toBe('rate');
      expect(amountOf(rateOf(amount)).dimension).toBe(amount.dimension);
      expect(convert(3, amount, rateOf(amount))).toBeCloseTo(3, 12);
    }
    expect(amountOf(requireUnit('W/m²')).name).toBe('MJ/m²');
    expect(amountOf(requireUnit('kW')).name).toBe('kWh');
    expect(amountOf(requireUnit('inch/h')).name).toBe('inch');
    expect(amountOf(requireUnit('kg/m²/s')).name).toBe('mm');
  });

  it('does not know what it does not know', () => {
    for (const text of ['', 'furlong', '__proto__', 'constructor', 'mm²', '°']) {
      expect(findUnit(text)).toBeUndefined();
    }
    expect(refusal(() => requireUnit('furlong'))).toMatchObject({
      code: 'HF_UNIT',
      message: expect.stringMatching(/received "furlong".*Known are °C/),
    });
  });
});
