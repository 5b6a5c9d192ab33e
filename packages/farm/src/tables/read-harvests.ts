/**
 * The harvests of one season: what each field, or each part of a field, yielded.
 *
 * A part is named by its role (try, check) or by its hybrid; a field that was not split needs neither.
 * The same part twice is an error, because two loads are not two harvests.
 */
import { HARVEST_COLUMNS } from './column-spec.ts';
import { MAIZE } from './crop.ts';
import { FindingList } from './finding.ts';
import { LineReader } from './line-reader.ts';
import { openTable, type TableOptions } from './open-table.ts';
import { readYear } from './read-year.ts';
import { readYields, reportMissingYield, type YieldOptions } from './read-yields.ts';
import type { TableRecord } from './split-records.ts';
import { makeReport, type TableReport } from './table-report.ts';
import { tidyName, withoutAccents } from './tidy-name.ts';

export interface HarvestRow {
  readonly field: string;
  /** The strip that tries something, the one beside it, or null for a whole field. */
  readonly part: 'try' | 'check' | null;
  readonly hybrid: string | null;
  readonly year: number | null;
  readonly yield: number;
}

export type HarvestOptions = TableOptions & Partial<YieldOptions>;

export interface HarvestReport extends TableReport<HarvestRow> {
  readonly unit: string;
}

const TRY =
  /^(?:try|trial|test|tried|new|strip|versuch|neu|test ?streifen|essai|nouveau|prueba|nuevo)$/;
const CHECK =
  /^(?:check|control|usual|baseline|standard|kontrolle|ublich|vergleich|temoin|habituel|testigo|control|habitual|rest)$/;

/** Reads the harvests of a season from text. */
export function readHarvests(text: string, options: HarvestOptions = {}): HarvestReport {
  const findings = new FindingList();
  const table = openTable({ text, specs: HARVEST_COLUMNS, options, findings });
  const reader = new LineReader(table, findings);
  const crop = options.crop ?? MAIZE;
  const yields = readYields({ reader, lines: table.lines, options: { ...options, crop } });
  const rows = table.lines.flatMap((record, index) => {
    const row = readLine(reader, record, yields.values[index]!);
    return row === null ? [] : [{ row, line: record.line }];
  });
  reportTwice(rows, findings);
  return { ...makeReport({ kind: 'harvests', table, findings, rows }), unit: yields.unit };
}

function readLine(
  reader: LineReader,
  record: TableRecord,
  value: number | null,
): HarvestRow | null {
  const field = reader.name(record, 'field');
  const part = readPart(reader, record);
  const year = reader.has('year') ? readYear(reader, record) : null;
  if (value === null) {
    // Not harvested yet: nothing to worry about.
    reportMissingYield(reader, record, 'note');
    return null;
  }
  if (field === null) {
    const text = 'The line has a yield but no field.';
    if (reader.has('field'))
      reader.findings.error({ line: record.line, kind: 'cell-missing', text });
    return null;
  }
  return { field, part, hybrid: reader.name(record, 'hybrid'), year, yield: value };
}

function readPart(reader: LineReader, record: TableRecord): HarvestRow['part'] {
  const text = withoutAccents(tidyName(reader.raw(record, 'part')));
  if (text === '' || /^(?:whole|all|ganz|alles|tout|todo|-)$/.test(text)) return null;
  if (TRY.test(text)) return 'try';
  if (CHECK.test(text)) return 'check';
  const said = `"${text.slice(0, 20)}" is no part of a field; write try or check.`;
  reader.findings.error({ ...reader.at(record, 'part'), kind: 'unknown-word', text: said });
  return null;
}

function reportTwice(
  rows: readonly { readonly row: HarvestRow; readonly line: number }[],
  findings: FindingList,
): void {
  const seen = new Set<string>();
  for (const { row, line } of rows) {
    const key = JSON.stringify([row.field, row.part, row.hybrid, row.year]);
    const text = `${row.field} has a harvest of the same part above. Add up the loads first.`;
    if (seen.has(key)) findings.error({ kind: 'duplicate', text, line });
    seen.add(key);
  }
}
