/**
 * What is known of one decision before something is said about it, also where the core has forgotten it
 * or never knew.
 */
import { type DecisionName, decisionId } from '../../journal/decision-id.ts';
import { type DecisionFacts, generationOf, type PolicyState } from '../fold/policy-state.ts';

/** Whether there can be such a decision at all. */
export function isIssued(state: PolicyState, { generation, sequence }: DecisionName): boolean {
  if (generation > generationOf(state)) return false;
  return generation < generationOf(state) || sequence <= state.sequence;
}

/** Returns what the memory knows; undefined if the journal's table has to be asked. */
export function factsInMemory(state: PolicyState, name: DecisionName): DecisionFacts | undefined {
  const isPresent = name.generation === generationOf(state);
  const open = isPresent ? state.open.get(name.sequence) : undefined;
  return open ?? state.recent.get(decisionId(name));
}
