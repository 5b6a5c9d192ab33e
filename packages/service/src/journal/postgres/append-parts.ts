/**
 * Stores the parts of many policies by one statement. Whether a part may be stored and storing it cannot
 * be torn apart:
 *
 *     given      the parts: who holds each policy under which epoch, where its chain ends, where it will; no lock is waited for long
 *     kept       policies that are still held so and end there: their heads move on
 *     made       policies that did not exist, and whose name was not erased meanwhile: the first part makes them and takes them
 *     the rest   entries and lines of those policies, and of no others
 *     found      decisions under the keys that are asked for, as they were before the statement
 *
 * What the statement does not return was not stored. If it fails as a whole, because one part cannot be
 * stored, each part is tried alone; if because of a lock, whoever asked finds out whose it is (locked-parts.ts). If the
 * connection breaks, nobody here knows the outcome.
 *
 * Values travel as arrays, one for each column, those of texts as the server holds them (text-array.ts). Most of what a small statement costs is making its plan ready and reading arrays, whatever
 * is in them: so what is rare (policies that are made, decisions of a site) is only in statements that need it.
 */
import { parseDecisionId } from '../decision-id.ts';
import { JournalFailure } from '../journal.ts';
import type { Carried, KeyName, Outcome, Part } from '../leases/group-commit.ts';
import { columnsFrom } from '../standing.ts';
import { type DecisionLine, lineFromRow, partsText } from '../tables.ts';
import { DECISION_NAMES, DECISION_TYPES } from './decision-columns.ts';
import { type FoundLine, findKeys, foundAmong, foundBy, keysText } from './find-keys.ts';
import type { HostPool } from './host-pool.ts';
import { type KeptStatement, keptStatement } from './kept-statement.ts';
import { numberText } from './number-text.ts';
import { isLocked, isSaidByServer, postgresFailure } from './postgres-failure.ts';
import { textArray } from './text-array.ts';
import { type ColumnType, STANDING_COLUMNS, STANDING_TYPES } from './write-standing.ts';

type Cell = string | number | boolean | null;

/** A column of lines that travel as one array. */
interface Column<Line> {
  readonly name: string;
  readonly type: ColumnType;
  readonly cell: (line: Line) => Cell;
}

export async function appendParts(
  pool: HostPool,
  parts: readonly Part[],
  keys: readonly KeyName[],
): Promise<Carried> {
  try {
    return await appendTogether(pool, parts, keys);
  } catch (error) {
    const failure = postgresFailure(error);
    if (!isSaidByServer(error)) throw failure;
    if (parts.length === 1 && keys.length === 0) return { outcomes: [failure], found: [] };
    if (isLocked(failure)) throw failure;
  }
  const outcomes: Outcome[] = [];
  for (const part of parts) outcomes.push(...(await appendParts(pool, [part], [])).outcomes);
  return { outcomes, found: keys.length === 0 ? [] : await findKeys(pool, keys) };
}

/** Stores all parts by one statement, on a pool or inside a transaction. */
export async function appendTogether(
  pool: Pick<HostPool, 'queryKept'>,
  parts: readonly Part[],
  keys: readonly KeyName[],
): Promise<Carried> {
  const { statement, values } = statementFor(parts, keys);
  const lines = await pool.queryKept<AnswerLine>(statement, values);
  const epochs = new Map(lines.map(({ id, epoch }) => [id, Number(epoch)]));
  return {
    outcomes: parts.map((part) => epochs.get(part.policy) ?? movedOn(part)),
    found: foundAmong(keys, lines),
  };
}

/** A policy that was stored, and under which epoch; or else a decision that was found. */
interface AnswerLine extends FoundLine {
  readonly id: string | null;
  readonly epoch: string | null;
}

function movedOn({ policy, head }: Part): JournalFailure {
  return new JournalFailure(
    'behind',
    `The batch was made for entry ${head.version + 1} of ${policy}, but this process does not hold the ` +
      `policy any more, or the chain does not end there. Load the state again.`,
  );
}

