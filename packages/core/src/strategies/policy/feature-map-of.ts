/**
 * The feature map of a policy: the one it declares, or one made of its actions and variables.
 *
 *   no attributes   one linear model for each action:          e(action) ⊗ [1, context]
 *   attributes      one linear model shared by all actions:    [1, attributes] ⊗ [1, context]
 *
 * Contexts are standardised by their declared ranges and attributes by the ranges they span, so that
 * one ridge penalty suits them all.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireFinite } from '../../base/require.ts';
import type { FeatureMap } from '../../expectation/feature-map.ts';
import { featureMapFromDescription } from '../../expectation/feature-map-from-description.ts';
import { affineLift } from '../../expectation/lifts/affine-lift.ts';
import { kroneckerMap } from '../../expectation/maps/kronecker-map.ts';
import { perActionMap } from '../../expectation/maps/per-action-map.ts';
import { standardisedMap } from '../../expectation/maps/standardised-map.ts';
import type { ActionDefinition, PolicyDefinition } from './policy-definition.ts';
import type { Variables } from './variables.ts';

/** Returns the map, and refuses a declared one that does not fit the actions and variables. */
export function featureMapOf(definition: PolicyDefinition, variables: Variables): FeatureMap {
  const { features } = definition;
  if (features === undefined) return defaultMap(definition.actions, variables);
  const map = featureMapFromDescription(features);
  requireFit('actions', map.actionCount, definition.actions.length);
  requireFit('context coordinates', map.contextDimension, variables.dimension);
  return map;
}

function defaultMap(actions: PolicyDefinition['actions'], variables: Variables): FeatureMap {
  const map = actions.every((action) => typeof action === 'string')
    ? perActionMap({ actionCount: actions.length, contextDimension: variables.dimension })
    : kroneckerMap({
        actionVectors: attributeVectors(actions),
        lift: affineLift(variables.dimension),
      });
  return standardisedMap({ map, centre: variables.centre, scale: variables.scale });
}

function attributeVectors(actions: PolicyDefinition['actions']): number[][] {
  const rows = actions.map(requireAttributes);
  const names = Object.keys(rows[0]!.attributes);
  const columns = names.map((name) => standardise(rows.map((row) => attributeOf(row, name))));
  return rows.map((_, i) => [1, ...columns.map((column) => column[i]!)]);
}

function requireAttributes(action: string | ActionDefinition): ActionDefinition {
  if (typeof action !== 'string') return action;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'actions must all be names, or all have attributes',
    received: `a mixture: ${JSON.stringify(action)} has none`,
  });
}

function attributeOf(action: ActionDefinition, name: string): number {
  const value = action.attributes[name];
  if (value === undefined) {
    throw new HedgerowError({
      code: 'HR_INPUT_KIND',
      rule: `every action must have the attribute ${name}`,
      received: `absent from ${action.name}`,
    });
  }
  requireFinite(`${action.name}.${name}`, value);
  return value;
}

function standardise(values: readonly number[]): number[] {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const halfRange = (most - least) / 2;
  return values.map((value) => (halfRange === 0 ? 0 : (value - (least + most) / 2) / halfRange));
}

function requireFit(what: string, got: number, wanted: number): void {
  if (got === wanted) return;
  throw new HedgerowError({
    code: 'HR_INPUT_DIMENSION',
    rule: `features must be made for the ${wanted} ${what} of the policy`,
    received: `made for ${got}`,
  });
}
