/**
 * Holds the journal to everything that callers were told.
 */
import { expect } from 'vitest';
import { type VerifyReport, verifyJournal } from '../../decisions/verify/verify-journal.ts';
import { ReceiptReader } from '../../decisions/views/receipt-reader.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { DecisionRow } from '../../journal/journal.ts';
import type { JournalReader } from '../../journal/sqlite/sqlite-reader.ts';
import { openReader, type StoreSettings } from '../../start/open-store.ts';
import type { Caller, ToldDecision } from './caller.ts';

export interface BooksCheck {
  readonly store: StoreSettings;
  readonly policy: string;
  readonly callers: readonly Caller[];
}

/** The callers must have settled: then each key has had its answer, and there are no others. */
export async function checkBooks({ store, policy, callers }: BooksCheck): Promise<VerifyReport> {
  const journal = await openReader(store);
  try {
    const rows = new Map<string, DecisionRow>();
    for await (const page of journal.scanDecisions(policy, 1)) {
      for (const row of page) rows.set(`${row.keyText}`, row);
    }
    const told = callers.flatMap((caller) => caller.told);
    const { version } = (await journal.head(policy))!;
    expectOneDecisionForEachKey(told, rows);
    const reader = new ReceiptReader(journal, policy);
    for (const decision of told) {
      const row = rows.get(decision.key)!;
      expect(await answerOf(journal, row, reader)).toBe(decision.text);
      expectOutcomeKept(decision, row);
    }
    expectPromiseKept(told);
    const report = await verifyJournal(journal, { policy });
    expect(report).toMatchObject({
      isWhole: true,
      policies: [{ problem: null, entries: version, decisions: told.length }],
    });
    return report;
  } finally {
    await journal.close();
  }
}

/** Returns the bytes that a repetition of the request is answered with. */
async function answerOf(
  journal: JournalReader,
  { policy, position }: DecisionRow,
  reader: ReceiptReader,
): Promise<string> {
  const [entry] = await journal.read(policy, position - 1, 1);
  const body = readEntryText(entry!.text);
  return body.kind === 'decided' ? JSON.stringify((await reader.whole(body)).receipt) : '';
}

function expectOneDecisionForEachKey(
  told: readonly ToldDecision[],
  rows: ReadonlyMap<string, DecisionRow>,
): void {
  const keys = told.map(({ key }) => key);
  expect([...rows.keys()].sort()).toEqual(keys.sort());
  expect(new Set(told.map(({ receipt }) => receipt.id)).size).toBe(told.length);
  const numbers = told.map(({ receipt }) => receipt.sequence).sort((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
}

function expectOutcomeKept({ receipt, outcome }: ToldDecision, row: DecisionRow): void {
  const kept = { id: row.id, state: row.state, reward: row.reward };
  expect(kept).toEqual({
    id: receipt.id,
    state: outcome?.state ?? 'issued',
    reward: outcome?.reward ?? null,
  });
}

/** The budget is never overdrawn in the worst case, and the learner acted: else nothing is shown. */
function expectPromiseKept(told: readonly ToldDecision[]): void {
  const margins = told.map(({ receipt }) => receipt.margin.after);
  expect(Math.min(...margins)).toBeGreaterThanOrEqual(0);
  const chosenBy = new Set(told.map(({ receipt }) => receipt.chosenBy));
  expect([...chosenBy].sort()).toEqual(['baseline', 'learner']);
}