/** What a statement has besides parts and entries; there is one text for each combination. */
interface Extras {
  readonly hasOutlines: boolean;
  /** Whether a policy is made, or something about one changes that hardly ever does. */
  readonly hasRareParts: boolean;
  readonly hasDecisions: boolean;
  /** Whether a decision has what most have not. */
  readonly hasRareDecisions: boolean;
  readonly hasChanges: boolean;
  readonly hasKeys: boolean;
}

function statementFor(
  parts: readonly Part[],
  keys: readonly KeyName[],
): { statement: KeptStatement; values: unknown[] } {
  const decisions = parts.flatMap(({ projection }) => projection.inserts.map(lineFromRow));
  const changes = changeLines(parts);
  const hasOutlines = parts.some(({ standing }) => standing?.outline !== undefined);
  const extras: Extras = {
    hasOutlines,
    hasRareParts: hasOutlines || parts.some(isRarePart),
    hasDecisions: decisions.length > 0,
    hasRareDecisions: decisions.some(isRareDecision),
    hasChanges: changes.length > 0,
    hasKeys: keys.length > 0,
  };
  return {
    statement: keptFor(extras),
    // In the order in which the text names them.
    values: [
      ...arraysOf(partColumns(extras), parts),
      ...arraysOf(ENTRY_COLUMNS, entryLines(parts)),
      ...(extras.hasDecisions ? arraysOf(decisionColumns(extras), decisions) : []),
      ...(extras.hasChanges ? arraysOf(CHANGE_COLUMNS, changes) : []),
      ...(extras.hasKeys ? [keysText(keys)] : []),
    ],
  };
}

function isRarePart({ epoch, standing, projection }: Part): boolean {
  if (epoch === null || standing === undefined) return true;
  return projection.archivedAt !== undefined || standing.owner !== undefined;
}

function isRareDecision(line: DecisionLine): boolean {
  return RARE_DECISION_NAMES.some((name) => line[name] !== null);
}

const partColumns = ({ hasRareParts }: Extras) => (hasRareParts ? PART_COLUMNS : USUAL_COLUMNS);

const decisionColumns = ({ hasRareDecisions }: Extras) =>
  hasRareDecisions ? DECISION_COLUMNS : USUAL_DECISION_COLUMNS;

/** The lines as arrays, one for each column. */
function arraysOf<Line>(columns: readonly Column<Line>[], lines: readonly Line[]): unknown[] {
  return columns.map(({ type, cell }) => {
    const texts = lines.map((line) => cellText(cell(line)));
    return type === 'text' ? textArray(texts as (string | null)[]) : texts;
  });
}

const kept = new Map<string, KeptStatement>();

function keptFor(extras: Extras): KeptStatement {
  const key = JSON.stringify(extras);
  const known = kept.get(key) ?? keptStatement('append', textFor(extras));
  kept.set(key, known);
  return known;
}

function textFor(extras: Extras): string {
  const { hasOutlines, hasRareParts, hasDecisions, hasChanges, hasKeys } = extras;
  let count = 0;
  /** Returns lines that are given as a table of the statement. */
  const table = <Line>(name: string, columns: readonly Column<Line>[]): string => {
    const arrays = columns.map(({ type }) => {
      count += 1;
      return `$${count}::${type}[]`;
    });
    return `unnest(${arrays.join(', ')}) as ${name} (${namesOf(columns)})`;
  };
  const steps = [
    `given as (select given.* from (select ${NOT_LOCKED_FOR_LONG}) as wait, ${table('given', partColumns(extras))})`,
    ...(hasRareParts ? [KEPT, MADE, HELD] : [HELD_AS_USUAL]),
    `entries as (insert into entry (${namesOf(ENTRY_COLUMNS)}, epoch)
       select ${namesOf(ENTRY_COLUMNS, 'line')}, held.epoch
       from ${table('line', ENTRY_COLUMNS)} join held on held.id = line.policy)`,
  ];
  if (hasOutlines) steps.push(OUTLINES);
  if (hasDecisions) {
    const columns = decisionColumns(extras);
    steps.push(`decisions as (insert into decision (${namesOf(columns)})
       select ${namesOf(columns, 'line')}
       from ${table('line', columns)} join held on held.id = line.policy)`);
  }
  if (hasChanges) {
    steps.push(`changes as (update decision set ${CHANGES}
       from ${table('given', CHANGE_COLUMNS)} join held on held.id = given.policy
       where decision.policy = given.policy and decision.generation = given.generation
         and decision.sequence = given.sequence)`);
  }
  const stored = `with ${steps.join(',\n')} select id, epoch, null as found from held`;
  return hasKeys
    ? `${stored} union all select null, null, found from ${foundBy(count + 1)}`
    : stored;
}

