/**
 * A decision as a command: recognise a repetition, create the policy if its definition came along,
 * decide, write down.
 */
import { createPolicy, type PolicyDefinition } from '@hedgerow/core';
import type { Journal } from '../../journal/journal.ts';
import {
  definitionDiffers,
  journalUnavailable,
  modeChanged,
  unknownPolicy,
} from '../../problems/refusals.ts';
import { callOf, refusing } from '../../problems/refused-input.ts';
import type { DecisionReceipt, DecisionRequest } from '../../wire.ts';
import { decideOptions } from '../fold/decide-options.ts';
import type { Deciding } from '../fold/perform.ts';
import { coreOptions, definitionOf, generationOf, type PolicyState } from '../fold/policy-state.ts';
import type { Accountant } from './accountant.ts';
import type { Command } from './command.ts';
import { completeDefinition, isSameDefinition } from './definition.ts';
import { fillRequest } from './fill-request.ts';
import { requireGroupRoom } from './group-limits.ts';
import { type CallerKey, KeyLookup, keyOf } from './idempotency.ts';
import { PolicyQuota } from './policy-quota.ts';
import { requireActive } from './require-active.ts';
import { requireFreeName } from './require-free-name.ts';
import { requireTrustedReward } from './require-trusted-reward.ts';
import { requireSiteRoom } from './site-limits.ts';

/** A new receipt, or the id of the decision that was made before under the same key. */
export type DecideAnswer =
  | { readonly kind: 'new'; readonly receipt: DecisionReceipt }
  | { readonly kind: 'replay'; readonly id: string };

export interface DecideInput {
  readonly request: DecisionRequest;
  readonly caller: CallerKey;
  readonly journal: Journal;
  readonly drawSeed: () => string;
  /** The most policies that one API key may create; 0 for no limit. */
  readonly policiesPerKey: number;
}

export function decideCommand(input: DecideInput): Command<DecideAnswer> {
  const { policy: definition, ...asked } = input.request;
  // What is stored is JSON; deciding about exactly that makes a replay see the same.
  const text = JSON.stringify(asked);
  const request = JSON.parse(text) as typeof asked;
  const key = keyOf(input.caller, input.request);
  const { journal, drawSeed, caller } = input;
  const lookup = new KeyLookup(key, journal);
  const quota = new PolicyQuota({ journal, owner: caller.scope, most: input.policiesPerKey });
  return {
    isWriting: true,
    // Of a policy that does not exist there are no keys to look up.
    prepare: (state) =>
      lookup.prepare(state) ?? (definition === undefined ? undefined : quota.prepare(state)),
    run(accountant) {
      const id = lookup.find(accountant.state);
      if (id !== null) return { kind: 'replay', id };
      const { state } = accountant;
      requireActive(state);
      if (caller.mode !== undefined && caller.mode !== state.mode) throw modeChanged(state.mode);
      requirePolicy(accountant, { definition, request, drawSeed, quota });
      const filled = fillRequest(state, request, caller.site);
      requireTrustedReward(state, [filled]);
      requireGroupRoom(state, filled.group);
      if (filled.site !== undefined) requireSiteRoom(state, [filled]);
      const deciding = { kind: 'deciding', request: filled, key } as const;
      // What the register filled in is not in the text.
      const receipt = accountant.decide(deciding, filled === request ? text : undefined);
      return { kind: 'new', receipt };
    },
    ...(definition === undefined ? {} : { settled: () => quota.settled() }),
  };
}

interface Inline {
  readonly definition: PolicyDefinition | undefined;
  readonly request: Deciding['request'];
  readonly drawSeed: () => string;
  readonly quota: PolicyQuota;
}

/** Sees to it that the policy exists, with the definition that came along if one did. */
function requirePolicy(accountant: Accountant, inline: Inline): void {
  const { definition, request, drawSeed, quota } = inline;
  const { state } = accountant;
  if (generationOf(state) > 0) {
    if (definition === undefined || isSameDefinition(definition, definitionOf(state))) return;
    throw definitionDiffers(state.policy);
  }
  if (state.halt !== null) throw journalUnavailable(new Error(state.halt.detail));
  if (definition === undefined) throw unknownPolicy(state.policy);
  requireFreeName(state);
  const created = {
    kind: 'policy-created',
    definition: completeDefinition(JSON.parse(JSON.stringify(definition)), drawSeed),
  } as const;
  quota.take(accountant);
  rehearse(state, created.definition, fillRequest(state, request));
  accountant.do(created);
}

/** A request that is refused must not leave a new policy behind: try on one that nobody sees. */
function rehearse(
  state: PolicyState,
  definition: PolicyDefinition,
  request: Deciding['request'],
): void {
  const engine = state.engine.branch();
  try {
    const trial = refusing({ kind: 'definition', at: 'policy' }, () =>
      createPolicy(definition, { ...coreOptions(state), engine }),
    );
    refusing(callOf(trial), () =>
      trial.preview(request.context, decideOptions(request, state.mode)),
    );
  } finally {
    engine.dispose();
  }
}
