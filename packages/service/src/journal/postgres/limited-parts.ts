/**
 * Makes policies of owners who may only have so many (`policiesPerKey`): replicas that make some in the same moment must not all find room
 * for one more.
 *
 *     alone     nobody else makes policies of this owner until the transaction is over
 *     count     those that are there, by a statement that begins after that
 *     append    as many as there is room for; the others are not stored
 *
 * The lock is a number that is made of the owner; two owners with one number wait for each other and do no harm. Each owner has a transaction
 * of its own, so that none waits for two. Policies that exist do not come here.
 */
import { type JournalFailure, notOneMore } from '../journal.ts';
import type { Outcome, Part } from '../leases/group-commit.ts';
import { appendTogether } from './append-parts.ts';
import type { PgClient } from './pg-driver.ts';
import { inJournalWords } from './postgres-failure.ts';

/** Runs in a transaction that is kept if it says so. */
export type Transacting = (act: (client: PgClient) => Promise<boolean>) => Promise<boolean>;

/** Whether a part makes a policy whose owner may not have any number of them. */
export function isLimited({ epoch, standing }: Part): boolean {
  return epoch === null && standing?.owner !== undefined && standing.ownedMost !== undefined;
}

/** Returns what became of each, by policy; never rejects. */
export async function makeLimited(
  transact: Transacting,
  parts: readonly Part[],
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  for (const [owner, own] of Map.groupBy(parts, ({ standing }) => standing!.owner!)) {
    const made = await makeOwned(transact, owner, own).catch((failure: JournalFailure) =>
      own.map(() => failure),
    );
    for (const [index, { policy }] of own.entries()) outcomes.set(policy, made[index]!);
  }
  return outcomes;
}

async function makeOwned(
  transact: Transacting,
  owner: string,
  parts: readonly Part[],
): Promise<Outcome[]> {
  let outcomes: Outcome[] = [];
  await inJournalWords(() =>
    transact(async (client) => {
      await client.query(ALONE, [owner]);
      const { rows } = await client.query<{ count: string }>(COUNT, [owner]);
      const count = Number(rows[0]!.count);
      const isRoom = ({ standing }: Part, index: number) => count + index < standing!.ownedMost!;
      const fitting = parts.filter(isRoom);
      outcomes = parts.map(({ policy, standing }) => notOneMore(policy, standing!.ownedMost!));
      if (fitting.length === 0) return false;
      const queryKept = async <Line>({ text }: { text: string }, values: readonly unknown[]) =>
        (await client.query<Line>(text, values)).rows;
      const stored = await appendTogether({ queryKept }, fitting, []);
      outcomes = [...stored.outcomes, ...outcomes.slice(fitting.length)];
      return true;
    }),
  );
  return outcomes;
}

/** Beside the locks of this kind that whoever else uses the database may have. */
const ALONE = `select pg_advisory_xact_lock(hashtextextended('hedgerow policies of ' || $1::text, 0))`;

const COUNT = 'select count(*) as count from policy where owner = $1';
