import { policyRemoved } from '../../problems/refusals.ts';
import type { PolicyState } from '../fold/policy-state.ts';

/** The name of an erased policy stays taken: its decisions would have the same ids again. */
export function requireFreeName({ removal }: PolicyState): void {
  if (removal !== null) throw policyRemoved(removal);
}
