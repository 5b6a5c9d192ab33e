/**
 * Gives up rewards that did not come in time, some at every turn in which something else is written.
 */
import { expiryDue } from '../fold/expiry.ts';
import { definitionOf } from '../fold/policy-state.ts';
import type { Accountant } from './accountant.ts';

/** Writes what is due after whatever the turn has written; nothing where nothing was written, or it is halted. */
export function expireDue(accountant: Accountant): void {
  const { state, entries, isErased } = accountant;
  if (entries.length === 0 || isErased || state.core === null) return;
  const through = expiryDue(state.expiry, definitionOf(state));
  if (through !== null) accountant.do({ kind: 'expired', through });
}
