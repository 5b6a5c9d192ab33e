/**
 * Receipts that are answered together may tell of so many actions in all, and their names may take so much room. Each tells of every action
 * of its policy, and names are up to 200 characters, of which each can take six bytes: without a bound a few kilobytes would ask for an answer of
 * gigabytes, which no memory holds and no text can be.
 */
import { invalidInput } from '../../problems/refusals.ts';
import { definitionOf, generationOf, type PolicyState } from '../fold/policy-state.ts';

/** Actions that the receipts of one answer tell of, counted again in each. */
const TOLD_ACTIONS_MAX = 100_000;
/** Bytes of JSON that their names take, counted again in each: 32 MiB. */
const TOLD_NAMES_BYTES_MAX = 1 << 25;

/** Refuses as many receipts of this policy in one answer, unless there is room for them. */
export function requireTellable(state: PolicyState, count: number, remedy: string): void {
  if (generationOf(state) === 0) return;
  const { actions } = definitionOf(state);
  const { length } = actions;
  const all = () => `but ${count} of ${length} actions each tell of ${count * length}`;
  if (count * length > TOLD_ACTIONS_MAX) {
    throw invalidInput(
      `Receipts that are answered together may tell of ${TOLD_ACTIONS_MAX} actions in all, ${all()}. ${remedy}`,
    );
  }
  const bytes = count * nameBytes(actions);
  if (bytes <= TOLD_NAMES_BYTES_MAX) return;
  throw invalidInput(
    `Receipts that are answered together may have ${TOLD_NAMES_BYTES_MAX} bytes of names of actions in all, ${all()}, whose names take ${bytes}. ${remedy}`,
  );
}

type Actions = ReturnType<typeof definitionOf>['actions'];

/** What was counted before: every decision of a batch asks. */
const counted = new WeakMap<Actions, number>();

/** What the names of all actions take in a receipt. */
function nameBytes(actions: Actions): number {
  const known = counted.get(actions);
  if (known !== undefined) return known;
  const names = actions.map((action) => (typeof action === 'string' ? action : action.name));
  const bytes = Buffer.byteLength(JSON.stringify(names));
  counted.set(actions, bytes);
  return bytes;
}
