/**
 * The receipt of a policy whose state cannot be trusted: the caller's baseline, and nothing booked.
 *
 * A fresh policy of the same definition reads the request, so that wrong input is refused as ever;
 * its numbers mean nothing and are not shown.
 */
import { createPolicy, exact, HedgerowError, type Receipt } from '@hedgerow/core';
import type { DecisionRequest } from '../../wire.ts';
import { decideOptions } from './decide-options.ts';
import { coreOptions, definitionOf, type PolicyState } from './policy-state.ts';
import { grantedDefinition } from './reserve-grant.ts';

/** What a receipt says where the core was not asked; `reason` is added by the caller. */
export type HaltedReceipt = Omit<Receipt, 'reason' | 'id' | 'sequence'>;

export function haltedReceipt(state: PolicyState, request: DecisionRequest): HaltedReceipt {
  const read = readRequest(state, request);
  const action = request.baseline?.action ?? definitionOf(state).baseline.action;
  return {
    action,
    chosenBy: 'baseline',
    explanation: `${action} is played because the books of this policy cannot be trusted at the moment; nothing is booked.`,
    change: ['The learner is asked again when the books are whole: see the health of the policy.'],
    proposal: action,
    proposedBy: 'learner',
    baseline: { action, reward: read?.baseline.reward ?? null },
    bounds: [],
    promise: read?.promise ?? {
      text: '',
      failureProbability: definitionOf(state).failureProbability ?? 0,
      assumptions: [],
      certificate: 'betting',
    },
    margin: {
      before: 0,
      ifProposed: 0,
      worstIncrement: 0,
      after: 0,
      unit: definitionOf(state).reward.unit ?? '',
    },
    coin: null,
    propensity: 1,
    propensities: [{ action, probability: 1 }],
    context: read?.context ?? exact(0).describe(),
    ...(read === null ? {} : termsOf(read)),
  };
}

/** Its size, group, site and parts, where it has them. */
function termsOf({ size, group, site, parts }: Receipt): Partial<HaltedReceipt> {
  return {
    ...(size === undefined ? {} : { size }),
    ...(group === undefined ? {} : { group }),
    ...(site === undefined ? {} : { site }),
    ...(parts === undefined ? {} : { parts }),
  };
}

/** Returns what a policy without a past says; null if even that fails. */
function readRequest(state: PolicyState, request: DecisionRequest): Receipt | null {
  const engine = state.engine.branch();
  try {
    const { definition, reserve } = state.generations.at(-1)!;
    // The definition stands in the journal, whatever would be refused today.
    const options = { ...coreOptions(state), engine, wasAccepted: () => true };
    const policy = createPolicy(grantedDefinition(definition, reserve), options);
    policy.safeMode = true;
    return policy.decide(request.context, decideOptions(request));
  } catch (error) {
    if (error instanceof HedgerowError && error.code !== 'HR_INVARIANT') throw error;
    return null;
  } finally {
    engine.dispose();
  }
}
