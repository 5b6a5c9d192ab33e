/**
 * A policy that grows in the middle of a run: the last action, `y`, comes later. Until then whoever wants
 * it has `x`. The hostile prior is that `y` is far the best, so the learner meets the worst that can be
 * added.
 */
import type { PolicyDefinition, PriorDefinition } from '@hedgerow/core';
import type { SubjectRequest } from './subject.ts';

const LATE = 'y';
const EARLIER = 'x';

/** Returns the definition without the last action; null where the policy must not grow. */
export function withoutLateAction(definition: PolicyDefinition): PolicyDefinition | null {
  const { actions, reward, prior, baseline } = definition;
  // What equations prove is about so many features.
  if (baseline.weightNormBound !== undefined) return null;
  const count = actions.length - 1;
  const { floors } = reward;
  return {
    ...definition,
    actions: actions.slice(0, count),
    reward: floors === undefined ? reward : { ...reward, floors: withoutLate(floors) },
    ...(prior === undefined ? {} : { prior: priorOfFirst(prior, count / actions.length) }),
  };
}

/** A prior with one number for each feature in all its lists, for the first share of them. */
function priorOfFirst(prior: PriorDefinition, share: number): PriorDefinition {
  const shorter = Object.entries(prior).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.slice(0, share * value.length) : value,
  ]);
  return Object.fromEntries(shorter) as PriorDefinition;
}

/** The request of somebody who does not know of the last action yet. */
export function beforeLateAction(request: SubjectRequest): SubjectRequest {
  const { allowed, proposal, floors, ...rest } = request;
  const known = (name: string) => (name === LATE ? EARLIER : name);
  return {
    ...rest,
    ...(allowed === undefined ? {} : { allowed: allowed.map(known) }),
    ...(proposal === undefined ? {} : { proposal: known(proposal) }),
    ...(floors === undefined ? {} : { floors: withoutLate(floors) }),
  };
}

function withoutLate(floors: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(floors).filter(([name]) => name !== LATE));
}
