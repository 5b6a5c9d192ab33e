/**
 * Commands about a policy as a whole: define it, change its mode, look at it.
 */

import { invalidInput, unknownPolicy } from '../../problems/refusals.ts';
import type { DefinitionRequest, ModeRequest, PolicyView } from '../../wire.ts';
import { definitionOf, generationOf, type PolicyState } from '../fold/policy-state.ts';
import { nextGrant } from '../fold/reserve-grant.ts';
import { policyView } from '../views/policy-view.ts';
import type { Command } from './command.ts';
import { completeDefinition, isSameDefinition } from './definition.ts';
import { requireActive } from './require-active.ts';

/** Asks something of the state of a policy that exists. */
export function lookCommand<Answer>(look: (state: PolicyState) => Answer): Command<Answer> {
  return {
    isWriting: false,
    run({ state }) {
      if (generationOf(state) === 0) throw unknownPolicy(state.policy);
      return look(state);
    },
  };
}

export function modeCommand({ mode, reason }: ModeRequest): Command<PolicyView> {
  return {
    isWriting: true,
    run(accountant) {
      const { state } = accountant;
      if (generationOf(state) === 0) throw unknownPolicy(state.policy);
      if (state.mode !== mode) accountant.do({ kind: 'mode-changed', mode, reason: reason ?? '' });
      return policyView(state);
    },
  };
}

/**
 * Creates the policy, or starts a new generation if the definition differs. A halted policy starts
 * one with the same definition too, if a reason is given: that is the way out.
 */
export function defineCommand(
  { definition: given, reason, demonstration = false }: DefinitionRequest,
  drawSeed: () => string,
): Command<PolicyView> {
  const plain = JSON.parse(JSON.stringify(given)) as DefinitionRequest['definition'];
  return {
    isWriting: true,
    run(accountant) {
      const { state } = accountant;
      if (generationOf(state) === 0) {
        const definition = completeDefinition(plain, drawSeed);
        const mark = demonstration ? ({ demonstration } as const) : {};
        accountant.do({ kind: 'policy-created', definition, ...mark });
        return policyView(state);
      }
      if (demonstration && !state.isDemonstration) throw noDemonstration(state.policy);
      const isWanted = !isSameDefinition(plain, definitionOf(state));
      const isWayOut = state.halt !== null && reason !== undefined;
      if (isWanted || isWayOut) {
        requireActive(state);
        const definition = completeDefinition(plain, drawSeed);
        const generation = generationOf(state) + 1;
        const why = requireReason(reason);
        const reserve = nextGrant(state, definition);
        accountant.do({ kind: 'generation-started', generation, definition, reason: why, reserve });
      }
      return policyView(state);
    },
  };
}

/** Starts a new generation of the same definition, with nothing of the reserve. */
export function renewCommand(reason: string): Command<PolicyView> {
  return {
    isWriting: true,
    run(accountant) {
      const { state } = accountant;
      if (generationOf(state) === 0) throw unknownPolicy(state.policy);
      accountant.do({
        kind: 'generation-started',
        generation: generationOf(state) + 1,
        definition: definitionOf(state),
        reason: requireReason(reason),
        reserve: { left: 0, granted: 0 },
      });
      return policyView(state);
    },
  };
}

/** What somebody counts on must not become erasable. */
function noDemonstration(policy: string) {
  return invalidInput(
    `demonstration must be said when a policy is created, but "${policy}" exists and is none. Leave it out, or choose another name.`,
    'demonstration',
  );
}

function requireReason(reason: string | undefined): string {
  if (reason !== undefined && reason.trim() !== '') return reason;
  throw invalidInput(
    'reason must say why the definition changes, because the promise starts anew with it, but it is absent.',
    'reason',
  );
}
