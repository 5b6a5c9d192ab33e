/**
 * Decisions as people see them: a line of a listing, and one decision with all that was said of it.
 */
import { decisionId } from '../../journal/decision-id.ts';
import type { EntryBody, FreshlyDecided } from '../../journal/entry.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { DecisionRow, Journal, StoredEntry } from '../../journal/journal.ts';
import { isForgottenDecision } from '../../journal/tombstone.ts';
import { decisionForgotten, unknownDecision } from '../../problems/refusals.ts';
import type {
  DecisionEvent,
  DecisionFilter,
  DecisionPage,
  DecisionSummary,
  DecisionView,
} from '../../wire.ts';
import { ReceiptReader } from './receipt-reader.ts';
import { siteReceipt } from './site-receipt.ts';

const PAGE_DECISIONS = 50;
const PAGE_DECISIONS_MAX = 1_000;

export function summaryOf(row: DecisionRow): DecisionSummary {
  const { position, baselineMin, baselineMax, keyScope, keyText, fingerprint, ...rest } = row;
  const { size, group, site, subject, parts, ...summary } = rest;
  return {
    ...summary,
    ...(size === null ? {} : { size }),
    ...(group === null ? {} : { group }),
    ...(site === null ? {} : { site }),
    ...(subject === null ? {} : { subject }),
    ...(parts === null ? {} : { partRewards: parts }),
  };
}

/** Returns one page of a listing, newest first. */
export async function decisionPage(
  journal: Journal,
  policy: string,
  filter: DecisionFilter,
): Promise<DecisionPage> {
  const limit = Math.min(filter.limit ?? PAGE_DECISIONS, PAGE_DECISIONS_MAX);
  const rows = await journal.listDecisions(policy, { ...filter, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return {
    decisions: page.map(summaryOf),
    next: hasMore ? (page.at(-1)?.position ?? null) : null,
  };
}

/**
 * The same of one site in one generation. Positions in the journal would tell how much others did, so
 * pages go on from the number of a decision.
 */
export async function sitePage(
  journal: Journal,
  policy: string,
  filter: DecisionFilter & { readonly generation: number },
): Promise<DecisionPage> {
  const { before: sequence, generation, ...rest } = filter;
  if (sequence === undefined) return withSequences(await decisionPage(journal, policy, filter));
  const row = await journal.findDecision(decisionId({ policy, generation, sequence }));
  if (row === null || row.site !== filter.site) return { decisions: [], next: null };
  const page = await decisionPage(journal, policy, { ...rest, generation, before: row.position });
  return withSequences(page);
}

function withSequences({ decisions, next }: DecisionPage): DecisionPage {
  return { decisions, next: next === null ? null : decisions.at(-1)!.sequence };
}

/** Returns the decision with its receipt and its events, or refuses an id that names none. */
export async function decisionView(
  journal: Journal,
  id: string,
  site?: string,
): Promise<DecisionView> {
  const row = await journal.findDecision(id);
  if (row === null || (site !== undefined && row.site !== site)) throw unknownDecision();
  const [history, decided] = await Promise.all([
    journal.readHistory(row),
    readDecided(journal, row),
  ]);
  return {
    ...summaryOf(row),
    receipt: site === undefined ? decided.receipt : siteReceipt(decided.receipt),
    events: history.flatMap((entry) => eventOf(entry) ?? []),
  };
}

/** Returns what the entry says that a row was made from, with the receipt as it was answered. */
export async function readDecided(journal: Journal, row: DecisionRow): Promise<FreshlyDecided> {
  const [entry] = await journal.read(row.policy, row.position - 1, 1);
  const body = entry === undefined ? null : readEntryText(entry.text);
  if (body?.kind === 'decided' && body.receipt.id === row.id) {
    if (isForgottenDecision(body)) throw decisionForgotten(row.id);
    return new ReceiptReader(journal, row.policy).whole(body);
  }
  throw new Error(`Entry ${row.position} of ${row.policy} must hold decision ${row.id}.`);
}

function eventOf({ time, text }: StoredEntry): DecisionEvent | null {
  const body: EntryBody = readEntryText(text);
  switch (body.kind) {
    case 'policy-created':
    case 'generation-started':
    case 'grown':
    case 'mode-changed':
    case 'subjects-changed':
    case 'policy-archived':
    case 'policy-restored':
    case 'decided':
    case 'group-planned':
    case 'group-closed':
    case 'forecast-alarmed':
    case 'expired':
    case 'forgotten':
      return null;
    default: {
      const { decision, site, size, parts, core, forgotten, ...said } = body;
      return { at: time, ...said, ...(parts === undefined ? {} : { partRewards: parts }) };
    }
  }
}