function namesOf(columns: readonly { readonly name: string }[], table?: string): string {
  return columns.map(({ name }) => (table === undefined ? name : `${table}.${name}`)).join(', ');
}

const HEAD_COLUMNS: readonly Column<Part>[] = [
  { name: 'policy', type: 'text', cell: ({ policy }) => policy },
  { name: 'member', type: 'text', cell: ({ member }) => member },
  { name: 'epoch', type: 'bigint', cell: ({ epoch }) => epoch },
  { name: 'version', type: 'bigint', cell: ({ head }) => head.version },
  { name: 'hash', type: 'text', cell: ({ head }) => head.hash },
  { name: 'next_version', type: 'bigint', cell: ({ next }) => next.version },
  { name: 'next_hash', type: 'text', cell: ({ next }) => next.hash },
];

const RARE_COLUMNS: readonly Column<Part>[] = [
  {
    name: 'is_archiving',
    type: 'boolean',
    cell: ({ projection }) => projection.archivedAt !== undefined,
  },
  { name: 'archived_at', type: 'text', cell: ({ projection }) => projection.archivedAt ?? null },
  { name: 'has_standing', type: 'boolean', cell: ({ standing }) => standing !== undefined },
  { name: 'owner', type: 'text', cell: ({ standing }) => standing?.owner ?? null },
  { name: 'outline', type: 'text', cell: ({ standing }) => standing?.outline ?? null },
];

const STATE_COLUMNS = STANDING_COLUMNS.map(
  (name): Column<Part> => ({
    name,
    type: STANDING_TYPES[name],
    cell: ({ standing, next }) => (standing ? columnsFrom(standing, next.version)[name] : null),
  }),
);

const USUAL_COLUMNS = [...HEAD_COLUMNS, ...STATE_COLUMNS];
const PART_COLUMNS = [...HEAD_COLUMNS, ...RARE_COLUMNS, ...STATE_COLUMNS];

/** Shorter than an answer is waited for, so that whoever meets a lock is told so; it is over with the statement. */
const NOT_LOCKED_FOR_LONG = `set_config('lock_timeout', '1000', true)`;

const STANDING_NAMES = STANDING_COLUMNS.join(', ');
/** Without a standing the line stays as it is, and is behind. */
const STANDING_CHANGES = STANDING_COLUMNS.map(
  (name) => `${name} = case when given.has_standing then given.${name} else policy.${name} end`,
).join(', ');

/** The lines of policies that are still held and end where it is said. */
const moving = (changes: string) => `
  update policy set version = given.next_version, hash = given.next_hash, ${changes}
  from given
  where policy.id = given.policy and policy.holder = given.member and policy.epoch = given.epoch
    and policy.version = given.version and policy.hash = given.hash
  returning policy.id, policy.epoch`;

const KEPT = `kept as (${moving(`
    archived_at = case when given.is_archiving then given.archived_at else policy.archived_at end,
    owner = coalesce(policy.owner, given.owner), ${STANDING_CHANGES}`)})`;

/** Where all exist, have a standing, and nothing else about them changes. */
const HELD_AS_USUAL = `held as (${moving(
  STANDING_COLUMNS.map((name) => `${name} = given.${name}`).join(', '),
)})`;

