/**
 * Decisions with their receipts, page by page: a log that `hedgerow audit` can read.
 */
import { withChances } from '../../journal/compact-receipt.ts';
import type { FreshlyDecided } from '../../journal/entry.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { DecisionRow, Journal } from '../../journal/journal.ts';
import type { DecisionLogLine } from '../../wire.ts';
import { summaryOf } from './decision-views.ts';
import { ReceiptReader } from './receipt-reader.ts';

const READ_ENTRIES = 500;

/** Returns the lines of a page of decisions of one policy, in order. */
export async function decisionLogPage(
  journal: Journal,
  rows: readonly DecisionRow[],
): Promise<DecisionLogLine[]> {
  const decided = await decidedBetween(journal, rows);
  return rows.map((row) => {
    const entry = decided.get(row.id);
    if (entry !== undefined) return lineOf(row, entry);
    throw new Error(`Entry ${row.position} of ${row.policy} must hold decision ${row.id}.`);
  });
}

function lineOf(
  row: DecisionRow,
  { receipt, request: { period, context } }: FreshlyDecided,
): DecisionLogLine {
  const named = period === undefined ? {} : { period };
  return { ...summaryOf(row), ...named, context, receipt: withChances(receipt) };
}

/** What was decided between the first row and the last; entries of other kinds lie between them. */
async function decidedBetween(
  journal: Journal,
  rows: readonly DecisionRow[],
): Promise<Map<string, FreshlyDecided>> {
  const decided = new Map<string, FreshlyDecided>();
  const reader = new ReceiptReader(journal, rows[0]?.policy ?? '');
  const last = rows.at(-1)?.position ?? 0;
  let position = (rows[0]?.position ?? 1) - 1;
  while (position < last) {
    const entries = await journal.read(rows[0]!.policy, position, READ_ENTRIES);
    for (const { text } of entries) {
      const body = readEntryText(text);
      if (body.kind === 'decided') decided.set(body.receipt.id, await reader.whole(body));
    }
    if (entries.length === 0) break;
    position = entries.at(-1)!.position;
  }
  return decided;
}
