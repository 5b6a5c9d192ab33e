/**
 * Small made-up documents in the forms in which forecasts are downloaded.
 */

/** Returns `count` times from a first one, as wall times without a zone. */
export function hoursFrom(first: string, count: number, stepHours = 1): string[] {
  const start = Date.parse(`${first}Z`);
  return Array.from({ length: count }, (_, k) =>
    new Date(start + k * stepHours * 3_600_000).toISOString().slice(0, 16),
  );
}

/** Returns `count` dates from a first one. */
export function daysFrom(first: string, count: number): string[] {
  return hoursFrom(`${first}T00:00`, count, 24).map((time) => time.slice(0, 10));
}

/** An Open-Meteo ensemble over two days: a control and two members of temperature and rain, hourly. */
export function openMeteo(): {
  utc_offset_seconds: number;
  hourly_units: Record<string, string>;
  hourly: Record<string, unknown[]>;
} {
  const time = hoursFrom('2026-04-20T00:00', 49);
  const constant = (value: number) => time.map(() => value);
  return {
    utc_offset_seconds: 7200,
    hourly_units: {
      time: 'iso8601',
      temperature_2m: '°C',
      temperature_2m_member01: '°C',
      temperature_2m_member02: '°C',
      precipitation: 'mm',
      precipitation_member01: 'mm',
      precipitation_member02: 'mm',
    },
    hourly: {
      time,
      temperature_2m: constant(10),
      temperature_2m_member01: constant(12),
      temperature_2m_member02: time.map((_, hour) => (hour < 24 ? 9 : 17)),
      precipitation: constant(0.5),
      precipitation_member01: constant(0.25),
      precipitation_member02: time.map((_, hour) => (hour <= 24 ? 0.125 : 0)),
    },
  };
}

/** Two hourly entries and two of six hours, as MET Norway has them. */
export function metNorway(): { properties: { meta: unknown; timeseries: MetEntry[] } } {
  const entry = (time: string, temperature: number, hours: 1 | 6, amount: number): MetEntry => ({
    time,
    data: {
      instant: {
        details: {
          air_temperature: temperature,
          air_temperature_percentile_10: temperature - 2,
          air_temperature_percentile_90: temperature + 3,
          relative_humidity: 80,
        },
      },
      [`next_${hours}_hours`]: { details: { precipitation_amount: amount } },
    },
  });
  return {
    properties: {
      meta: {
        updated_at: '2026-11-15T17:30:00Z',
        units: { air_temperature: 'celsius', relative_humidity: '%', precipitation_amount: 'mm' },
      },
      timeseries: [
        entry('2026-11-15T22:00:00Z', 4, 1, 0.5),
        entry('2026-11-15T23:00:00Z', 5, 1, 0.25),
        entry('2026-11-16T00:00:00Z', 6, 6, 3),
        entry('2026-11-16T06:00:00Z', 8, 6, 0),
        entry('2026-11-16T12:00:00Z', 10, 6, 1.5),
        entry('2026-11-16T18:00:00Z', 8, 6, 0),
      ],
    },
  };
}

export interface MetEntry {
  time: string;
  data: {
    instant: { details: Record<string, unknown> };
    [next: string]: { details: Record<string, unknown> };
  };
}

/** A layer of rain and one of temperature, as the National Weather Service has them. */
export function nwsGridpoints(): {
  properties: Record<string, unknown>;
} {
  return {
    properties: {
      updateTime: '2026-11-15T18:00:00+00:00',
      elevation: { unitCode: 'wmoUnit:m', value: 100 },
      weather: {
        values: [{ validTime: '2026-11-16T00:00:00+00:00/PT6H', value: [{ weather: 'rain' }] }],
      },
      quantitativePrecipitation: {
        uom: 'wmoUnit:mm',
        values: [
          { validTime: '2026-11-16T00:00:00+00:00/PT6H', value: 2.5 },
          { validTime: '2026-11-16T06:00:00+00:00/PT18H', value: 4.5 },
        ],
      },
      temperature: {
        uom: 'wmoUnit:degC',
        values: [
          { validTime: '2026-11-16T00:00:00+00:00/PT18H', value: 4 },
          { validTime: '2026-11-16T18:00:00+00:00/PT6H', value: 8 },
        ],
      },
    },
  };
}

/** Four half hours of rooftop power, stamped at their ends. */
export function solcast(): { forecasts: Record<string, unknown>[] } {
  const ends = ['10:30', '11:00', '11:30', '12:00'];
  return {
    forecasts: ends.map((end, k) => ({
      pv_estimate: 1 + k,
      pv_estimate10: 0.5 + k,
      pv_estimate90: 1.75 + k,
      period_end: `2026-11-16T${end}:00.0000000Z`,
      period: 'PT30M',
    })),
  };
}

/** Days of several years as a table, `value(year, k)` on day k of each. */
export function historyTable(
  years: readonly number[],
  { from, count, columns }: HistoryShape,
): string {
  const names = Object.keys(columns);
  const rows = years.flatMap((year) =>
    daysFrom(`${year}-${from}`, count).map((day, k) =>
      [day, ...names.map((name) => columns[name]!(year, k))].join(','),
    ),
  );
  return [['date', ...names].join(','), ...rows].join('\n');
}

export interface HistoryShape {
  /** Month and day, `04-20`. */
  readonly from: string;
  readonly count: number;
  /** Headings, with their units. */
  readonly columns: Readonly<Record<string, (year: number, k: number) => number>>;
}

/** Returns what is thrown, or fails. */
export function refusal(work: () => unknown): Error & { code?: string } {
  try {
    work();
  } catch (error) {
    return error as Error & { code?: string };
  }
  throw new Error('nothing was refused');
}
