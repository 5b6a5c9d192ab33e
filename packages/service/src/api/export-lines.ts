/**
 * Decisions as text, page by page: CSV for spreadsheets, JSON lines for programs, with or without
 * receipts.
 */
import type { DecisionSummary } from '../wire.ts';
import { csvLine } from './csv.ts';

export type ExportFormat = 'csv' | 'jsonl' | 'receipts';

const COLUMNS = [
  'id',
  'policy',
  'generation',
  'sequence',
  'action',
  'chosenBy',
  'reason',
  'mode',
  'decidedAt',
  'state',
  'reward',
  'rewardedAt',
  'correctionCount',
  'marginAfter',
] as const satisfies readonly (keyof DecisionSummary)[];

/** Yields the head of the file and then one piece of text for each page. */
export async function* exportLines(
  pages: AsyncIterable<readonly DecisionSummary[]>,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(COLUMNS);
  const lineOf = format === 'csv' ? csvOf : jsonOf;
  for await (const page of pages) if (page.length > 0) yield page.map(lineOf).join('');
}

function csvOf(decision: DecisionSummary): string {
  return csvLine(COLUMNS.map((column) => decision[column]));
}

function jsonOf(decision: DecisionSummary): string {
  return `${JSON.stringify(decision)}\n`;
}
