import { describe, expect, it } from 'vitest';
import { parseForecast } from './parse-forecast.ts';

describe('a forecast of one number', () => {
  it('is known exactly, a mean with a deviation, or quantiles', () => {
    expect(parseForecast('rain', '3.5').describe()).toEqual({ kind: 'exact', value: 3.5 });
    const normal = { kind: 'normal', mean: 22.5, sd: 0.8 };
    expect(parseForecast('rain', ' 22.5 , 0.8 ').describe()).toEqual(normal);
    expect(parseForecast('rain', 'p10:21.4,p50:22.5,p90:23.6').describe().kind).toBe('quantiles');
  });

  it.each(['', 'warm', '1,2,3', 'p10:1,2', '10:1,90:2', 'p10:'])('refuses %j', (text) => {
    expect(() => parseForecast('rain', text)).toThrow(/rain must be a number, a mean and/);
  });
});
