/**
 * The tables as both engines have them, and how their lines become what the contract speaks of.
 *
 * Counts come as numbers from SQLite and as text from PostgreSQL; both are made numbers here.
 */
import { zstdDecompressSync } from 'node:zlib';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { DecisionFilter, PartsStanding } from '../wire.ts';
import { decisionId } from './decision-id.ts';
import {
  type DecisionRow,
  type Head,
  JournalFailure,
  type KeyRecord,
  type ShelfRow,
  type Snapshot,
  type StoredEntry,
} from './journal.ts';
import type { RemovalLine } from './removal.ts';
import type { SegmentLine } from './segments/segment.ts';
import type { StandingColumns } from './standing.ts';

export type SqlEngine = 'sqlite' | 'postgres';

export interface Tables {
  policy: {
    id: string;
    version: number;
    hash: string;
    archived_at: string | null;
    owner: string | null;
  } & StandingColumns;
  outline: { policy: string; body: string };
  entry: EntryLine;
  decision: DecisionLine;
  snapshot: SnapshotLine;
  shelf: ShelfLine;
  /** With its bytes, only in PostgreSQL. */
  segment: SegmentLine & { body?: Buffer };
  told: ToldLine;
  /** Only in SQLite. */
  unsettled: { policy: string; settled: number };
  removal: RemovalLine;
  api_key: KeyLine;
  /** Only in PostgreSQL. */
  secret: { name: string; value: string };
}

export interface EntryLine {
  policy: string;
  position: number;
  time: string;
  body: string;
  previous_hash: string;
  hash: string;
  /** The decision that it speaks of; null of the policy. In SQLite only in rows of earlier versions. */
  subject: string | null;
}

export interface ToldLine {
  policy: string;
  generation: number;
  sequence: number;
  position: number;
}

export interface DecisionLine {
  policy: string;
  generation: number;
  sequence: number;
  position: number;
  action: string;
  chosen_by: string;
  reason: string;
  mode: string;
  decided_at: string;
  state: string;
  reward: number | null;
  rewarded_at: string | null;
  correction_count: number;
  margin_after: number | null;
  baseline_min: number | null;
  baseline_max: number | null;
  key_scope: string | null;
  key_text: string | null;
  /** Hexadecimal; SQLite has it as bytes, but for lines of earlier versions. */
  fingerprint: string | null;
  size: number | null;
  group_name: string | null;
  site: string | null;
  /** JSON of a PartsStanding. */
  parts: string | null;
  subject: string | null;
}

export interface SnapshotLine {
  policy: string;
  version: number;
  hash: string;
  /** Of earlier versions; empty where it is packed. */
  body: string;
  /** Text packed with zstd; null in lines of earlier versions. */
  packed: Uint8Array | null;
  generation: number;
  /** 1 of one that stays, because no state can be made from the entries before it; else 0. */
  pinned: number;
}

export interface ShelfLine {
  policy: string;
  generation: number;
  first: number;
  shelved_at: number;
  last: number;
  body: string;
  /** Since which version nobody knows the decisions any more; null while somebody does. */
  gone_at: number | null;
}

