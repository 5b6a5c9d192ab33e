/**
 * Trials or the history of harvests: field, year, hybrid and yield, with weather and soil if there are.
 *
 * A line without a yield was not harvested and is left out with a warning; a yield whose field, year or
 * hybrid is missing is an error, because it cannot be told whose it is. Lines that are the same in
 * every cell count once, unless the caller says that they are plots of their own; several yields of
 * one hybrid in one field and year are plots.
 */
import type { TrialRow } from '../model/trial-row.ts';
import { TRIAL_COLUMNS } from './column-spec.ts';
import { type CovariateColumn, covariateColumns, readCovariates } from './covariate-units.ts';
import { type Crop, MAIZE } from './crop.ts';
import { FindingList } from './finding.ts';
import { LineReader } from './line-reader.ts';
import { openTable, type TableOptions } from './open-table.ts';
import { reportOutliers } from './outliers.ts';
import { joinParentage, readParents, reportPedigrees } from './parents.ts';
import { readYear } from './read-year.ts';
import { readYields, reportMissingYield, type YieldOptions } from './read-yields.ts';
import { leaveOutRepeats, type RepeatRule } from './repeats.ts';
import { joinSpellings, type SpellingRule } from './spellings.ts';
import type { TableRecord } from './split-records.ts';
import { makeReport, type TableReport } from './table-report.ts';

export interface TrialOptions extends TableOptions, Partial<YieldOptions> {
  /** What to do with a name in two spellings; they are kept apart. */
  readonly spellings?: SpellingRule;
  /** What to do with lines that are the same in every cell; they count once. */
  readonly repeats?: RepeatRule;
}

export interface TrialReport extends TableReport<TrialRow> {
  readonly crop: Crop;
  /** Of the yields in the rows. */
  readonly unit: string;
  readonly covariates: readonly { readonly name: string; readonly unit: string | null }[];
}

interface ReadLine {
  readonly row: TrialRow;
  readonly line: number;
}

/** Reads trials from text. */
export function readTrials(text: string, options: TrialOptions = {}): TrialReport {
  const findings = new FindingList();
  const table = openTable({ text, specs: TRIAL_COLUMNS, options, findings });
  const reader = new LineReader(table, findings);
  const lines = leaveOutRepeats(table.lines, options.repeats ?? 'once', findings);
  const crop = options.crop ?? MAIZE;
  const yields = readYields({ reader, lines, options: { ...options, crop } });
  const covariates = covariateColumns(reader);
  const read = lines.flatMap((record, index) =>
    readLine(reader, record, { yield: yields.values[index]!, covariates }),
  );
  const rows = agree(read, { findings, rule: options.spellings ?? 'apart' });
  reportPedigrees(
    reader,
    rows.map(({ row }) => row.hybrid),
  );
  reportTrials(rows, {
    unit: yields.unit,
    column: reader.heading('yield')?.text ?? null,
    findings,
  });
  const report = makeReport({ kind: 'trials', table, findings, rows });
  return {
    ...report,
    crop,
    unit: yields.unit,
    covariates: covariates.map(({ name, unit }) => ({ name, unit })),
  };
}

function readLine(
  reader: LineReader,
  record: TableRecord,
  known: { readonly yield: number | null; readonly covariates: readonly CovariateColumn[] },
): ReadLine[] {
  const field = reader.name(record, 'field');
  const year = reader.has('year') ? readYear(reader, record) : null;
  const hybrid = reader.name(record, 'hybrid');
  const plots = readPlots(reader, record);
  if (known.yield === null) {
    reportMissingYield(reader, record, 'warning');
    return [];
  }
  if (field === null || year === null || hybrid === null) {
    reportMissingNames(reader, record, { field, year, hybrid });
    return [];
  }
  const row = {
    field,
    region: reader.name(record, 'region'),
    year,
    hybrid,
    parents: readParents(reader, record),
    yield: known.yield,
    plots,
    covariates: readCovariates(reader, record, known.covariates),
  };
  return [{ row, line: record.line }];
}

function reportMissingNames(
  reader: LineReader,
  record: TableRecord,
  found: Readonly<Record<string, unknown>>,
): void {
  for (const [key, value] of Object.entries(found)) {
    if (value !== null || !reader.has(key)) continue;
    if (key === 'year' && reader.raw(record, key).trim() !== '') continue;
    const text = `The line has a yield but no ${key}. Cells that were merged must be filled in.`;
    reader.findings.error({ ...reader.at(record, key), kind: 'cell-missing', text });
  }
}

function readPlots(reader: LineReader, record: TableRecord): number {
  const number = reader.number(record, 'plots');
  if (number === null) return 1;
  if (Number.isInteger(number.value) && number.value >= 1 && number.value <= 10_000)
    return number.value;
  const text = `${number.value} is not a number of plots.`;
  reader.findings.error({ ...reader.at(record, 'plots'), kind: 'impossible', text });
  return 1;
}

/** Names in one spelling if that is wished, and one parentage for each hybrid. */
function agree(
  read: readonly ReadLine[],
  { findings, rule }: { readonly findings: FindingList; readonly rule: SpellingRule },
): ReadLine[] {
  const written = (what: 'field' | 'hybrid') => {
    const names = read.map(({ row, line }) => ({ name: row[what], line }));
    return joinSpellings({ what, names, rule, findings });
  };
  const [fields, hybrids] = [written('field'), written('hybrid')];
  const hybridOf = (row: TrialRow) => hybrids.get(row.hybrid) ?? row.hybrid;
  const parentage = joinParentage(
    read.map(({ row, line }) => ({ hybrid: hybridOf(row), parents: row.parents, line })),
    findings,
  );
  return read.map(({ row, line }) => {
    const hybrid = hybridOf(row);
    const field = fields.get(row.field) ?? row.field;
    return { row: { ...row, field, hybrid, parents: parentage.get(hybrid)! }, line };
  });
}

/** What only the rows together show: outliers, plots, fields in two regions. */
function reportTrials(
  rows: readonly ReadLine[],
  about: { readonly unit: string; readonly column: string | null; readonly findings: FindingList },
): void {
  const groups = rows.map(({ row, line }) => ({
    value: row.yield,
    group: `${row.year} ${row.field}`,
    line,
  }));
  reportOutliers(groups, about);
  const cells = new Set(rows.map(({ row }) => `${row.year} ${row.field}\u0000${row.hybrid}`));
  if (cells.size < rows.length) {
    const text = `${rows.length} lines are ${cells.size} hybrids in a field and year; lines of the same one are taken as its plots.`;
    about.findings.note({ kind: 'repeated', text });
  }
  reportRegions(rows, about.findings);
}

function reportRegions(rows: readonly ReadLine[], findings: FindingList): void {
  const regions = new Map<string, string | null>();
  for (const { row, line } of rows) {
    const before = regions.get(row.field);
    if (before === undefined) regions.set(row.field, row.region);
    else if (before !== row.region) {
      const text = `${row.field} is in ${row.region ?? 'no region'} here and in ${before ?? 'no region'} above.`;
      findings.error({ kind: 'contradiction', text, line });
    }
  }
}
