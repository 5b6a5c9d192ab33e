/**
 * Hybrids of one's own, also ones that nobody has tried: a name, and parents if they are known.
 */
import { HYBRID_COLUMNS } from './column-spec.ts';
import { FindingList } from './finding.ts';
import { LineReader } from './line-reader.ts';
import { openTable, type TableOptions } from './open-table.ts';
import { joinParentage, readParents, reportPedigrees } from './parents.ts';
import { joinSpellings } from './spellings.ts';
import { makeReport, type TableReport } from './table-report.ts';

export interface HybridRow {
  readonly name: string;
  /** None if nothing is known. */
  readonly parents: readonly string[];
}

/** Reads hybrids from text. */
export function readHybrids(text: string, options: TableOptions = {}): TableReport<HybridRow> {
  const findings = new FindingList();
  const table = openTable({ text, specs: HYBRID_COLUMNS, options, findings });
  const reader = new LineReader(table, findings);
  const read = table.lines.flatMap((record) => {
    const name = reader.name(record, 'hybrid');
    if (name !== null)
      return [{ hybrid: name, parents: readParents(reader, record), line: record.line }];
    const missing = 'The line has no name.';
    if (reader.has('hybrid')) {
      findings.error({ ...reader.at(record, 'hybrid'), kind: 'cell-missing', text: missing });
    }
    return [];
  });
  const names = read.map(({ hybrid, line }) => ({ name: hybrid, line }));
  joinSpellings({ what: 'hybrid', names, rule: 'apart', findings });
  const parentage = joinParentage(read, findings);
  reportPedigrees(
    reader,
    read.map(({ hybrid }) => hybrid),
  );
  const seen = new Set<string>();
  const rows = read.flatMap(({ hybrid, line }) => {
    if (seen.has(hybrid)) {
      const text = `${hybrid} stands in the table twice and is taken once.`;
      findings.warning({ kind: 'duplicate', text, line });
      return [];
    }
    seen.add(hybrid);
    return [{ row: { name: hybrid, parents: parentage.get(hybrid)! }, line }];
  });
  return makeReport({ kind: 'hybrids', table, findings, rows });
}
