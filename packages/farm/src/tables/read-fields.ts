/**
 * The fields of a farm: name and size, and what else is known of each.
 */
import { FIELD_COLUMNS } from './column-spec.ts';
import { covariateColumns, readCovariates } from './covariate-units.ts';
import { FindingList } from './finding.ts';
import { LineReader } from './line-reader.ts';
import { readUnit } from './measure-unit.ts';
import { openTable, type TableOptions } from './open-table.ts';
import { readAreas } from './read-areas.ts';
import { joinSpellings } from './spellings.ts';
import type { TableRecord } from './split-records.ts';
import { makeReport, type TableReport } from './table-report.ts';
import { tidyName, withoutAccents } from './tidy-name.ts';

export interface FieldRow {
  readonly name: string;
  readonly hectares: number;
  /** The farm it belongs to. */
  readonly farm: string | null;
  /** The hybrid that grows there if nothing is decided. */
  readonly usual: string | null;
  readonly region: string | null;
  /** Hybrids that may be grown there; null for all. */
  readonly allowed: readonly string[] | null;
  /** Into how many blocks it is parted, each with a draw of its own; null if nobody said. */
  readonly blocks: number | null;
  readonly divisible: boolean | null;
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
  /** Soil, and weather as a mean of many years, by name. */
  readonly covariates: Readonly<Record<string, number>>;
}

export interface FieldOptions extends TableOptions {
  /** The unit of the areas, if the heading does not say it. */
  readonly areaUnit?: string;
}

const YES = new Set('yes y true 1 ja j oui o si s x'.split(' '));
const NO = new Set('no n false 0 nein non'.split(' '));

/** Reads fields from text. */
export function readFields(text: string, options: FieldOptions = {}): TableReport<FieldRow> {
  const findings = new FindingList();
  const table = openTable({ text, specs: FIELD_COLUMNS, options, findings });
  const reader = new LineReader(table, findings);
  const unit = options.areaUnit === undefined ? null : readUnit(options.areaUnit);
  const areas = reader.has('area') ? readAreas(reader, table.lines, unit ?? undefined) : [];
  const rows = table.lines.flatMap((record, index) => {
    const row = readLine(reader, record, areas[index] ?? null);
    return row === null ? [] : [{ row, line: record.line }];
  });
  reportTwice(rows, findings);
  joinSpellings({
    what: 'hybrid',
    names: rows.flatMap(({ row, line }) => (row.usual === null ? [] : [{ name: row.usual, line }])),
    rule: 'apart',
    findings,
  });
  return makeReport({ kind: 'fields', table, findings, rows });
}

function readLine(
  reader: LineReader,
  record: TableRecord,
  hectares: number | null,
): FieldRow | null {
  const name = reader.name(record, 'field');
  if (name === null || hectares === null) {
    reportMissing(reader, record, { field: name, area: hectares });
    return null;
  }
  return {
    name,
    hectares,
    farm: reader.name(record, 'farm'),
    usual: reader.name(record, 'usual'),
    region: reader.name(record, 'region'),
    allowed: readList(reader, record),
    blocks: readBlocks(reader, record),
    divisible: readYesNo(reader, record, 'divisible'),
    place: readPlace(reader, record),
    covariates: readCovariates(reader, record, covariateColumns(reader)),
  };
}

function reportMissing(
  reader: LineReader,
  record: TableRecord,
  found: Readonly<Record<string, unknown>>,
): void {
  for (const [key, value] of Object.entries(found)) {
    if (value !== null || !reader.has(key) || reader.raw(record, key).trim() !== '') continue;
    const text = `The field has no ${key === 'area' ? 'size' : 'name'}.`;
    reader.findings.error({ ...reader.at(record, key), kind: 'cell-missing', text });
  }
}

/** Two lines for one field, or two spellings of it, cannot both be right. */
function reportTwice(
  rows: readonly { readonly row: FieldRow; readonly line: number }[],
  findings: FindingList,
): void {
  const names = new Set<string>();
  for (const { row, line } of rows) {
    const text = `The field ${row.name} stands in the table twice.`;
    if (names.has(row.name)) findings.error({ kind: 'duplicate', text, line });
    names.add(row.name);
  }
  const all = rows.map(({ row, line }) => ({ name: row.name, line }));
  joinSpellings({ what: 'field', names: all, rule: 'apart', findings });
}

function readList(reader: LineReader, record: TableRecord): string[] | null {
  const text = reader.name(record, 'allowed');
  if (text === null) return null;
  return text
    .split(/[,;/|]/)
    .map(tidyName)
    .filter((name) => name !== '');
}

function readBlocks(reader: LineReader, record: TableRecord): number | null {
  const number = reader.number(record, 'blocks');
  if (number === null) return null;
  if (Number.isInteger(number.value) && number.value >= 1 && number.value <= 1000)
    return number.value;
  const text = `${number.value} is not a number of blocks.`;
  reader.findings.error({ ...reader.at(record, 'blocks'), kind: 'impossible', text });
  return null;
}

function readYesNo(reader: LineReader, record: TableRecord, key: string): boolean | null {
  const text = withoutAccents(tidyName(reader.raw(record, key)));
  if (text === '') return null;
  if (YES.has(text)) return true;
  if (NO.has(text)) return false;
  const said = `"${text.slice(0, 20)}" is neither yes nor no.`;
  reader.findings.error({ ...reader.at(record, key), kind: 'unknown-word', text: said });
  return null;
}

function readPlace(reader: LineReader, record: TableRecord): FieldRow['place'] {
  const latitude = readDegrees(reader, record, { key: 'latitude', most: 90 });
  const longitude = readDegrees(reader, record, { key: 'longitude', most: 180 });
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

function readDegrees(
  reader: LineReader,
  record: TableRecord,
  { key, most }: { readonly key: string; readonly most: number },
): number | null {
  const number = reader.number(record, key);
  if (number === null || Math.abs(number.value) <= most) return number?.value ?? null;
  const text = `${number.value} is not a ${key} (−${most} to ${most} degrees).`;
  reader.findings.error({ ...reader.at(record, key), kind: 'impossible', text });
  return null;
}
