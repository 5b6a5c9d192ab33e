/**
 * What is left of an entry when what it said of somebody was deleted on request.
 *
 *     {"kind":"decided", … what the books rest on …, "forgotten":"hash of the entry as it was"}
 *
 * A tombstone stands in the place of the entry, under the entry's own hash, so the chain goes on over it. The text that the hash was
 * made of is gone, so nothing proves a tombstone but the entry that tells of it (`forgotten`), which has a
 * hash of every one. Nothing can be made again from tombstones: a state begins with the snapshot that the same entry names.
 */
import { hash as hashAtOnce } from 'node:crypto';
import { parseDecisionId } from './decision-id.ts';
import {
  type Decided,
  type EntryBody,
  type GroupPlanned,
  REQUEST_KEYS,
  type StoredReceipt,
  type SubjectsChanged,
  type Written,
} from './entry.ts';
import { readEntryText, writeEntryText } from './entry-text.ts';
import type { StoredEntry } from './journal.ts';

/** What takes the place of an entry's text. */
export interface Tombstone {
  readonly position: number;
  /** Of the entry, before and after. */
  readonly hash: string;
  readonly text: string;
}

/** The tombstone of a decision that stays, but for the fingerprint of its plan. */
export interface PlanKey extends Tombstone {
  readonly decision: string;
}

/** What is to be forgotten. */
export interface ForgottenNames {
  /** Ids of decisions. */
  readonly decisions: ReadonlySet<string>;
  /** Of the register; null if none. */
  readonly subject: string | null;
}

const MARK = /,"forgotten":"([0-9a-f]{64})"\}$/;
const MARK_START = ',"forgotten":"';
const MARK_LENGTH = MARK_START.length + 64 + '"}'.length;
const NOTHING = { kind: 'exact', value: [] } as const;
const DELETED = 'What it was decided from was deleted on request.';

/** Returns the hash of the entry as it was, if this is the text of a tombstone; else null. */
export function hashInTombstone(text: string): string | null {
  // Every entry is asked, and nearly none is one.
  if (!text.startsWith(MARK_START, text.length - MARK_LENGTH)) return null;
  return MARK.exec(text.slice(-MARK_LENGTH))?.[1] ?? null;
}

/** Whether an entry is of this kind; what is left of one begins otherwise, and has to be read. */
export function isOfKind(text: string, kind: EntryBody['kind']): boolean {
  if (text.startsWith(`{"kind":"${kind}"`)) return true;
  return hashInTombstone(text) !== null && readEntryText(text).kind === kind;
}

/** Whether no state may take the entry in that did not begin with a checkpoint. */
export function isOfForgetting(text: string): boolean {
  return text.startsWith('{"kind":"forgotten"') || hashInTombstone(text) !== null;
}

/** Whether what a decision was made from is gone: a tombstone may also have lost no more than the fingerprint of its plan. */
export function isForgottenDecision({ forgotten, receipt }: Decided & Written): boolean {
  const { bounds, context } = receipt.shown ?? receipt;
  const seen = context?.kind === 'exact' ? context.value : null;
  const isEmpty = Array.isArray(seen) && seen.length === 0;
  return forgotten !== undefined && isEmpty && (bounds?.length ?? 0) === 0;
}

/** What the entry that tells of tombstones says of one. */
export function tombstoneDigest(text: string): string {
  return hashAtOnce('sha256', text, 'base64');
}

/** Returns the tombstone of an entry; null if it says nothing of what is to be forgotten. */
export function tombstoneOf(entry: StoredEntry, names: ForgottenNames): Tombstone | null {
  const body = readEntryText(entry.text);
  const left = leftOf(body, names);
  return left === null ? null : buried(entry, left);
}

/** Returns the entry with what is left of it; null if that is all there was. */
function buried({ position, hash, text }: StoredEntry, left: EntryBody): Tombstone | null {
  const { forgotten: _, ...kept } = { core: '', ...left } as EntryBody;
  const written = `${writeEntryText(kept as EntryBody).slice(0, -1)},"forgotten":"${hash}"}`;
  return written === text ? null : { position, hash, text: written };
}

