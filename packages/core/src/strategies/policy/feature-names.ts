/**
 * What each feature of a policy is called, for people, in the order of `feature-map-of.ts`.
 *
 *   no attributes   P1197 · level, P1197 · temperature, …                     apart for each action
 *   attributes      level, temperature, maturity, maturity · temperature, …   shared by all actions
 *   declared map    feature 1, feature 2, …
 */
import type { PolicyDefinition } from './policy-definition.ts';
import type { Variables } from './variables.ts';

export interface FeatureName {
  readonly name: string;
  /** Whether the feature is 1 in every context, so that what is expected at the start is part of it. */
  readonly isLevel: boolean;
}

/** A factor of a feature; null is the constant 1. */
type Factor = string | null;

/** Returns a name for each feature; null for those that are always 0. */
export function featureNames(
  { actions, features }: PolicyDefinition,
  variables: Variables,
  dimension: number,
): (FeatureName | null)[] {
  if (features !== undefined) return numberedNames(dimension);
  const coordinates: Factor[] = [null, ...variables.coordinateNames];
  const isUnknown = variables.coordinateNames.length < variables.dimension;
  const unused = isUnknown ? [null] : [];
  const first = actions[0]!;
  if (typeof first === 'string') {
    return actions.flatMap((action) => [
      ...coordinates.map((coordinate) => ownName(action as string, coordinate)),
      ...unused,
    ]);
  }
  const attributes: Factor[] = [null, ...Object.keys(first.attributes)];
  return attributes.flatMap((attribute) => [
    ...coordinates.map((coordinate) => sharedName(attribute, coordinate)),
    ...unused,
  ]);
}

function numberedNames(dimension: number): FeatureName[] {
  return Array.from({ length: dimension }, (_, index) => ({
    name: `feature ${index + 1}`,
    isLevel: false,
  }));
}

function ownName(action: string, coordinate: Factor): FeatureName {
  return { name: `${action} · ${coordinate ?? 'level'}`, isLevel: coordinate === null };
}

function sharedName(attribute: Factor, coordinate: Factor): FeatureName {
  const factors = [attribute, coordinate].filter((factor) => factor !== null);
  const isLevel = factors.length === 0;
  return { name: isLevel ? 'level' : factors.join(' · '), isLevel };
}
