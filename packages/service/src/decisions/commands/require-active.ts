/**
 * An archived policy is as it was: it takes no more decisions, and nothing about it is changed. What
 * came of earlier decisions is still told.
 */
import { archived } from '../../problems/refusals.ts';
import type { PolicyState } from '../fold/policy-state.ts';

export function requireActive({ policy, archivedAt }: PolicyState): void {
  if (archivedAt !== null) throw archived(policy, archivedAt);
}
