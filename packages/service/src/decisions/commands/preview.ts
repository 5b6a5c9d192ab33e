/**
 * What would be decided now: the same question to the core, and nothing booked.
 */
import { createPolicy, type Receipt } from '@hedgerow/core';
import { halted, isRefusal, refusedInput } from '../../problems/refusals.ts';
import type { DecisionRequest } from '../../wire.ts';
import { decideOptions } from '../fold/decide-options.ts';
import { coreOptions, type PolicyState } from '../fold/policy-state.ts';
import { seenContext } from '../fold/seen-context.ts';
import { completeDefinition } from './definition.ts';
import { requireTrustedReward } from './require-trusted-reward.ts';

/** Returns the receipt; a policy that does not exist yet is made of the definition that came along. */
export function previewRequest(state: PolicyState, request: DecisionRequest): Receipt {
  const { policy: definition, ...asked } = request;
  if (state.halt !== null) throw halted(state.halt.detail);
  requireTrustedReward(state, [asked]);
  try {
    const core =
      state.core ??
      createPolicy(
        completeDefinition(definition!, () => '0'),
        coreOptions(state),
      );
    return core.preview(seenContext(state, asked.context), decideOptions(asked, state.mode));
  } catch (error) {
    if (isRefusal(error)) throw refusedInput(error);
    throw error;
  }
}
