/**
 * What a definition that is sent does to a policy.
 *
 *     created          there is no policy of that name yet
 *     none             it says what is there already
 *     grown            it only adds: the generation goes on, with its books and what was learnt
 *     new-generation   it changes something that the promise rests on, or takes something away; or the
 *                      policy is halted, and a new generation is the way out
 *
 * The core decides which of the last two it is.
 */
import {
  HedgerowError,
  type PolicyDefinition,
  type PolicyGrowth,
  policyGrowth,
} from '@hedgerow/core';
import { isRefusal } from '../../problems/refusals.ts';
import { refusedInput } from '../../problems/refused-input.ts';
import { definitionOf, generationOf, type PolicyState } from '../fold/policy-state.ts';
import { completeDefinition, isSameDefinition } from './definition.ts';

export type DefinitionChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'created'; readonly definition: PolicyDefinition }
  | { readonly kind: 'grown'; readonly definition: PolicyDefinition; readonly added: PolicyGrowth }
  | {
      readonly kind: 'new-generation';
      readonly definition: PolicyDefinition;
      /** Why the policy cannot grow into it. */
      readonly why: string;
    };

export interface DefinitionGiven {
  readonly given: PolicyDefinition;
  /** Whether a halted policy is to start anew even with the same definition. */
  readonly isWayOut: boolean;
  readonly drawSeed: () => string;
}

/** Returns what would be done; nothing is changed. */
export function definitionChange(
  state: PolicyState,
  { given, isWayOut, drawSeed }: DefinitionGiven,
): DefinitionChange {
  const complete = (definition: PolicyDefinition) => completeDefinition(definition, drawSeed);
  if (generationOf(state) === 0) return { kind: 'created', definition: complete(given) };
  const stored = definitionOf(state);
  const isHalted = state.halt !== null;
  if (isSameDefinition(given, stored) && !(isHalted && isWayOut)) return { kind: 'none' };
  if (isHalted) {
    return { kind: 'new-generation', definition: complete(given), why: 'The policy is halted.' };
  }
  // What is left open stays as it is.
  const grown = complete({ ...leftOpen(stored), ...given });
  const growth = growthInto(stored, grown);
  return growth instanceof HedgerowError
    ? { kind: 'new-generation', definition: complete(given), why: growth.message }
    : { kind: 'grown', definition: grown, added: growth };
}

/** What a caller need not say of a policy that exists. */
function leftOpen({ seed, execution }: PolicyDefinition): Partial<PolicyDefinition> {
  return {
    ...(execution === undefined ? {} : { execution }),
    ...(seed === undefined ? {} : { seed }),
  };
}

/** Returns what is added, or what is more than adding; refuses what is no definition. */
function growthInto(
  stored: PolicyDefinition,
  definition: PolicyDefinition,
): PolicyGrowth | HedgerowError {
  try {
    return policyGrowth(stored, definition);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.code === 'HR_GROWTH') return error;
    throw refusedInput(error, { kind: 'definition', at: 'definition' });
  }
}
