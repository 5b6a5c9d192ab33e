/**
 * Decisions with their receipts, page by page: a log that `hedgerow audit` can read. Receipts are long, and contexts may be
 * longer: a page is no more than can be made, and passed on to another thread, in a moment.
 */
import { nextRound } from '../../instruments/next-round.ts';
import { withChances } from '../../journal/compact-receipt.ts';
import type { FreshlyDecided } from '../../journal/entry.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { DecisionRow, Journal, StoredEntry } from '../../journal/journal.ts';
import { isForgottenDecision } from '../../journal/tombstone.ts';
import type { DecisionLogLine } from '../../wire.ts';
import { summaryOf } from './decision-views.ts';
import { ReceiptReader } from './receipt-reader.ts';

/** Entries that are read at once. */
const READ_ENTRIES = 100;
/** A page ends with the entry that reaches one of these. */
const PAGE_DECISIONS = 25;
const PAGE_CHARACTERS = 128 * 1024;

/** Yields the lines of some decisions of one policy, in order, page by page. */
export async function* decisionLogPages(
  journal: Journal,
  rows: readonly DecisionRow[],
): AsyncGenerator<DecisionLogLine[], void> {
  const left = rows.values();
  for await (const decided of decidedBetween(journal, rows)) {
    yield decided.map((entry) => {
      const row = left.next().value!;
      if (row.id === entry.decided.receipt.id) return lineOf(row, entry);
      throw new Error(`Entry ${row.position} of ${row.policy} must hold decision ${row.id}.`);
    });
  }
  const { value: lost } = left.next();
  if (lost !== undefined) {
    throw new Error(`Entry ${lost.position} of ${lost.policy} must hold decision ${lost.id}.`);
  }
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

/** What the rows tell of, page by page; entries of other kinds, and of other decisions, lie between them. */
async function* decidedBetween(
  journal: Journal,
  rows: readonly DecisionRow[],
): AsyncGenerator<ReadDecided[], void> {
  const wanted = new Set(rows.map(({ position }) => position));
  const reader = new ReceiptReader(journal, rows[0]?.policy ?? '');
  let page: ReadDecided[] = [];
  let length = 0;
  for await (const { position, text } of entriesBetween(journal, rows)) {
    if (!wanted.has(position)) continue;
    const body = readEntryText(text);
    if (body.kind !== 'decided') continue;
    page.push({ decided: await reader.whole(body), isForgotten: isForgottenDecision(body) });
    length += text.length;
    if (page.length < PAGE_DECISIONS && length < PAGE_CHARACTERS) continue;
    yield page;
    page = [];
    length = 0;
    await nextRound();
  }
  if (page.length > 0) yield page;
}

/** All entries from that of the first row to that of the last. */
async function* entriesBetween(
  journal: Journal,
  rows: readonly DecisionRow[],
): AsyncGenerator<StoredEntry, void> {
  const last = rows.at(-1)?.position ?? 0;
  let position = (rows[0]?.position ?? 1) - 1;
  while (position < last) {
    const limit = Math.min(READ_ENTRIES, last - position);
    const entries = await journal.read(rows[0]!.policy, position, limit);
    if (entries.length === 0) return;
    yield* entries;
    position = entries.at(-1)!.position;
  }
}
