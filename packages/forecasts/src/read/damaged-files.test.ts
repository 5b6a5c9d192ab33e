/**
 * Damaged files: whatever is cut off or put in, they are read or refused, and nothing else is thrown.
 */
import { describe, expect, it } from 'vitest';
import { ForecastError } from '../forecast-error.ts';
import { metNorway, nwsGridpoints, openMeteo, solcast } from '../testing/made-up.ts';
import { describeForecast } from '../window/describe-forecast.ts';
import { readForecast } from './read-forecast.ts';

const POWER = {
  header: { fill_value: -999 },
  parameters: { T2M: { units: 'C' } },
  properties: { parameter: { T2M: { 20160301: 1, 20160302: 2 } } },
};
const DOCUMENTS = {
  openMeteo: openMeteo(),
  metNorway: metNorway(),
  nws: nwsGridpoints(),
  solcast: solcast(),
  power: POWER,
};
const TABLES = [
  'date;temp (°C);rain_p10;rain_p90\n2026-04-20;1,5;2;3\n2026-04-21;"1,5";2;3\n',
  '-BEGIN HEADER-\nT2M x (C)\n-END HEADER-\nYEAR,DOY,T2M\n2016,60,1.5\n2016,61,2\n',
  'reference_date,target_end_date,output_type,output_type_id,value\n2026-11-14,2026-11-21,quantile,0.1,3\n2026-11-14,2026-11-21,quantile,0.9,4\n',
  'latitude,longitude,utc_offset_seconds\n1,2,3600\n\ntime,t (°C),t_member01 (°C)\n2026-04-20T00:00,1,2\n2026-04-20T01:00,1,2\n',
];
const ODD = [
  null,
  '',
  'x',
  -1,
  1e308,
  true,
  [],
  {},
  [null],
  [[]],
  { time: [] },
  '2026-02-30',
  '__proto__',
];

/** Reads or refuses; returns what is thrown beside. */
function fault(text: string): unknown {
  try {
    describeForecast(readForecast(text));
    return null;
  } catch (error) {
    return error instanceof ForecastError ? null : error;
  }
}

/** Calls `visit` with the document in every state that one odd value makes of it. */
function damage(root: unknown, visit: (text: string) => void): void {
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    const record = node as Record<string, unknown>;
    for (const key of Object.keys(record).slice(0, 9)) {
      const kept = record[key];
      for (const odd of [...ODD, undefined]) {
        record[key] = odd;
        visit(JSON.stringify(root));
      }
      record[key] = kept;
      walk(kept);
    }
  };
  walk(root);
}

describe('a damaged file', () => {
  it.each(Object.entries(DOCUMENTS))('%s with odd values is read or refused', (_, document) => {
    let count = 0;
    damage(structuredClone(document), (text) => {
      count++;
      expect(fault(text), text.slice(0, 300)).toBeNull();
    });
    expect(count).toBeGreaterThan(100);
  });

  it('that was cut off is read or refused', () => {
    const texts = [
      ...TABLES,
      ...Object.values(DOCUMENTS).map((document) => JSON.stringify(document)),
    ];
    for (const text of texts) {
      const step = Math.max(1, Math.floor(text.length / 400));
      for (let end = 0; end < text.length; end += step) {
        expect(fault(text.slice(0, end)), text.slice(0, end)).toBeNull();
      }
    }
  });

  it('with odd letters is read or refused', () => {
    for (const text of TABLES) {
      for (let k = 0; k < text.length; k++) {
        for (const letter of [
          '"',
          ';',
          ',',
          '\n',
          '\r',
          '\t',
          '#',
          '{',
          '.',
          '9',
          '\u0000',
          'é',
          '',
        ]) {
          const damaged = text.slice(0, k) + letter + text.slice(k + 1);
          expect(fault(damaged), damaged).toBeNull();
        }
      }
    }
  });

  it('with long runs of one letter takes no longer than its length', () => {
    for (const letter of [
      ' ',
      '\n',
      '"',
      ',',
      '(',
      '#',
      '_',
      '-',
      '1',
      '[',
      '\t',
      '/',
      'm2',
      ' m-2',
    ]) {
      const run = letter.repeat(60_000);
      for (const text of [
        run,
        `date,a${run}b\n2026-04-20,1\n`,
        `date,a\n2026-04-20,${run}`,
        `${run}\ndate,a\n2026-04-20,1`,
      ]) {
        expect(fault(text)).toBeNull();
      }
    }
  });
});
