/**
 * The statement that writes how a policy stands, if its chain still ends at the head that is given: the line
 * and the outline at once. It is for lines that are behind; what is appended brings its standing along (append-parts.ts).
 */
import type { Head } from '../journal.ts';
import { columnsFrom, type Standing, type StandingColumns } from '../standing.ts';
import { numberText } from './number-text.ts';

/** What columns can be, where their values travel as text. */
export type ColumnType = 'text' | 'bigint' | 'smallint' | 'boolean' | 'double precision';

export const STANDING_TYPES: Readonly<Record<keyof StandingColumns, ColumnType>> = {
  standing_version: 'bigint',
  margin: 'double precision',
  pending: 'bigint',
  unresolved: 'bigint',
  decisions: 'bigint',
  learner: 'bigint',
  halted: 'smallint',
  failure_probability: 'double precision',
  standing: 'text',
};
export const STANDING_COLUMNS = Object.keys(STANDING_TYPES) as (keyof StandingColumns)[];
const SETTING = STANDING_COLUMNS.map(
  (name, index) => `${name} = $${index + 5}::${STANDING_TYPES[name]}`,
);
const UPDATE = `update policy set owner = coalesce(owner, $4), ${SETTING.join(', ')}
  where id = $1 and version = $2 and hash = $3`;
const UPDATE_WITH_OUTLINE = `with moved as (${UPDATE} returning id)
  insert into outline (policy, body) select id, $${STANDING_COLUMNS.length + 5}::text from moved
  on conflict (policy) do update set body = excluded.body`;

export interface StatementText {
  readonly text: string;
  readonly values: (string | number | null)[];
}

export function standingStatement(
  policy: string,
  { version, hash }: Head,
  standing: Standing,
): StatementText {
  const { owner = null, outline } = standing;
  const columns = columnsFrom(standing, version);
  const values = [
    policy,
    version,
    hash,
    owner,
    ...STANDING_COLUMNS.map((column) => numberText(columns[column])),
  ];
  if (outline === undefined) return { text: UPDATE, values };
  return { text: UPDATE_WITH_OUTLINE, values: [...values, outline] };
}
