/**
 * The end of a policy, as commands. One with decisions is archived: its journal stays, whole, and it can
 * be restored. One without decisions is removed, for there is nothing to keep. A demonstration may be erased
 * with all that was decided, and any other when it has been archived for a while.
 */
import type { Journal } from '../../journal/journal.ts';
import { notErasable, unknownPolicy } from '../../problems/refusals.ts';
import type { ArchiveRequest, EraseRequest, PolicyView, RemovalReply } from '../../wire.ts';
import { generationOf, type PolicyState } from '../fold/policy-state.ts';
import { policyView } from '../views/policy-view.ts';
import type { Command } from './command.ts';

export function removeCommand({ reason = '' }: ArchiveRequest): Command<RemovalReply> {
  return {
    isWriting: true,
    isAlone: true,
    run(accountant) {
      const { state } = accountant;
      const { policy } = state;
      requireExisting(state);
      if (isUnused(state)) {
        accountant.erase();
        return { policy, outcome: 'removed' };
      }
      if (state.archivedAt === null) accountant.do({ kind: 'policy-archived', reason });
      return { policy, outcome: 'archived' };
    },
  };
}

export interface Erasing extends EraseRequest {
  /** Whose wish it is: the id of an API key, or `local`. */
  readonly by: string;
  /** How long a policy must have been archived. */
  readonly graceDays: number;
  readonly journal: Pick<Journal, 'renewCoinKey'>;
}

/**
 * Erases a demonstration without a trace; whoever saw its coins must not foresee those of a later policy of
 * its name. Of any other policy, archived long enough, a removal is left, and its name is never given again.
 */
export function eraseCommand(erasing: Erasing): Command<RemovalReply> {
  const { by, reason = '', journal } = erasing;
  return {
    isWriting: true,
    isAlone: true,
    prepare: ({ isDemonstration }) => (isDemonstration ? journal.renewCoinKey() : undefined),
    run(accountant) {
      const { state } = accountant;
      const { policy } = state;
      requireExisting(state);
      if (state.isDemonstration) accountant.erase();
      else {
        requireErasable(state, erasing, accountant.now());
        accountant.erase({ by, reason });
      }
      return { policy, outcome: 'erased' };
    },
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

function requireErasable(
  { policy, archivedAt }: PolicyState,
  { confirm, graceDays }: Erasing,
  now: string,
): void {
  if (archivedAt === null) throw notErasable(policy, 'it takes decisions. Archive it first');
  const from = Date.parse(archivedAt) + graceDays * DAY_MS;
  if (Date.parse(now) < from) {
    const when = `${new Date(from).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    throw notErasable(
      policy,
      `it was archived less than ${graceDays} days ago. Wait until ${when}`,
    );
  }
  if (confirm !== policy) throw notErasable(policy, `confirm does not repeat its name. Send it`);
}

export function restoreCommand({ reason = '' }: ArchiveRequest): Command<PolicyView> {
  return {
    isWriting: true,
    run(accountant) {
      const { state } = accountant;
      requireExisting(state);
      if (state.archivedAt !== null) accountant.do({ kind: 'policy-restored', reason });
      return policyView(state);
    },
  };
}

function requireExisting(state: PolicyState): void {
  if (generationOf(state) === 0) throw unknownPolicy(state.policy);
}

/** Whether nothing was ever decided; entries that cannot be read may have been decisions. */
function isUnused({ lastDecisionAt, sequence, halt }: PolicyState): boolean {
  return lastDecisionAt === null && sequence === 0 && halt === null;
}
