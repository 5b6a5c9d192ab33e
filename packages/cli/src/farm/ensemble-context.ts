/**
 * A joint forecast in the context of a farm: members stay joined across variables.
 *
 * What the members do not tell keeps its own spread, by three points that have its mean and variance,
 *
 *     mean − √3 sd, mean, mean + √3 sd   with weights 1/6, 2/3, 1/6
 *
 * one for each member. Features are linear in the weather, so means and variances of predictions come
 * out as they would for the whole distribution.
 */
import {
  type ContextDistribution,
  contextFromDescription,
  ensemble,
  type PolicyDefinition,
} from '@hedgerow/core';
import type { FieldContext } from '@hedgerow/farm';
import type { EnsembleMembers } from './parse-ensemble.ts';

interface Point {
  readonly values: ReadonlyMap<string, number>;
  readonly weight: number;
}

/** Returns the joint distribution over all coordinates of the definition's context. */
export function ensembleContext(
  { context: variables }: Pick<PolicyDefinition, 'context'>,
  context: FieldContext['context'],
  { names, members }: EnsembleMembers,
): ContextDistribution {
  let points: Point[] = members.map((member) => ({
    values: new Map(names.map((name, i) => [name, member[i]!])),
    weight: 1 / members.length,
  }));
  for (const [name, variable] of Object.entries(variables)) {
    if ('categories' in variable || names.includes(name)) continue;
    points = points.flatMap((point) => spread(point, name, context[name]!));
  }
  return ensemble(
    points.map(({ values }) => coordinatesOf(variables, context, values)),
    points.map(({ weight }) => weight),
  );
}

function spread(point: Point, name: string, value: FieldContext['context'][string]): Point[] {
  const pointAt = (number: number, share: number): Point => ({
    values: new Map([...point.values, [name, number]]),
    weight: point.weight * share,
  });
  if (typeof value === 'number') return [pointAt(value, 1)];
  const { mean, covariance } = contextFromDescription(value as never);
  const reach = Math.sqrt(3 * covariance[0]!);
  if (reach === 0) return [pointAt(mean[0]!, 1)];
  return [
    pointAt(mean[0]! - reach, 1 / 6),
    pointAt(mean[0]!, 2 / 3),
    pointAt(mean[0]! + reach, 1 / 6),
  ];
}

function coordinatesOf(
  variables: PolicyDefinition['context'],
  context: FieldContext['context'],
  values: ReadonlyMap<string, number>,
): number[] {
  return Object.entries(variables).flatMap(([name, variable]) =>
    'categories' in variable
      ? variable.categories.map((category) => Number(category === context[name]))
      : [values.get(name)!],
  );
}
