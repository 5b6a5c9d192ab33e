/**
 * Which features of a larger definition are those of the smaller one.
 *
 * A feature is what it is worth, for every action in every context. So both maps are asked about the
 * actions of today in some contexts drawn at random, the same for both, and with anything at all for
 * variables and categories that are new: where a column of answers is the same, the feature is. Maps of
 * every kind are products of powers, waves and attributes, so two different ones have no four contexts in
 * common but by a coincidence of measure 0.
 *
 * The features of today must stay in their order, wherever new ones come in between. All maps keep it when
 * actions or coordinates are appended:
 *
 *     e(action) ⊗ [1, context]        new actions at the end, new coordinates at the end of each block
 *     attributes ⊗ lift of context    likewise
 *
 * A feature that is 0 for all actions of today in every context (a map of no variables has some) was never
 * learnt about. Without a prior it has nothing to keep.
 */
import { uniformAt } from '../../base/counter-random.ts';
import { HedgerowError } from '../../base/errors.ts';
import type { FeatureMap } from '../../expectation/feature-map.ts';
import { featureMapOf } from './feature-map-of.ts';
import { featureNames } from './feature-names.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import { createVariables, type Variables } from './variables.ts';

/** More than any two different features that are meant can have in common. */
const CONTEXT_COUNT = 4;
const SEED = 0x67726f77n;

/** Features before and after. */
export interface GrownFeatures {
  readonly before: FeatureMap;
  readonly after: FeatureMap;
  /** For each feature of before its place now, increasing; null for those that were always 0. */
  readonly places: readonly (number | null)[];
}

/** A map, and the contexts it is asked about. */
interface Asked {
  readonly map: FeatureMap;
  readonly variables: Variables;
}

/** Finds the features of `before` among those of `after`; refuses a map that lacks one. */
export function grownFeatures(before: PolicyDefinition, after: PolicyDefinition): GrownFeatures {
  const [old, grown] = [before, after].map(askedOf) as [Asked, Asked];
  const actionCount = old.map.actionCount;
  const contexts = Array.from({ length: CONTEXT_COUNT }, (_, i) => contextPair(old, grown, i));
  const wanted = columnsOf(
    old.map,
    actionCount,
    contexts.map(([context]) => context),
  );
  const found = columnsOf(
    grown.map,
    actionCount,
    contexts.map(([, context]) => context),
  );
  const holdsNothing = (column: string) => before.prior === undefined && isZero(column);
  let next = 0;
  const places = wanted.map((column, feature) => {
    if (holdsNothing(column)) return null;
    const place = found.indexOf(column, next);
    if (place < 0) throw lostFeature(before, old, feature);
    next = place + 1;
    return place;
  });
  return { before: old.map, after: grown.map, places };
}

function askedOf(definition: PolicyDefinition): Asked {
  const variables = createVariables(definition.context);
  return { map: featureMapOf(definition, variables), variables };
}

/** The same context for both, with some values for coordinates that are new. */
function contextPair(old: Asked, grown: Asked, index: number): [number[], number[]] {
  const shared = new Map(
    old.variables.coordinateNames.map((name, i) => [name, valueAt(old.variables, i, index)]),
  );
  // Where nothing is known of the situation, the one coordinate is always 0.
  const isNone = shared.size === 0;
  const { variables } = grown;
  return [
    isNone ? old.variables.centre.map(() => 0) : [...shared.values()],
    variables.centre.map(
      (_, i) =>
        shared.get(variables.coordinateNames[i] ?? '') ??
        (variables.coordinateNames.length === 0 ? 0 : valueAt(variables, i, index + CONTEXT_COUNT)),
    ),
  ];
}

function valueAt({ centre, scale }: Variables, coordinate: number, index: number): number {
  const share = uniformAt(SEED, index * COORDINATES_APART + coordinate);
  return centre[coordinate]! + scale[coordinate]! * (2 * share - 1);
}

const COORDINATES_APART = 2 ** 20;

/** What each feature is worth, as text: for all actions of today, in all contexts. */
function columnsOf(map: FeatureMap, actionCount: number, contexts: readonly number[][]): string[] {
  const { dimension } = map;
  const rows = contexts.flatMap((context) =>
    Array.from({ length: actionCount }, (_, action) => {
      const row = new Float64Array(dimension);
      map.features(action, context, row, 0);
      return row;
    }),
  );
  return Array.from({ length: dimension }, (_, i) => rows.map((row) => row[i]!).join());
}

function isZero(column: string): boolean {
  return column.split(',').every((value) => Number(value) === 0);
}

function lostFeature(before: PolicyDefinition, { map, variables }: Asked, feature: number) {
  const name = featureNames(before, variables, map.dimension)[feature]?.name;
  return new HedgerowError({
    code: 'HR_GROWTH',
    rule: 'features must hold those of today, unchanged and in their order',
    received: `a map without ${name ?? `feature ${feature + 1}`}`,
    remedy:
      'Features made by default change with the range of a variable, and with the range that attributes span: keep both, or declare `features`. Otherwise begin anew.',
  });
}
