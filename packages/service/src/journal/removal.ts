/**
 * The journal of removals: what is left of a policy that was erased, for ever.
 *
 *     hash = SHA-256( JSON of [position, policy, entries, last hash, time, by, reason, previous hash] )
 *
 * The last hash is that of the policy's own chain, so whoever kept a copy of it can prove that the copy is
 * all there was. Removals are a chain like entries: none can be changed or left out unnoticed, unless it
 * is the last. The name of an erased policy is never given again, because its decisions would be.
 */
import { hash as hashAtOnce } from 'node:crypto';
import { NO_HASH } from './entry-hash.ts';
import type { Head } from './journal.ts';

/** Who closes a chain, when and why. */
export interface Closing {
  readonly time: string;
  /** Id of the API key, or `local`. */
  readonly by: string;
  readonly reason: string;
}

export interface Removal extends Closing {
  /** Counted from 1, without gaps. */
  readonly position: number;
  readonly policy: string;
  /** How many the chain had, and the hash of the last. */
  readonly entries: number;
  readonly lastHash: string;
  /** Of the removal before, or 64 zeros for the first. */
  readonly previousHash: string;
  readonly hash: string;
}

/** The removal as tables have it. */
export interface RemovalLine {
  position: number;
  policy: string;
  entries: number;
  last_hash: string;
  time: string;
  closed_by: string;
  reason: string;
  previous_hash: string;
  hash: string;
}

/** Returns the removal that follows after the last one. */
export function sealRemoval(
  last: Pick<Removal, 'position' | 'hash'> | null,
  { policy, head, closing }: { policy: string; head: Head; closing: Closing },
): Removal {
  const { time, by, reason } = closing;
  const removal = {
    position: (last?.position ?? 0) + 1,
    policy,
    entries: head.version,
    lastHash: head.hash,
    time,
    by,
    reason,
    previousHash: last?.hash ?? NO_HASH,
  };
  return { ...removal, hash: hashRemoval(removal) };
}

/** Returns the first position that does not follow from the one before or fit its hash; null if all do. */
export function checkRemovals(removals: readonly Removal[]): number | null {
  let [position, previousHash] = [0, NO_HASH];
  for (const removal of removals) {
    position += 1;
    const follows = removal.position === position && removal.previousHash === previousHash;
    if (!follows || hashRemoval(removal) !== removal.hash) return position;
    previousHash = removal.hash;
  }
  return null;
}

function hashRemoval(removal: Omit<Removal, 'hash'>): string {
  const { position, policy, entries, lastHash, time, by, reason, previousHash } = removal;
  const said = [position, policy, entries, lastHash, time, by, reason, previousHash];
  return hashAtOnce('sha256', JSON.stringify(said));
}

export function removalFromLine(line: RemovalLine): Removal {
  return {
    position: Number(line.position),
    policy: line.policy,
    entries: Number(line.entries),
    lastHash: line.last_hash,
    time: line.time,
    by: line.closed_by,
    reason: line.reason,
    previousHash: line.previous_hash,
    hash: line.hash,
  };
}

export function lineFromRemoval(removal: Removal): RemovalLine {
  return {
    position: removal.position,
    policy: removal.policy,
    entries: removal.entries,
    last_hash: removal.lastHash,
    time: removal.time,
    closed_by: removal.by,
    reason: removal.reason,
    previous_hash: removal.previousHash,
    hash: removal.hash,
  };
}
