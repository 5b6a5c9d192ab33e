/**
 * A report in lines for people: which column was taken for what and why, then what was found.
 *
 * Of findings of one kind about one column only the first few are written out, with the number of
 * the others; the report itself holds them all.
 */
import { wordOf } from './decimal-style.ts';
import type { TableFinding } from './finding.ts';
import { delimiterWord } from './guess-delimiter.ts';
import type { TableReport } from './table-report.ts';

const SHOWN_OF_A_KIND = 5;
const SHOWN_LINES = 6;

/** Returns the lines of the whole report. */
export function reportLines(report: TableReport<unknown>): string[] {
  const { delimiter, decimal, rows, kind } = report;
  const style = `Cells are parted by ${delimiterWord(delimiter)}, decimals by a ${wordOf(decimal)}.`;
  return [
    `${rows.length} ${rows.length === 1 ? kind.slice(0, -1) : kind} read. ${style}`,
    ...columnLines(report),
    ...findingLines(report.findings),
  ];
}

function columnLines({ columns }: TableReport<unknown>): string[] {
  return columns
    .filter(({ takenFor }) => takenFor.length > 0)
    .map(({ heading, takenFor, why }) => `  ${takenFor.join(' and ')} is "${heading}": ${why}`);
}

/** Returns findings as lines, errors first. */
export function findingLines(findings: readonly TableFinding[]): string[] {
  const groups = Map.groupBy(findings, ({ severity, kind, column }) =>
    JSON.stringify([severity, kind, column]),
  );
  return [...groups.values()].flatMap((group) => {
    const shown = group.slice(0, SHOWN_OF_A_KIND).map(findingLine);
    const rest = group.length - shown.length;
    return rest === 0 ? shown : [...shown, `${group[0]!.severity}: … and ${rest} more like this`];
  });
}

function findingLine({ severity, lines, column, text }: TableFinding): string {
  const place = [linesText(lines), column === null ? '' : `"${column}"`].filter(
    (one) => one !== '',
  );
  return `${severity}${place.length === 0 ? '' : `, ${place.join(', ')}`}: ${text}`;
}

function linesText(lines: readonly number[]): string {
  if (lines.length === 0) return '';
  const shown = lines.slice(0, SHOWN_LINES).join(', ');
  const rest = lines.length > SHOWN_LINES ? ` and ${lines.length - SHOWN_LINES} more` : '';
  return `line${lines.length === 1 ? '' : 's'} ${shown}${rest}`;
}
