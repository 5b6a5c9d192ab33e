/**
 * Decisions as text, page by page: CSV for spreadsheets, JSON lines for programs, with or without
 * receipts.
 */
import type { DecisionSummary, PartReward } from '../wire.ts';
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
  'size',
  'group',
  'site',
  'subject',
] as const satisfies readonly (keyof DecisionSummary)[];
/** What is known of the parts of divided decisions. */
const PART_COLUMNS = ['tryShare', 'try', 'check'] as const;

/** Yields the head of the file and then one piece of text for each page. */
export async function* exportLines(
  pages: AsyncIterable<readonly DecisionSummary[]>,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine([...COLUMNS, ...PART_COLUMNS]);
  const lineOf = format === 'csv' ? csvOf : jsonOf;
  for await (const page of pages) if (page.length > 0) yield page.map(lineOf).join('');
}

function csvOf(decision: DecisionSummary): string {
  const { share = null, try: tried = null, check = null } = decision.partRewards ?? {};
  const cells = COLUMNS.map((column) => decision[column] ?? null);
  return csvLine([...cells, share, meanOf(tried), meanOf(check)]);
}

function meanOf(part: PartReward | null): number | null {
  return typeof part === 'object' && part !== null ? part.reward : part;
}

function jsonOf(decision: DecisionSummary): string {
  return `${JSON.stringify(decision)}\n`;
}