export interface KeyLine {
  id: string;
  secret_hash: string;
  name: string;
  scopes: string;
  policies: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

export const DEFAULT_LIST_LIMIT = 100;
/** Lines a scan reads at a time. */
export const SCAN_PAGE_LINES = 250;
/** Snapshots that are kept of each policy. */
export const SNAPSHOTS_KEPT = 2;
/** Asks for the version of a policy's pinned snapshot; 0 if there is none. */
export const PINNED_VERSION: string =
  'select coalesce(max(version), 0) from snapshot where policy = ? and pinned = 1';
/** More decisions than a row of the shelf ever spans. */
export const SHELF_SPAN_MAX = 4096;
/** Rows of the shelf that are removed at a time, where nobody needs them any more. */
export const SHELF_TIDIED = 2000;

export function entryFromLine(line: EntryLine): StoredEntry {
  return {
    policy: line.policy,
    position: Number(line.position),
    time: line.time,
    text: line.body,
    previousHash: line.previous_hash,
    hash: line.hash,
  };
}

export function rowFromLine(line: DecisionLine): DecisionRow {
  const name = {
    policy: line.policy,
    generation: Number(line.generation),
    sequence: Number(line.sequence),
  };
  return {
    id: decisionId(name),
    ...name,
    position: Number(line.position),
    action: line.action,
    chosenBy: line.chosen_by as DecisionRow['chosenBy'],
    reason: line.reason as DecisionRow['reason'],
    mode: line.mode as DecisionRow['mode'],
    decidedAt: line.decided_at,
    state: line.state as DecisionRow['state'],
    reward: line.reward,
    rewardedAt: line.rewarded_at,
    correctionCount: Number(line.correction_count),
    marginAfter: line.margin_after,
    baselineMin: line.baseline_min,
    baselineMax: line.baseline_max,
    keyScope: line.key_scope,
    keyText: line.key_text,
    fingerprint: hexOf(line.fingerprint),
    size: line.size,
    group: line.group_name,
    site: line.site,
    subject: line.subject,
    parts: line.parts === null ? null : (JSON.parse(line.parts) as PartsStanding),
  };
}

function hexOf(value: string | Uint8Array | null): string | null {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
}

export function lineFromRow(row: DecisionRow): DecisionLine {
  return {
    policy: row.policy,
    generation: row.generation,
    sequence: row.sequence,
    position: row.position,
    action: row.action,
    chosen_by: row.chosenBy,
    reason: row.reason,
    mode: row.mode,
    decided_at: row.decidedAt,
    state: row.state,
    reward: row.reward,
    rewarded_at: row.rewardedAt,
    correction_count: row.correctionCount,
    margin_after: row.marginAfter,
    baseline_min: row.baselineMin,
    baseline_max: row.baselineMax,
    key_scope: row.keyScope,
    key_text: row.keyText,
    fingerprint: row.fingerprint,
    size: row.size,
    group_name: row.group,
    site: row.site,
    parts: partsText(row.parts),
    subject: row.subject,
  };
}

/** The parts of a decision as they are stored. */
export function partsText(parts: PartsStanding | null): string | null {
  return parts === null ? null : JSON.stringify(parts);
}

/** What cannot be unpacked is a text that nobody can read: such a snapshot is left aside like any other that is damaged. */
function unpacked(packed: Uint8Array): string {
  try {
    return zstdDecompressSync(packed).toString();
  } catch {
    return '';
  }
}

export function snapshotFromLine(line: SnapshotLine): Snapshot {
  const { policy, hash, body, packed } = line;
  return {
    policy,
    version: Number(line.version),
    hash,
    generation: Number(line.generation),
    // Of several only the newest is read, mostly, and each may be long.
    get body() {
      return packed === null ? body : unpacked(packed);
    },
    ...(Number(line.pinned) === 1 ? { isPinned: true as const } : {}),
  };
}

export function shelfRowFromLine({
  first,
  last,
  body,
}: Pick<ShelfLine, 'first' | 'last' | 'body'>): ShelfRow {
  return { first: Number(first), last: Number(last), text: body };
}

/** Rows of the shelf are stored of the chain that there is, and of no other. */
export function otherChain(policy: string, { version }: Head): JournalFailure {
  return new JournalFailure(
    'behind',
    `Rows of the shelf were made of entry ${version} of ${policy}, but the chain has another one there, or none. ` +
      `Forget the state and load it again.`,
  );
}

/** Returns the rows that hold one of the decisions, each once. */
export function shelfRowsOf(
  found: readonly (readonly [sequence: number, ShelfRow])[],
): readonly ShelfRow[] {
  const rows = found.filter(([sequence, { first, last }]) => first <= sequence && sequence <= last);
  return [...new Map(rows.map(([, row]) => [row.first, row])).values()];
}

export function keyFromLine(line: KeyLine): KeyRecord {
  return {
    id: line.id,
    secretHash: line.secret_hash,
    name: line.name,
    scopes: JSON.parse(line.scopes) as string[],
    policies: JSON.parse(line.policies) as string[],
    createdAt: line.created_at,
    expiresAt: line.expires_at,
    revokedAt: line.revoked_at,
    lastUsedAt: line.last_used_at,
  };
}

export function lineFromKey(key: KeyRecord): KeyLine {
  return {
    id: key.id,
    secret_hash: key.secretHash,
    name: key.name,
    scopes: JSON.stringify(key.scopes),
    policies: JSON.stringify(key.policies),
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
  };
}

type DecisionQuery = SelectQueryBuilder<Tables, 'decision', DecisionLine>;

/** Returns the query for a listing, newest first, without its limit. */
export function listingQuery(
  db: Kysely<Tables>,
  policy: string,
  filter: DecisionFilter,
): DecisionQuery {
  let query = db
    .selectFrom('decision')
    .selectAll()
    .where('policy', '=', policy)
    .orderBy('position', 'desc');
  const equals = {
    generation: filter.generation,
    state: filter.state,
    chosen_by: filter.chosenBy,
    reason: filter.reason,
    action: filter.action,
    site: filter.site,
    group_name: filter.group,
    subject: filter.subject,
  };
  for (const [column, value] of Object.entries(equals)) {
    if (value !== undefined) query = query.where(column as keyof typeof equals, '=', value);
  }
  if (filter.before !== undefined) query = query.where('position', '<', filter.before);
  if (filter.since !== undefined) query = query.where('decided_at', '>=', filter.since);
  if (filter.until !== undefined) query = query.where('decided_at', '<', filter.until);
  if (filter.hasReward === undefined) return query;
  return query.where('reward', filter.hasReward ? 'is not' : 'is', null);
}
