import { describe, expect, it } from 'vitest';
import { fileWeather, NO_FILES } from './forecast-file.ts';

const VARIABLES = [
  { name: 'temp', min: 0, max: 40 },
  { name: 'rain', min: 0, max: 20 },
];

/** An ensemble of two members over two days. */
const ENSEMBLE = JSON.stringify({
  latitude: 42,
  longitude: -93,
  utc_offset_seconds: 0,
  daily_units: {
    time: 'iso8601',
    temperature_2m_mean: '°C',
    temperature_2m_mean_member01: '°C',
    precipitation_sum: 'mm',
    precipitation_sum_member01: 'mm',
  },
  daily: {
    time: ['2027-05-01', '2027-05-02'],
    temperature_2m_mean: [20, 22],
    temperature_2m_mean_member01: [18, 18],
    precipitation_sum: [2, 4],
    precipitation_sum_member01: [0, 1],
  },
});
const FILES = { ...NO_FILES, forecast: ENSEMBLE, from: '2027-05-01', to: '2027-05-02' };

describe('weather from files', () => {
  it('is the mean of the season, member by member', () => {
    const { weather, fault } = fileWeather(FILES, VARIABLES);
    expect(fault).toBeNull();
    expect(weather).toMatchObject({
      temp: { kind: 'ensemble', points: [21, 18] },
      rain: { kind: 'ensemble', points: [3, 0.5] },
    });
  });

  it('says what is missing, and asks nothing of no files', () => {
    expect(fileWeather(NO_FILES, VARIABLES)).toEqual({ weather: null, notes: [], fault: null });
    expect(fileWeather({ ...FILES, to: '' }, VARIABLES).fault).toContain('which day');
    expect(fileWeather({ ...FILES, to: '2027-09-01' }, VARIABLES).fault).toMatch(
      /must|cover|reach/,
    );
    expect(fileWeather({ ...FILES, forecast: 'nothing' }, VARIABLES).fault).not.toBeNull();
    const soil = [{ name: 'frost', min: 0, max: 9 }];
    expect(fileWeather(FILES, soil).fault).toContain('frost');
  });
});
