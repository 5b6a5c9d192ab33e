/**
 * What a rank call of Azure Personalizer says of a decision.
 *
 *     actions           what may be played now; they must be actions of the policy. Their features are not read: a policy
 *                       declares what its actions have in common
 *     excludedActions   not allowed this time
 *     first action that is not excluded      the baseline
 *     contextFeatures   variables of the policy, by their name or, in an object within, by `outer.inner`; later ones win
 */
import { z } from 'zod';
import type { AskedDefinition } from '../../decisions/views/policy-terms.ts';
import { invalidInput } from '../../problems/refusals.ts';
import type { DecisionRequest } from '../../wire.ts';
import { requestOf } from '../ofrep/evaluation-context.ts';

const ACTION_COUNT_MAX = 50;
const id = z.string().min(1).max(256);
/** It stands in addresses, where these two mean something else: its reward could never be told. */
const eventId = id.refine((text) => text !== '.' && text !== '..', 'expected neither "." nor ".."');
const features = z.array(z.record(z.string(), z.unknown()));

export interface RankRequest {
  readonly eventId?: string | undefined;
  readonly contextFeatures?: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly actions: readonly { readonly id: string }[];
  readonly excludedActions?: readonly string[] | undefined;
  readonly deferActivation?: boolean | undefined;
}

export const rankRequest: z.ZodType<RankRequest> = z.looseObject({
  eventId: eventId.optional(),
  contextFeatures: features.optional(),
  actions: z.array(z.looseObject({ id })).min(1).max(ACTION_COUNT_MAX),
  excludedActions: z.array(id).optional(),
  deferActivation: z.boolean().optional(),
});

/** Returns the decision that a policy of this definition is asked for. */
export function decisionOf(
  definition: AskedDefinition,
  rank: RankRequest,
): Omit<DecisionRequest, 'policy'> {
  if (rank.deferActivation === true && definition.execution === 'assume') throw cannotDefer();
  const excluded = new Set(rank.excludedActions);
  const ids = rank.actions.map((action) => action.id);
  const allowed = ids.filter((action) => !excluded.has(action));
  const [first] = allowed;
  if (first === undefined) throw nothingLeft();
  if (new Set(ids).size < ids.length) throw namedTwice();
  requireKnown(definition, ids);
  const { hedgerow, ...flat } = flatten(rank.contextFeatures ?? []);
  const asked = requestOf(definition, { forecast: flat, hedgerow });
  return { ...asked, allowed, baseline: { ...asked.baseline, action: first } };
}

function requireKnown({ actionNames }: AskedDefinition, ids: readonly string[]): void {
  const known = new Set(actionNames);
  const stranger = ids.find((action) => !known.has(action));
  if (stranger === undefined) return;
  throw invalidInput(
    `actions must be actions of the policy, but "${stranger}" is none. Add it to the definition with PUT /v1/policies/{id}: what was learnt stays.`,
    'actions',
  );
}

/** Features by their names, and those of inner objects by both names joined, too. */
function flatten(objects: readonly Readonly<Record<string, unknown>>[]): Record<string, unknown> {
  const flat: Record<string, unknown> = {};
  for (const [name, value] of objects.flatMap((object) => Object.entries(object))) {
    flat[name] = value;
    if (name === 'hedgerow' || !isNamespace(value)) continue;
    for (const [inner, feature] of Object.entries(value)) {
      flat[inner] = feature;
      flat[`${name}.${inner}`] = feature;
    }
  }
  return flat;
}

/** A distribution is a value, and not a group of features. */
function isNamespace(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !('kind' in value);
}

function cannotDefer() {
  return invalidInput(
    'deferActivation must be left out where the policy takes every action as played (execution "assume"). Define it with execution "confirm".',
    'deferActivation',
  );
}

function nothingLeft() {
  return invalidInput(
    'One of the actions must not be excluded: the first such is the baseline. Exclude fewer.',
    'excludedActions',
  );
}

function namedTwice() {
  return invalidInput('Every action must be given once, but one is given twice.', 'actions');
}
