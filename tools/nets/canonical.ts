/**
 * What a room says, in a form that survives renaming: numbers and booleans in order, keys, ids and enumerated
 * values under one name each (nets/names.json), sentences, times, hashes and lengths of texts left out.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

interface Names {
  /** Today's name of a key → the name under which it is recorded. */
  readonly keys: Readonly<Record<string, string>>;
  /** The same for enumerated values. */
  readonly values: Readonly<Record<string, string>>;
  /** Keys whose values are words for people, or differ from run to run. */
  readonly dropped: readonly string[];
}

const NAMES_FILE = new URL('../../nets/names.json', import.meta.url);
const NAMES = JSON.parse(readFileSync(NAMES_FILE, 'utf8')) as Names;
const DROPPED = new Set(NAMES.dropped);

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
const HASH = /^(?:[a-z0-9]+-)?[0-9a-f]{16,}$/i;
const TOKEN_LENGTH_MAX = 64;

/** Returns the canonical text of any JSON value. */
export function canonical(value: unknown): string {
  return JSON.stringify(canonicalValue(value)) ?? 'null';
}

function canonicalValue(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? plainZero(value) : String(value);
  if (typeof value === 'string') return token(value);
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, canonicalValue);
  if (Array.isArray(value)) return value.map(canonicalValue);
  if (typeof value !== 'object' || value === null) return value ?? null;
  const entries = Object.entries(value).flatMap(([key, inner]) => {
    if (inner === undefined || DROPPED.has(key)) return [];
    return [[NAMES.keys[key] ?? key, canonicalValue(inner)] as const];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** JSON writes −0 as 0, so that a sign that nobody sees is no difference. */
function plainZero(value: number): number {
  return value === 0 ? 0 : value;
}

function token(text: string): string {
  const isSentence = /\s/.test(text) || text.length > TOKEN_LENGTH_MAX;
  if (isSentence || TIME.test(text) || HASH.test(text)) return '~';
  return NAMES.values[text] ?? text;
}

/** Twelve hexadecimal digits of the SHA-256 of a text. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
