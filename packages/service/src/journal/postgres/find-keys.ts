/**
 * Finds decisions by the keys of their callers: as many as are looked for, by one statement, alone or along with
 * what is stored (append-parts.ts). Each key is found by the index, whatever the server thinks of the size of the table.
 */
import type { DecisionRow } from '../journal.ts';
import type { KeyName } from '../leases/group-commit.ts';
import { type DecisionLine, rowFromLine } from '../tables.ts';
import { DECISION_NAMES } from './decision-columns.ts';
import type { HostPool } from './host-pool.ts';
import { keptStatement } from './kept-statement.ts';

/** A decision as JSON: hardly ever is there one, and one column costs less than many that are empty. */
export interface FoundLine {
  readonly found: DecisionLine | null;
}

/** Keys as one text, whose length tells nothing: with arrays a plan would be made for each number of them. */
export function keysText(keys: readonly KeyName[]): string {
  return JSON.stringify(keys.map(([policy, scope, key]) => ({ policy, scope, key })));
}

/** The decisions that are under the keys of a parameter, as a table with one column. */
export function foundBy(parameter: number): string {
  return `(
    select row_to_json(line) as found
    from json_to_recordset($${parameter}::json) as asked (policy text, scope text, key text)
    cross join lateral (
      select ${DECISION_NAMES.join(', ')} from decision
      where policy = asked.policy and key_scope = asked.scope and key_text = asked.key limit 1
    ) as line) as answers`;
}

const FIND = keptStatement('find_keys', `select found from ${foundBy(1)}`);

/** Returns what was decided under each key; null for nothing. */
export async function findKeys(
  pool: Pick<HostPool, 'queryKept'>,
  keys: readonly KeyName[],
): Promise<(DecisionRow | null)[]> {
  return foundAmong(keys, await pool.queryKept<FoundLine>(FIND, [keysText(keys)]));
}

/** Returns, for each key, the decision that a line tells of. */
export function foundAmong(
  keys: readonly KeyName[],
  lines: readonly FoundLine[],
): (DecisionRow | null)[] {
  const rows = new Map<string, DecisionRow>();
  for (const { found } of lines) if (found !== null) rows.set(nameOf(found), rowFromLine(found));
  if (rows.size === 0) return keys.map(() => null);
  return keys.map((name) => rows.get(JSON.stringify(name)) ?? null);
}

function nameOf({ policy, key_scope, key_text }: DecisionLine): string {
  return JSON.stringify([policy, key_scope, key_text]);
}
