/**
 * The table of SYMBOLS.md, and the roads of ARCHITECTURE.md, against the code: every name exists in the
 * file beside it.
 *
 * Columns: paper (of a road: step) | code | file | note. Names and paths stand in backticks; a row may give several
 * names and several files, and each name must be in one of them, as code and not in a comment. A row
 * without a name (a symbol that the code never stores) has "—" for the code, and a note that says so.
 */
import type { Finding } from '../lib/finding.ts';
import { backticked, findTableRows, type TableRow } from '../lib/markdown.ts';
import { maskSource } from '../lib/mask-source.ts';
import type { SourceFile } from '../lib/repository.ts';

export const SYMBOL_COLUMNS: readonly string[] = ['paper', 'code', 'file', 'note'];
export const ROAD_COLUMNS: readonly string[] = ['step', 'code', 'file', 'note'];

/** Returns the rows whose names or files do not exist; `readCode` gives undefined for no file. */
export function checkSymbols(
  page: SourceFile,
  readCode: (file: string) => string | undefined,
  columns: readonly string[] = SYMBOL_COLUMNS,
): Finding[] {
  const rows = findTableRows(page.text, columns);
  if (rows.length === 0) {
    const rule = `There is no table with the columns ${columns.join(' | ')}`;
    return [
      { file: page.file, line: 1, rule, replacement: `write one row for each ${columns[0]}` },
    ];
  }
  return rows.flatMap((row) =>
    faultsOfRow(row, readCode).map((fault) => ({ file: page.file, line: row.line, ...fault })),
  );
}

type Fault = Pick<Finding, 'rule' | 'replacement'>;

function faultsOfRow(row: TableRow, readCode: (file: string) => string | undefined): Fault[] {
  const { code = '', file = '', note = '' } = row.cells;
  const label = row.cells.paper ?? row.cells.step ?? '';
  const names = backticked(code);
  const files = backticked(file);
  if (names.length === 0) {
    if (/^[—–-]$/.test(code) && note !== '') return [];
    return [
      { rule: `The row of ${label} has no name`, replacement: 'give one, or "—" and a note' },
    ];
  }
  if (files.length === 0) {
    return [
      { rule: `The row of ${label} names no file`, replacement: 'give its path in backticks' },
    ];
  }
  const missing = files.filter((name) => readCode(name) === undefined);
  if (missing.length > 0) {
    return missing.map((name) => ({
      rule: `The file ${name} does not exist`,
      replacement: 'give the path relative to the repository',
    }));
  }
  const texts = files.map((name) => maskSource(readCode(name)!).code);
  return names
    .filter((name) => !texts.some((text) => hasIdentifier(text, name)))
    .map((name) => ({
      rule: `The name ${name} is not in ${files.join(' or ')}`,
      replacement: 'write the name the code uses; other remarks belong into the note',
    }));
}

/** A dotted name is there when each of its parts is. */
function hasIdentifier(code: string, name: string): boolean {
  return name
    .split('.')
    .every(
      (part) =>
        /^[A-Za-z_$][\w$]*$/.test(part) &&
        new RegExp(`(?<![\\w$])${part.replaceAll('$', '\\$')}(?![\\w$])`).test(code),
    );
}
