/**
 * National Weather Service (USA), gridpoints: layers with a unit and values, each for a stretch of time.
 *
 *     "quantitativePrecipitation": { "uom": "wmoUnit:mm",
 *       "values": [{ "validTime": "2026-11-16T06:00:00+00:00/PT6H", "value": 2.5 }] }
 *
 * There is one value a stretch and no spread.
 */
import { readDuration, readOffset, readStamp, writeTime } from '../base/stamps.ts';
import { ForecastError } from '../forecast-error.ts';
import type { Forecast, ForecastSeries } from './forecast.ts';
import { fieldOf, isRecord, recordOf, textIn, textOf } from './json.ts';
import { readNumber } from './numbers.ts';
import type { ReadOptions } from './read-options.ts';

/** Returns whether a document has layers with stretches of time. */
export function isNwsGridpoints(document: unknown): boolean {
  const properties = fieldOf(document, 'properties');
  return isRecord(properties) && layersOf(properties).length > 0;
}

/** Reads the layers of a gridpoint. */
export function readNwsGridpoints(document: unknown, options: ReadOptions): Forecast {
  const properties = recordOf(document, 'properties');
  const utcOffset = readOffset(options.utcOffset ?? 'Z');
  const updated = textIn(properties, 'updateTime');
  const issued = updated === null ? null : readStamp(updated);
  return {
    format: 'nws-gridpoints',
    title: 'National Weather Service gridpoints',
    issuedAt: issued === null ? null : issued.wall - (issued.offset ?? 0),
    utcOffset,
    series: layersOf(properties).map((name) => readLayer(name, properties[name], utcOffset)),
    notes: options.utcOffset === undefined ? ['Days are counted at +00:00.'] : [],
  };
}

/** Layers whose values are numbers: weather and hazards are not. */
function layersOf(properties: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(properties).filter((name) => {
    const values = fieldOf(properties[name], 'values');
    if (!Array.isArray(values) || values.length === 0) return false;
    const isTimed = values.every((one) => textIn(one, 'validTime')?.includes('/') ?? false);
    return isTimed && values.every((one) => !isNested(fieldOf(one, 'value')));
  });
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function readLayer(name: string, layer: unknown, utcOffset: number): ForecastSeries {
  const steps = (fieldOf(layer, 'values') as unknown[])
    .map((one) => readStep(name, one, utcOffset))
    .sort((a, b) => a.start - b.start);
  const overlap = steps.findIndex(({ start }, k) => k > 0 && start < steps[k - 1]!.end);
  if (overlap > 0) {
    throw new ForecastError({
      code: 'HF_FORMAT',
      rule: `stretches of ${name} must not overlap`,
      received: `one from ${writeTime(steps[overlap]!.start)} before the one before has ended`,
    });
  }
  return {
    name,
    unit: textIn(layer, 'uom'),
    kind: 'point',
    tracks: [{ name: 'value', values: Float64Array.from(steps, ({ value }) => value) }],
    starts: Float64Array.from(steps, ({ start }) => start),
    ends: Float64Array.from(steps, ({ end }) => end),
  };
}

function readStep(name: string, one: unknown, utcOffset: number) {
  const [time, duration] = textOf(one, 'validTime').split('/');
  const { wall, offset } = readStamp(time!);
  const start = wall - (offset ?? 0) + utcOffset;
  const value = readNumber(fieldOf(one, 'value'), () => `${name} at ${writeTime(start)}`);
  return { start, end: start + readDuration(duration!), value };
}
