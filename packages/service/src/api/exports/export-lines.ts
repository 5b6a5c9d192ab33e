/**
 * Decisions as text, page by page: CSV for spreadsheets, JSON lines for programs.
 */
import type { DecisionSummary } from '../../wire.ts';
import { csvLine } from './csv.ts';
import { meanOf } from './log-line.ts';

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

/** Yields the head of a table and then one piece of text for each page. */
export async function* csvText(
  pages: AsyncIterable<readonly DecisionSummary[]>,
): AsyncGenerator<string> {
  yield csvLine([...COLUMNS, ...PART_COLUMNS]);
  for await (const page of pages) if (page.length > 0) yield page.map(csvOf).join('');
}

/** Yields a piece of text for each page, with a line for each of its objects. */
export async function* jsonLines(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  for await (const page of pages) if (page.length > 0) yield page.map(jsonOf).join('');
}

function csvOf(decision: DecisionSummary): string {
  const { share = null, try: tried = null, check = null } = decision.partRewards ?? {};
  const cells = COLUMNS.map((column) => decision[column] ?? null);
  return csvLine([...cells, share, meanOf(tried), meanOf(check)]);
}

function jsonOf(line: object): string {
  return `${JSON.stringify(line)}\n`;
}
