/**
 * What would be decided now: the same question to the core, and nothing booked.
 */
import { createPolicy } from '@hedgerow/core';
import { halted } from '../../problems/refusals.ts';
import { callOf, refusing } from '../../problems/refused-input.ts';
import type { DecisionRequest, PreviewReceipt } from '../../wire.ts';
import { decideOptions } from '../fold/decide-options.ts';
import { subjectOf } from '../fold/perform.ts';
import { coreOptions, type PolicyState } from '../fold/policy-state.ts';
import { seenContext } from '../fold/seen-context.ts';
import { completeDefinition } from './definition.ts';
import { fillRequest } from './fill-request.ts';
import { requireActive } from './require-active.ts';
import { requireTrustedReward } from './require-trusted-reward.ts';

/** Returns the receipt; a policy that does not exist yet is made of the definition that came along. */
export function previewRequest(
  state: PolicyState,
  request: DecisionRequest,
  site?: string,
): PreviewReceipt {
  const { policy: definition, ...given } = request;
  requireActive(state);
  if (state.halt !== null) throw halted(state.halt.detail);
  const asked = fillRequest(state, given, site);
  requireTrustedReward(state, [asked]);
  const engine = state.engine.branch();
  try {
    const core =
      state.core ??
      refusing({ kind: 'definition', at: 'policy' }, () =>
        createPolicy(
          completeDefinition(definition!, () => '0'),
          { ...coreOptions(state), engine },
        ),
      );
    const receipt = refusing(callOf(core), () =>
      core.preview(seenContext(state, asked.context), decideOptions(asked, state.mode)),
    );
    return { ...receipt, ...subjectOf(asked) };
  } finally {
    engine.dispose();
  }
}
