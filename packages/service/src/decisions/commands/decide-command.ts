/**
 * A decision as a command: recognise a repetition, create the policy if its definition came along,
 * decide, write down.
 */
import { createPolicy, type PolicyDefinition } from '@hedgerow/core';
import type { IdempotencyKey } from '../../journal/entry.ts';
import type { Journal } from '../../journal/journal.ts';
import {
  definitionDiffers,
  isRefusal,
  journalUnavailable,
  keyReused,
  refusedInput,
  unknownPolicy,
} from '../../problems/refusals.ts';
import type { DecisionReceipt, DecisionRequest } from '../../wire.ts';
import { fingerprint } from '../fold/canonical-json.ts';
import { type Deciding, decideOptions } from '../fold/perform.ts';
import {
  coreOptions,
  definitionOf,
  generationOf,
  type KnownKey,
  keyName,
  type PolicyState,
} from '../fold/policy-state.ts';
import type { Accountant } from './accountant.ts';
import type { Command } from './command.ts';
import { completeDefinition, isSameDefinition } from './definition.ts';

/** A new receipt, or the id of the decision that was made before under the same key. */
export type DecideAnswer =
  | { readonly kind: 'new'; readonly receipt: DecisionReceipt; readonly text: string }
  | { readonly kind: 'replay'; readonly id: string };

/** Which key the caller used, and how to recognise a repetition. */
export interface CallerKey {
  /** Id of the API key, or `local` where none is needed. */
  readonly scope: string;
  /** The Idempotency-Key header; null if there was none. */
  readonly text: string | null;
}

export interface DecideInput {
  readonly policy: string;
  readonly request: DecisionRequest;
  readonly caller: CallerKey;
  readonly journal: Journal;
  readonly drawSeed: () => string;
}

export function decideCommand(input: DecideInput): Command<DecideAnswer> {
  const { policy, journal } = input;
  const { policy: definition, ...asked } = input.request;
  // What is stored is JSON; deciding about exactly that makes a replay see the same.
  const request = JSON.parse(JSON.stringify(asked)) as typeof asked;
  const key = keyOf(input);
  const intent: Deciding = { kind: 'deciding', request, key };
  let stored: KnownKey | null = null;
  return {
    isWriting: true,
    prepare(state) {
      stored = null;
      if (key === null || state.version === 0 || knownKey(state, key) !== undefined) return;
      return journal.findByKey(policy, key.scope, key.text).then((row) => {
        stored = row && { id: row.id, fingerprint: row.fingerprint ?? '' };
      });
    },
    run(accountant) {
      const known = key === null ? null : (knownKey(accountant.state, key) ?? stored);
      if (known !== null) return repetition(known, key!);
      requirePolicy(accountant, { definition, intent, drawSeed: input.drawSeed });
      return { kind: 'new', ...accountant.decide(intent) };
    },
  };
}

function keyOf({ caller, request }: DecideInput): IdempotencyKey | null {
  if (caller.text === null) return null;
  return { scope: caller.scope, text: caller.text, fingerprint: fingerprint(request) };
}

function knownKey(state: PolicyState, { scope, text }: IdempotencyKey): KnownKey | undefined {
  return state.keys.get(keyName(scope, text));
}

function repetition(known: KnownKey, key: IdempotencyKey): DecideAnswer {
  if (known.fingerprint !== key.fingerprint) throw keyReused();
  return { kind: 'replay', id: known.id };
}

interface Inline {
  readonly definition: PolicyDefinition | undefined;
  readonly intent: Deciding;
  readonly drawSeed: () => string;
}

/** Sees to it that the policy exists, with the definition that came along if one did. */
function requirePolicy(accountant: Accountant, { definition, intent, drawSeed }: Inline): void {
  const { state } = accountant;
  if (generationOf(state) > 0) {
    if (definition === undefined || isSameDefinition(definition, definitionOf(state))) return;
    throw definitionDiffers(state.policy);
  }
  if (state.halt !== null) throw journalUnavailable(new Error(state.halt.detail));
  if (definition === undefined) throw unknownPolicy(state.policy);
  const created = {
    kind: 'policy-created',
    definition: completeDefinition(JSON.parse(JSON.stringify(definition)), drawSeed),
  } as const;
  rehearse(state, created.definition, intent);
  accountant.do(created);
}

/** A request that is refused must not leave a new policy behind: try on one that nobody sees. */
function rehearse(state: PolicyState, definition: PolicyDefinition, { request }: Deciding): void {
  try {
    const trial = createPolicy(definition, coreOptions(state));
    trial.preview(request.context, decideOptions(request, state.mode));
  } catch (error) {
    if (isRefusal(error)) throw refusedInput(error);
    throw error;
  }
}
