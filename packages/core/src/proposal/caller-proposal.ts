/**
 * Takes the proposal from the caller: another model, a person, a rule of thumb.
 *
 * The number is checked and passed on; nothing else is known or assumed about where it came from.
 * Behind a gate that is safe, because the gate never cares who proposed.
 */
import { requireWhole } from '../base/require.ts';
import type { Proposer } from './proposer.ts';

/** Returns a proposer that asks `choose` and refuses an action that does not exist. */
export function callerProposal(choose: (actionCount: number) => number): Proposer {
  return {
    name: 'caller',
    propose(_model, actionCount) {
      const actionIndex = choose(actionCount);
      requireWhole('proposed action', actionIndex, 0, actionCount - 1);
      return actionIndex;
    },
  };
}
