/**
 * Checks what is left of erased policies: the chain of removals, and that none of their names is in use.
 */
import type { Journal } from '../../journal/journal.ts';
import { checkRemovals } from '../../journal/removal.ts';
import type { VerifyProblem } from './verify-journal.ts';

export interface VerifiedRemovals {
  readonly removals: number;
  readonly problem: VerifyProblem | null;
}

export async function verifyRemovals(
  journal: Pick<Journal, 'readRemovals' | 'listPolicies'>,
): Promise<VerifiedRemovals> {
  const removals = await journal.readRemovals();
  const odd = checkRemovals(removals);
  if (odd !== null) {
    const what = 'The removal does not follow from the one before it, or does not fit its hash.';
    return { removals: odd - 1, problem: { position: odd, what } };
  }
  const names = new Set(await journal.listPolicies());
  const returned = removals.find(({ policy }) => names.has(policy));
  if (returned === undefined) return { removals: removals.length, problem: null };
  const { position, policy } = returned;
  const what = `The policy ${policy} was erased, but there is one of that name.`;
  return { removals: removals.length, problem: { position, what } };
}
