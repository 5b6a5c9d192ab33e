/**
 * Weather and soil: the units in which they are kept, those that are converted, and what is possible.
 *
 * Temperatures are season means in °C, radiation in MJ/m² a day, soil in per cent. Rain stays as it is,
 * a sum or a mean of a day: which of them does not matter to a model of one's own, as long as all lines
 * and later forecasts agree; the heading's unit is kept to say so.
 */
import { COVARIATE_KEYS, OWN_COVARIATE } from './column-spec.ts';
import type { LineReader } from './line-reader.ts';
import type { TableRecord } from './split-records.ts';

interface CovariateRule {
  readonly unit: string;
  readonly range: readonly [number, number];
  /** Another unit in the heading, and how it is brought to the first one. */
  readonly other?: { readonly sign: RegExp; readonly convert: (value: number) => number };
}

const PERCENT: CovariateRule = { unit: '%', range: [0, 100] };

const RULES: ReadonlyMap<string, CovariateRule> = new Map<string, CovariateRule>([
  [
    'temperature',
    {
      unit: '°C',
      range: [-10, 45],
      other: { sign: /^°?\s?F/i, convert: (value) => ((value - 32) * 5) / 9 },
    },
  ],
  [
    'radiation',
    {
      unit: 'MJ/m²/d',
      range: [1, 45],
      other: { sign: /^W\s?\/?\s?m/i, convert: (value) => value * 0.0864 },
    },
  ],
  [
    'rain',
    { unit: 'mm', range: [0, 10_000], other: { sign: /^in/i, convert: (inches) => inches * 25.4 } },
  ],
  ['clay', PERCENT],
  ['sand', PERCENT],
  ['silt', PERCENT],
  ['dayLength', { unit: 'h', range: [0, 24] }],
]);

export interface CovariateColumn {
  readonly key: string;
  /** How rows call it. */
  readonly name: string;
  readonly unit: string | null;
}

/** Returns the columns that are weather or soil. */
export function covariateColumns(reader: LineReader): CovariateColumn[] {
  const byPlace = [...reader.table.places].sort((a, b) => a[1] - b[1]);
  const keys = byPlace.map(([key]) => key);
  return keys
    .filter((key) => COVARIATE_KEYS.has(key) || key.startsWith(OWN_COVARIATE))
    .map((key) => {
      const name = key.startsWith(OWN_COVARIATE) ? key.slice(OWN_COVARIATE.length) : key;
      return { key, name, unit: unitOf(reader, key) };
    });
}

function unitOf(reader: LineReader, key: string): string | null {
  const remark = reader.heading(key)?.remark ?? null;
  const rule = RULES.get(key);
  if (rule === undefined) return remark;
  if (remark === null || rule.other?.sign.test(remark)) return rule.unit;
  return key === 'rain' ? remark : rule.unit;
}

/** Returns what is known of one line, by name. */
export function readCovariates(
  reader: LineReader,
  record: TableRecord,
  columns: readonly CovariateColumn[],
): Record<string, number> {
  // fromEntries makes own properties of all names, even of __proto__.
  return Object.fromEntries(
    columns.flatMap(({ key, name }) => {
      const value = readOne(reader, record, key);
      return value === null ? [] : [[name, value]];
    }),
  );
}

function readOne(reader: LineReader, record: TableRecord, key: string): number | null {
  const number = reader.number(record, key);
  const at = reader.at(record, key);
  if (number === null) {
    const text = 'The value is missing and is left out.';
    reader.findings.note({ ...at, kind: 'cell-missing', text });
    return null;
  }
  const rule = RULES.get(key);
  if (rule === undefined) return number.value;
  const remark = reader.heading(key)?.remark ?? '';
  const value = rule.other?.sign.test(remark) ? rule.other.convert(number.value) : number.value;
  const [min, max] = rule.range;
  if (value >= min && value <= max) return value;
  const said = `${Number(value.toPrecision(4))} ${rule.unit} is impossible (${min} to ${max}).`;
  reader.findings.error({ ...at, kind: 'impossible', text: `${said} Is the unit another one?` });
  return null;
}
