/**
 * What must be known of a policy to ask it in the words of another protocol. It is looked at before every such decision, so it is
 * little, however many sites the policy has and however much its definition says.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import type { Mode } from '../../wire.ts';
import { definitionOf, generationOf, type PolicyState } from '../fold/policy-state.ts';

export interface PolicyTerms {
  readonly id: string;
  readonly generation: number;
  readonly mode: Mode;
  readonly isHalted: boolean;
  /** Since when it takes no more decisions; null while it does. */
  readonly archivedAt: string | null;
  readonly definition: AskedDefinition;
}

export interface AskedDefinition extends Pick<PolicyDefinition, 'context' | 'split' | 'execution'> {
  readonly actionNames: readonly string[];
}

export function policyTerms(state: PolicyState): PolicyTerms {
  const { policy, mode, halt, archivedAt } = state;
  const { context, split, execution, actions } = definitionOf(state);
  return {
    id: policy,
    generation: generationOf(state),
    mode,
    isHalted: halt !== null,
    archivedAt,
    definition: {
      context,
      ...(split && { split }),
      ...(execution && { execution }),
      actionNames: actions.map((action) => (typeof action === 'string' ? action : action.name)),
    },
  };
}
