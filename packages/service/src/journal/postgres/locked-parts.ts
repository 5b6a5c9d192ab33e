/**
 * Stores parts of many policies although lines of some may be locked: by a transaction that somebody left open, or whose machine sleeps.
 *
 * A statement for all of them would wait for the one that is locked, and every policy of this process with it. So it waits for a while and gives
 * up. Then the server is asked, without waiting, which policies have a line that is locked: those are refused, and nothing of them was stored; the others go by
 * a statement of their own. Policies that were refused are asked about beforehand, until they are free.
 */
import { parseDecisionId } from '../decision-id.ts';
import type { Carried, KeyName, Part } from '../leases/group-commit.ts';
import { appendParts } from './append-parts.ts';
import { findKeys } from './find-keys.ts';
import type { HostPool } from './host-pool.ts';
import { inJournalWords, isLocked, lockedFailure } from './postgres-failure.ts';

export class LockedParts {
  readonly #pool: HostPool;
  /** Policies that had a line that was locked when they were asked about last. */
  readonly #suspects = new Set<string>();

  constructor(pool: HostPool) {
    this.#pool = pool;
  }

  async append(parts: readonly Part[], keys: readonly KeyName[]): Promise<Carried> {
    await this.#lookAt(parts.filter(({ policy }) => this.#suspects.has(policy)));
    try {
      return await this.#appendFree(parts, keys);
    } catch (failure) {
      if (!isLocked(failure)) throw failure;
      await this.#lookAt(parts);
      return this.#appendFree(parts, keys);
    }
  }

  /** Stores those that are not suspected. */
  async #appendFree(parts: readonly Part[], keys: readonly KeyName[]): Promise<Carried> {
    const free = parts.filter(({ policy }) => !this.#suspects.has(policy));
    const { outcomes, found } =
      free.length > 0
        ? await appendParts(this.#pool, free, keys)
        : { outcomes: [], found: await this.#find(keys) };
    for (const [index, { policy }] of free.entries()) {
      if (isLocked(outcomes[index])) this.#suspects.add(policy);
    }
    const known = new Map(free.map(({ policy }, index) => [policy, outcomes[index]!]));
    return { outcomes: parts.map(({ policy }) => known.get(policy) ?? lockedFailure(SAID)), found };
  }

  async #find(keys: readonly KeyName[]): Promise<Carried['found']> {
    return keys.length === 0 ? [] : inJournalWords(() => findKeys(this.#pool, keys));
  }

  /** Finds out which of them are locked now. */
  async #lookAt(parts: readonly Part[]): Promise<void> {
    if (parts.length === 0) return;
    const lines = parts.flatMap(({ policy, projection }) =>
      projection.updates.map(({ id }) => ({ ...parseDecisionId(id)!, policy })),
    );
    const values = [
      parts.map(({ policy }) => policy),
      lines.map(({ policy }) => policy),
      lines.map(({ generation }) => generation),
      lines.map(({ sequence }) => sequence),
    ];
    const locked = await inJournalWords(() => this.#pool.query<LockedLine>(LOCKED, values));
    for (const { policy } of parts) this.#suspects.delete(policy);
    for (const { policy } of locked) this.#suspects.add(policy);
  }
}

const SAID = 'a line of the policy is locked';

interface LockedLine {
  readonly policy: string;
}

/** Policies whose line, or one of whose given decisions, is held by somebody else at this moment. */
const LOCKED = `
  with given as (
    select * from unnest($2::text[], $3::bigint[], $4::bigint[]) as given (policy, generation, sequence)
  ), free_policy as (
    select id from policy where id = any($1::text[]) for no key update skip locked
  ), free_decision as (
    select decision.policy, decision.generation, decision.sequence
    from decision join given using (policy, generation, sequence)
    for no key update of decision skip locked
  )
  select id as policy from policy
  where id = any($1::text[]) and id not in (select id from free_policy)
  union
  select policy from decision join given using (policy, generation, sequence)
  where (policy, generation, sequence) not in (select policy, generation, sequence from free_decision)`;
