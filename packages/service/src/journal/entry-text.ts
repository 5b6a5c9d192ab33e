/**
 * Bodies of entries as text and back.
 *
 * It is JSON, with one addition to what JSON.stringify does: minus zero keeps its sign. Without it
 * a state that was made again from the text could differ in a bit from the one that wrote it. Every text ends with the
 * version of the core that wrote it.
 */
import { CORE_VERSION } from '@hedgerow/core/version';
import type { EntryBody, FreshlyDecided, StoredReceipt } from './entry.ts';

/** JSON text that a value stands for; the standard has it, the compiler's library not yet. */
declare global {
  interface JSON {
    rawJSON(text: string): object;
  }
}

/** Returns the text that is hashed and stored. */
export function writeEntryText(body: EntryBody): string {
  const text = hasMinusZero(body) ? JSON.stringify(body, keepMinusZero) : JSON.stringify(body);
  return body.core === undefined ? `${text.slice(0, -1)}${STAMP}` : text;
}

const STAMP = `,"core":${JSON.stringify(CORE_VERSION)}}`;

/** What of a decision's text is at hand already. */
export interface AtHand {
  /** The receipt as it is stored; the one that is sent if absent. */
  readonly stored?: StoredReceipt | undefined;
  /** The request as JSON, without any minus zero. */
  readonly request?: string | undefined;
}

/** Returns the same as `writeEntryText` does for the body with the receipt as it is stored. */
export function writeDecidedText(body: FreshlyDecided, atHand: AtHand = {}): string {
  const { kind, request, receipt, ...rest } = body;
  const { stored = receipt, request: requestText } = atHand;
  const isPlain = requestText !== undefined || !hasMinusZero(request);
  if (!isPlain || hasMinusZero(stored) || hasMinusZero(rest)) {
    return writeEntryText({ ...body, receipt: stored });
  }
  const before = `{"kind":"${kind}","request":${requestText ?? JSON.stringify(request)},"receipt":`;
  const after = `,${JSON.stringify(rest).slice(1, -1)}${STAMP}`;
  return before + JSON.stringify(stored) + after;
}

export function readEntryText(text: string): EntryBody {
  return JSON.parse(text) as EntryBody;
}

function keepMinusZero(_name: string, value: unknown): unknown {
  return Object.is(value, -0) ? JSON.rawJSON('-0') : value;
}

// Looking first costs less than a replacer, which would be called for every value of every entry.
function hasMinusZero(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Object.is(value, -0);
  if (Array.isArray(value)) return value.some(hasMinusZero);
  for (const name in value) if (hasMinusZero(value[name as keyof typeof value])) return true;
  return false;
}
