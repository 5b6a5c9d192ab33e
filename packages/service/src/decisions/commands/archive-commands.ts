/**
 * The end of a policy, as commands. One with decisions is archived: its journal stays, whole, and it can
 * be restored. One without decisions is removed, for there is nothing to keep. Only a demonstration may be
 * erased with all that was decided.
 */
import type { Journal } from '../../journal/journal.ts';
import { notErasable, unknownPolicy } from '../../problems/refusals.ts';
import type { ArchiveRequest, PolicyView, RemovalReply } from '../../wire.ts';
import { generationOf, type PolicyState } from '../fold/policy-state.ts';
import { policyView } from '../views/policy-view.ts';
import type { Command } from './command.ts';

export function removeCommand({ reason = '' }: ArchiveRequest): Command<RemovalReply> {
  return {
    isWriting: true,
    mayErase: true,
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

/** Erases a demonstration; whoever saw its coins must not foresee those of a later policy of its name. */
export function eraseCommand(journal: Pick<Journal, 'renewCoinKey'>): Command<RemovalReply> {
  return {
    isWriting: true,
    mayErase: true,
    prepare: ({ isDemonstration }) => (isDemonstration ? journal.renewCoinKey() : undefined),
    run(accountant) {
      const { state } = accountant;
      const { policy } = state;
      requireExisting(state);
      if (!state.isDemonstration) throw notErasable(policy);
      accountant.erase();
      return { policy, outcome: 'erased' };
    },
  };
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