const MADE = `made as (
  insert into policy (id, version, hash, archived_at, owner, ${STANDING_NAMES}, holder, epoch)
  select policy, next_version, next_hash, archived_at, owner, ${STANDING_NAMES}, member,
    nextval('lease_epoch')
  from given where given.epoch is null
    and not exists (select 1 from removal where removal.policy = given.policy)
  on conflict (id) do nothing
  returning id, epoch)`;

const OUTLINES = `outlines as (
  insert into outline (policy, body)
  select given.policy, given.outline from given join held on held.id = given.policy
  where given.outline is not null
  on conflict (policy) do update set body = excluded.body)`;

const HELD = 'held as (select id, epoch from kept union all select id, epoch from made)';

interface EntryOf extends Pick<Part, 'policy'> {
  readonly entry: Part['entries'][number];
  /** The decision that it speaks of. */
  readonly spokenOf: string | null;
}

function entryLines(parts: readonly Part[]): EntryOf[] {
  return parts.flatMap(({ policy, entries, projection: { spokenOf } }) =>
    entries.map((entry, index) => ({ policy, entry, spokenOf: spokenOf[index]! })),
  );
}

const ENTRY_COLUMNS: readonly Column<EntryOf>[] = [
  { name: 'policy', type: 'text', cell: ({ policy }) => policy },
  { name: 'position', type: 'bigint', cell: ({ entry }) => entry.position },
  { name: 'time', type: 'text', cell: ({ entry }) => entry.time },
  { name: 'body', type: 'text', cell: ({ entry }) => entry.text },
  { name: 'previous_hash', type: 'text', cell: ({ entry }) => entry.previousHash },
  { name: 'hash', type: 'text', cell: ({ entry }) => entry.hash },
  { name: 'subject', type: 'text', cell: ({ spokenOf }) => spokenOf },
];

const DECISION_COLUMNS: readonly Column<DecisionLine>[] = DECISION_NAMES.map((name) => ({
  name,
  type: DECISION_TYPES[name],
  cell: (line) => line[name],
}));

/** What a decision that was made just now has only if it is one of several: of a group, a site, a subject. */
const RARE_DECISION_NAMES = [
  'reward',
  'rewarded_at',
  'size',
  'group_name',
  'site',
  'parts',
  'subject',
] as const satisfies readonly (keyof DecisionLine)[];
const USUAL_DECISION_COLUMNS = DECISION_COLUMNS.filter(
  ({ name }) => !(RARE_DECISION_NAMES as readonly string[]).includes(name),
);

type ChangeOf = ReturnType<typeof changeLines>[number];

function changeLines(parts: readonly Part[]) {
  return parts.flatMap(({ policy, projection: { updates } }) =>
    updates.map((update) => ({ policy, update, name: parseDecisionId(update.id)! })),
  );
}

const CHANGE_COLUMNS: readonly Column<ChangeOf>[] = [
  { name: 'policy', type: 'text', cell: ({ policy }) => policy },
  { name: 'generation', type: 'bigint', cell: ({ name }) => name.generation },
  { name: 'sequence', type: 'bigint', cell: ({ name }) => name.sequence },
  { name: 'is_only_if_issued', type: 'boolean', cell: ({ update }) => update.isOnlyIfIssued },
  { name: 'state', type: 'text', cell: ({ update }) => update.state },
  { name: 'reward', type: 'double precision', cell: ({ update }) => update.reward },
  { name: 'rewarded_at', type: 'text', cell: ({ update }) => update.rewardedAt },
  { name: 'added', type: 'bigint', cell: ({ update }) => update.addedCorrectionCount },
  { name: 'parts', type: 'text', cell: ({ update }) => partsText(update.parts) },
];

const CHANGES = `
  state = case when given.is_only_if_issued and decision.state <> 'issued'
    then decision.state else given.state end,
  reward = coalesce(given.reward, decision.reward),
  rewarded_at = coalesce(given.rewarded_at, decision.rewarded_at),
  correction_count = decision.correction_count + given.added,
  parts = coalesce(given.parts, decision.parts)`;

function cellText(value: Cell): string | boolean | null {
  return typeof value === 'boolean' ? value : numberText(value);
}
