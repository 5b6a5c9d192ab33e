/**
 * Proposes the action that looks best now, and explores only by accident.
 *
 *     x′ = argmax ψᵀθ̂, lowest index on a tie
 *
 * A yardstick: it is the optimistic proposer with radius 0, and it can lock itself in for ever.
 */
import { proposeOptimistic } from './propose-optimistic.ts';
import type { Proposer } from './proposer.ts';

/** Returns the greedy proposer. */
export function greedyProposer(): Proposer {
  return {
    name: 'greedy',
    propose: (model, actionCount) => proposeOptimistic(model, { actionCount, radius: 0 }),
  };
}
