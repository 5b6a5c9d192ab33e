/**
 * Commands about a policy as a whole: define it, change its mode, look at it.
 */

import { describePolicy, type PolicyDefinition } from '@hedgerow/core';
import { invalidInput, unknownPolicy } from '../../problems/refusals.ts';
import { refusing } from '../../problems/refused-input.ts';
import type {
  DefinitionPreview,
  DefinitionReply,
  DefinitionRequest,
  ModeRequest,
  PolicyView,
} from '../../wire.ts';
import { definitionOf, generationOf, type PolicyState } from '../fold/policy-state.ts';
import { nextGrant, noGrant } from '../fold/reserve-grant.ts';
import { policyView } from '../views/policy-view.ts';
import type { Accountant } from './accountant.ts';
import type { Command } from './command.ts';
import { type DefinitionChange, definitionChange } from './definition-change.ts';
import type { PolicyQuota } from './policy-quota.ts';
import { requireActive } from './require-active.ts';
import { requireFreeName } from './require-free-name.ts';

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
 * Creates the policy, adds to it, or starts a new generation if the definition does more than add. A
 * halted policy starts one with the same definition too, if a reason is given: that is the way out.
 */
export function defineCommand(
  { definition: given, reason, demonstration = false }: DefinitionRequest,
  { drawSeed, quota }: { readonly drawSeed: () => string; readonly quota: PolicyQuota },
): Command<DefinitionReply> {
  const plain = plainData(given);
  return {
    isWriting: true,
    prepare: (state) => quota.prepare(state),
    run(accountant) {
      const { state } = accountant;
      const exists = generationOf(state) > 0;
      if (exists && demonstration && !state.isDemonstration) throw noDemonstration(state.policy);
      const isWayOut = reason !== undefined;
      const change = definitionChange(state, { given: plain, isWayOut, drawSeed });
      if (change.kind === 'created') quota.take(accountant);
      carryOut(accountant, change, { demonstration, ...(isWayOut ? { reason } : {}) });
      return { ...policyView(state), grown: change.kind === 'grown' };
    },
    settled: () => quota.settled(),
  };
}

/** What a definition would do, told beforehand. */
export function previewDefinitionCommand(
  { definition, reason }: DefinitionRequest,
  drawSeed: () => string,
): Command<DefinitionPreview> {
  const given = plainData(definition);
  return {
    isWriting: false,
    run({ state }) {
      const isWayOut = reason !== undefined;
      const change = definitionChange(state, { given, isWayOut, drawSeed });
      if (change.kind !== 'none') requireDefinition(change.definition);
      return {
        policy: state.policy,
        change: change.kind,
        added: change.kind === 'grown' ? change.added : null,
        why: change.kind === 'new-generation' ? change.why : null,
      };
    },
  };
}

function carryOut(
  accountant: Accountant,
  change: DefinitionChange,
  { reason, demonstration = false }: Omit<DefinitionRequest, 'definition'>,
): void {
  const { state } = accountant;
  if (change.kind === 'none') return;
  if (change.kind !== 'created') requireActive(state);
  const generation = generationOf(state);
  switch (change.kind) {
    case 'created': {
      requireFreeName(state);
      const mark = demonstration ? ({ demonstration } as const) : {};
      accountant.do({ kind: 'policy-created', definition: change.definition, ...mark });
      return;
    }
    case 'grown': {
      const { definition } = change;
      accountant.do({ kind: 'grown', generation, definition, reason: reason ?? '' });
      return;
    }
    case 'new-generation': {
      const { definition, why } = change;
      accountant.do({
        kind: 'generation-started',
        generation: generation + 1,
        definition,
        reason: requireReason(reason, ` ${why}`),
        reserve: nextGrant(state, definition),
      });
    }
  }
}

/** Refuses what would be refused if it were sent. */
function requireDefinition(definition: PolicyDefinition): void {
  refusing({ kind: 'definition', at: 'definition' }, () => describePolicy(definition));
}

function plainData(definition: PolicyDefinition): PolicyDefinition {
  return JSON.parse(JSON.stringify(definition)) as PolicyDefinition;
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
        reserve: noGrant(state),
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

function requireReason(reason: string | undefined, why = ''): string {
  if (reason !== undefined && reason.trim() !== '') return reason;
  throw invalidInput(
    `reason must say why the definition changes, because the promise starts anew with it, but it is absent.${why}`,
    'reason',
  );
}
