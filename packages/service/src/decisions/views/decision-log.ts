/**
 * Decisions with their receipts, page by page: a log that `hedgerow audit` can read.
 */
import { withChances } from '../../journal/compact-receipt.ts';
import type { FreshlyDecided } from '../../journal/entry.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { DecisionRow, Journal } from '../../journal/journal.ts';
import { isForgottenDecision } from '../../journal/tombstone.ts';
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
  { decided: { receipt, request }, isForgotten }: ReadDecided,
): DecisionLogLine {
  const { period, context } = request;
  const named = period === undefined ? {} : { period };
  const gone = isForgotten ? { forgotten: true as const } : {};
  return { ...summaryOf(row), ...named, context, ...gone, receipt: withChances(receipt) };
}

interface ReadDecided {
  readonly decided: FreshlyDecided;
  readonly isForgotten: boolean;
}

/** What was decided between the first row and the last; entries of other kinds lie between them. */
async function decidedBetween(
  journal: Journal,
  rows: readonly DecisionRow[],
): Promise<Map<string, ReadDecided>> {
  const decided = new Map<string, ReadDecided>();
  const reader = new ReceiptReader(journal, rows[0]?.policy ?? '');
  const last = rows.at(-1)?.position ?? 0;
  let position = (rows[0]?.position ?? 1) - 1;
  while (position < last) {
    const entries = await journal.read(rows[0]!.policy, position, READ_ENTRIES);
    for (const { text } of entries) {
      const body = readEntryText(text);
      if (body.kind !== 'decided') continue;
      const isForgotten = isForgottenDecision(body);
      decided.set(body.receipt.id, { decided: await reader.whole(body), isForgotten });
    }
    if (entries.length === 0) break;
    position = entries.at(-1)!.position;
  }
  return decided;
}
