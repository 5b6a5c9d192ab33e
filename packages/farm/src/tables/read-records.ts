/**
 * From text to the lines that hold anything: byte order mark, Excel's "sep=;", delimiter and quotes.
 */
import type { FindingList } from './finding.ts';
import { guessDelimiter } from './guess-delimiter.ts';
import { type SplitText, splitRecords, type TableRecord } from './split-records.ts';

export interface RecordsInput {
  readonly text: string;
  /** As declared; guessed if it is not. */
  readonly delimiter: string | undefined;
  readonly countHeadings: (cells: readonly string[]) => number;
  readonly findings: FindingList;
}

export interface TableRecords {
  readonly records: readonly TableRecord[];
  readonly delimiter: string;
}

/** Returns all records but the empty ones, which are noted. */
export function readRecords(input: RecordsInput): TableRecords {
  const { findings, countHeadings } = input;
  if (!isText(input.text, findings)) return { records: [], delimiter: ',' };
  const body = takeSeparatorLine(input.text.replace(/^\ufeff/, ''), findings);
  const delimiter =
    input.delimiter ?? body.delimiter ?? guessDelimiter({ text: body.text, countHeadings });
  const split = splitRecords(body.text, delimiter);
  reportQuotes(split, findings, body.skipped);
  const records = split.records.map(({ line, cells }) => ({ line: line + body.skipped, cells }));
  for (const { line } of records.filter(isEmpty)) {
    findings.note({ kind: 'empty-lines', text: 'The line is empty.', line });
  }
  return { records: records.filter((record) => !isEmpty(record)), delimiter };
}

function isText(text: string, findings: FindingList): boolean {
  if (text.startsWith('PK\u0003\u0004') || text.includes('\u0000')) {
    const what = 'This is no text but the file of a spreadsheet or another program.';
    const remedy = 'Save it as CSV, or copy the cells and paste them.';
    findings.error({ kind: 'not-text', text: `${what} ${remedy}` });
    return false;
  }
  if (text.includes('\ufffd')) {
    const what = 'Some letters are lost (�), because the text was not UTF-8.';
    findings.warning({ kind: 'encoding', text: `${what} Save it as "CSV UTF-8".` });
  }
  return true;
}

/** Excel's first line "sep=;" says the delimiter and is no heading. */
function takeSeparatorLine(text: string, findings: FindingList) {
  const match = /^"?sep=(.)"?[^\S\r\n]*(?:\r\n|\r|\n|$)/i.exec(text);
  if (match === null) return { text, delimiter: undefined, skipped: 0 };
  const said = `The first line says that "${match[1]}" parts the cells.`;
  findings.note({ kind: 'separator-line', text: said, line: 1 });
  return { text: text.slice(match[0].length), delimiter: match[1]!, skipped: 1 };
}

function reportQuotes(split: SplitText, findings: FindingList, skipped: number): void {
  for (const line of split.textAfterQuoteLines) {
    const text = 'Text follows a closing quote; it is kept.';
    findings.warning({ kind: 'text-after-quote', text, line: line + skipped });
  }
  if (split.unclosedQuoteLine === null) return;
  const text = 'A quote is opened and never closed, so the rest of the table is one cell.';
  findings.error({ kind: 'unclosed-quote', text, line: split.unclosedQuoteLine + skipped });
}

function isEmpty({ cells }: TableRecord): boolean {
  return cells.every((cell) => cell.trim() === '');
}
