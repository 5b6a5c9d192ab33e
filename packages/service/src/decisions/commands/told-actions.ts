/**
 * Receipts that are answered together may tell of so many actions in all. Each tells of every action of its policy, and names are up to
 * 200 characters: without a bound a few kilobytes would ask for an answer of gigabytes, which no memory holds and no text can be.
 */
import { invalidInput } from '../../problems/refusals.ts';
import { definitionOf, generationOf, type PolicyState } from '../fold/policy-state.ts';

/** Actions that the receipts of one answer tell of, counted again in each. */
const TOLD_ACTIONS_MAX = 100_000;

/** Refuses as many receipts of this policy in one answer, unless there is room for them. */
export function requireTellable(state: PolicyState, count: number, remedy: string): void {
  if (generationOf(state) === 0) return;
  const { length } = definitionOf(state).actions;
  if (count * length <= TOLD_ACTIONS_MAX) return;
  throw invalidInput(
    `Receipts that are answered together may tell of ${TOLD_ACTIONS_MAX} actions in all, but ${count} of ${length} actions each tell of ${count * length}. ${remedy}`,
  );
}
