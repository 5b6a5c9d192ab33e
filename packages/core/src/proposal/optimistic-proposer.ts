/**
 * Proposes the action whose reward could be highest (UCB), with a radius of its own.
 *
 *     upperBound(x) = ψᵀθ̂ + radius · ‖ψ‖ in V⁻¹
 *
 * Its radius need not be the certificate's. Keeping the two apart is what makes a sound gate
 * affordable: the certificate's radius must be true, this one only has to explore well.
 * Afterwards the upper bounds stand in `model.kernel.upperBounds`.
 */
import { type ExplorationRule, explorationRule } from './exploration-rule.ts';
import { proposeOptimistic } from './propose-optimistic.ts';
import type { Proposer } from './proposer.ts';

/** Returns the UCB proposer for a constant radius or a rule. */
export function optimisticProposer(radius: ExplorationRule): Proposer {
  const radiusOf = explorationRule('radius', radius);
  return {
    name: 'optimistic',
    propose: (model, actionCount) =>
      proposeOptimistic(model, { actionCount, radius: radiusOf(model) }),
  };
}