function leftOf(body: EntryBody, names: ForgottenNames): EntryBody | null {
  const { decisions, subject } = names;
  switch (body.kind) {
    case 'decided':
      return decisions.has(body.receipt.id) ? leftOfDecision(body) : null;
    case 'subjects-changed':
      return subject === null ? null : leftOfRegister(body, subject);
    default: {
      if (!('decision' in body) || !decisions.has(body.decision)) return null;
      if (body.kind === 'corrected') return { ...body, reason: '' };
      const { note, context, ...rest } = body as typeof body & { note?: string; context?: unknown };
      return note === undefined && context === undefined ? null : (rest as EntryBody);
    }
  }
}

function leftOfDecision(body: Decided & EntryBody): EntryBody {
  const receipt = leftOfReceipt(body.receipt);
  return { ...withoutFingerprint(body), request: { context: {} }, receipt };
}

/** A key is recognised again by its name alone: from a fingerprint the request could be guessed, and so from a name that is one. */
function withoutFingerprint(body: Decided & EntryBody): Decided & EntryBody {
  const { key } = body;
  if (key?.scope === REQUEST_KEYS) return { ...body, key: null };
  return { ...body, key: key === null ? null : { ...key, fingerprint: '' } };
}

/** All that the books rest on, and nothing that was known of the situation. */
function leftOfReceipt(receipt: StoredReceipt): StoredReceipt {
  const { subject, recalibrated, outside, propensity, propensities, shown, ...left } = receipt;
  if (shown !== undefined) {
    const { definedAt, assumptions } = shown;
    const told = assumptions === undefined ? {} : { assumptions };
    return {
      ...left,
      shown: { definedAt, bounds: [], said: [DELETED], ...told, context: NOTHING },
    };
  }
  return { ...left, explanation: DELETED, change: [], bounds: [], context: NOTHING };
}

function leftOfRegister(body: SubjectsChanged & EntryBody, subject: string): EntryBody | null {
  const put = body.put.filter(({ name }) => name !== subject);
  const removed = body.removed.filter((name) => name !== subject);
  const isOther = put.length === body.put.length && removed.length === body.removed.length;
  return isOther ? null : { ...body, put, removed, reason: '' };
}

/** Returns the tombstone of a plan, of which these decisions are to be forgotten; they follow after it in their order. */
export function tombstoneOfPlan(
  plan: StoredEntry,
  decided: readonly StoredEntry[],
  names: ForgottenNames,
): Tombstone | null {
  const body = readEntryText(plan.text) as GroupPlanned & EntryBody;
  const indices = new Set<number>();
  for (const { text } of decided) {
    const one = readEntryText(text) as Decided;
    if (names.decisions.has(one.receipt.id)) indices.add(situationOf(body, one.planIndex!));
  }
  if (indices.size === 0) return null;
  const situations = body.situations.map((situation, i) => {
    if (!indices.has(i)) return situation;
    const { blocks } = situation;
    return { context: {}, ...(blocks === undefined ? {} : { blocks }) };
  });
  return buried(plan, { ...body, situations });
}

/**
 * Returns the tombstone of the decision that the key of a plan stands with, where another one of the plan is to be forgotten. It loses the
 * fingerprint alone: with all other situations beside it, the one that is gone could be guessed. Null if there is none.
 */
export function tombstoneOfPlanKey(first: StoredEntry, names: ForgottenNames): PlanKey | null {
  const body = readEntryText(first.text) as Decided & EntryBody;
  const { key, receipt } = body;
  if (key === null || key.fingerprint === '' || names.decisions.has(receipt.id)) return null;
  return { ...buried(first, withoutFingerprint(body))!, decision: receipt.id };
}

/** The situation that a place in the plan belongs to: blocks of one have a place each. */
function situationOf({ situations }: GroupPlanned, planIndex: number): number {
  let end = 0;
  return situations.findIndex(({ blocks = 1 }) => {
    end += blocks;
    return planIndex < end;
  });
}

/** Decisions of one generation that follow each other. */
export type DecisionRun = readonly [generation: number, first: number, last: number];

/** Returns the decisions in few numbers, in order. */
export function decisionRuns(ids: Iterable<string>): DecisionRun[] {
  const names = [...ids].map((id) => parseDecisionId(id)!);
  names.sort((a, b) => a.generation - b.generation || a.sequence - b.sequence);
  const runs: [number, number, number][] = [];
  for (const { generation, sequence } of names) {
    const last = runs.at(-1);
    if (last?.[0] === generation && last[2] === sequence - 1) last[2] = sequence;
    else runs.push([generation, sequence, sequence]);
  }
  return runs;
}
