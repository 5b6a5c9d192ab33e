/**
 * Hybrids that come later, of which nothing is known.
 *
 * The policy of a farm has room for one: an attribute that no hybrid has, with what is known of any
 * hybrid before it is tried. Its own effect and those of parents of its own are one number here, and so
 * is how it bears each of the weathers. A hybrid that comes later is as little known as that one. So only
 * the definition is needed to add it; and a definition that only adds keeps books and learning.
 */
import { type FeatureTerm, HedgerowError, type PolicyDefinition } from '@hedgerow/core';
import { usualCount } from '../model/hybrid-parents.ts';
import type { MixedModel } from '../model/mixed-model.ts';
import { type AddedFeature, featureOf, widenedPrior } from './widen-prior.ts';

/** Returns the definition with room for hybrids that nobody has tried. */
export function withRoomForHybrids(
  definition: PolicyDefinition,
  { variances, hybrids }: MixedModel,
): PolicyDefinition {
  const parentCount = usualCount(hybrids.map(({ parents }) => parents));
  const { prior, map } = termsOf(definition);
  const counted = (variance: number) => prior.noiseVariance / variance;
  const weathers = [...new Set(map.terms.flatMap(slopeCoordinate))];
  const own: AddedFeature = {
    precision: counted(variances.hybrid + parentCount * variances.parent),
    seasonVariance: variances.hybridFieldYear + parentCount * variances.parentFieldYear,
  };
  const slope = {
    precision: counted(parentCount * variances.parentWeather),
    seasonVariance: 0,
  };
  return added(definition, {
    names: [],
    terms: [null, ...weathers],
    features: [own, ...weathers.map(() => slope)],
  });
}

/** Returns the definition with more hybrids; those that it knows by name stay what they are. */
export function withHybrids(
  definition: PolicyDefinition,
  names: readonly string[],
): PolicyDefinition {
  const known = definition.actions.map((one) => (typeof one === 'string' ? one : one.name));
  const fresh = [...new Set(names)].filter((name) => !known.includes(name));
  if (fresh.length === 0) return definition;
  // Without a model every hybrid stands by itself.
  if (definition.features === undefined) {
    return { ...definition, actions: [...definition.actions, ...fresh] };
  }
  const { prior, map } = termsOf(definition);
  const room = roomIn(map.actionVectors);
  if (room < 0) throw notAFarm('room for hybrids that nobody has tried');
  const template = map.terms.flatMap(([attribute, coordinate], index) =>
    attribute === room ? [{ coordinate, feature: featureOf(prior, index) }] : [],
  );
  return fresh.reduce(
    (grown, name) =>
      added(grown, {
        names: [name],
        terms: template.map(({ coordinate }) => coordinate),
        features: template.map(({ feature }) => feature),
      }),
    definition,
  );
}

/** Whether a hybrid can be added by its name alone. */
export function hasRoomForHybrids({ features }: Pick<PolicyDefinition, 'features'>): boolean {
  if (features === undefined) return true;
  const map = features.kind === 'standardised' ? features.map : features;
  return map.kind === 'terms' && roomIn(map.actionVectors) >= 0;
}

/** The attribute that no hybrid has; -1 if there is none. */
function roomIn(attributes: readonly (readonly number[])[]): number {
  return attributes[0]!.findIndex((_, at) => attributes.every((row) => row[at] === 0));
}

interface Added {
  /** Hybrids that have the new attribute. */
  readonly names: readonly string[];
  /** With which coordinates of the context it is multiplied; null for none. */
  readonly terms: readonly FeatureTerm[1][];
  readonly features: readonly AddedFeature[];
}

/** One more attribute, which the new hybrids alone have, and its features at the end. */
function added(definition: PolicyDefinition, { names, terms, features }: Added): PolicyDefinition {
  const { prior, map, outer } = termsOf(definition);
  const attribute = map.actionVectors[0]!.length;
  const none = new Array<number>(attribute).fill(0);
  return {
    ...definition,
    actions: [...definition.actions, ...names],
    features: {
      ...outer,
      map: {
        ...map,
        actionVectors: [
          ...map.actionVectors.map((row) => [...row, 0]),
          ...names.map(() => [...none, 1]),
        ],
        terms: [...map.terms, ...terms.map((coordinate) => [attribute, coordinate] as const)],
      },
    },
    prior: widenedPrior(prior, features),
  };
}

/** The coordinate of a feature that says how something of a hybrid bears the weather. */
function slopeCoordinate([attribute, coordinate]: FeatureTerm): number[] {
  return attribute === null || coordinate === null ? [] : [coordinate];
}

function termsOf({ features, prior }: PolicyDefinition) {
  if (features?.kind !== 'standardised' || features.map.kind !== 'terms' || prior === undefined) {
    throw notAFarm('features of terms and a prior');
  }
  return { outer: features, map: features.map, prior };
}

function notAFarm(what: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `a definition to which hybrids are added must have ${what}`,
    received: 'one without',
    remedy: 'Make it with beginFarm.',
  });
}
