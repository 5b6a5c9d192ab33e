/**
 * From a table of fields to the situations that a policy plans together.
 */
import type { PlanSituation } from '@hedgerow/core';
import type { FieldRow } from '../tables/read-fields.ts';
import {
  type FieldContext,
  type FieldVariables,
  fieldContext,
  type Weather,
} from './field-context.ts';

export interface FieldSituation {
  readonly field: FieldRow;
  /** Plain data, so that it can be kept. */
  readonly context: FieldContext['context'];
  readonly situation: PlanSituation;
  /** Covariates of which nothing is known there. */
  readonly unknown: readonly string[];
}

/** Returns one situation for each field, in the order of the table. */
export function fieldSituations(
  variables: FieldVariables,
  fields: readonly FieldRow[],
  weather: Weather,
): FieldSituation[] {
  return fields.map((field) => {
    const { context, unknown } = fieldContext(variables, field, weather);
    return { field, context, situation: situationOf(field, context), unknown };
  });
}

function situationOf(field: FieldRow, context: FieldContext['context']): PlanSituation {
  const { hectares, farm, usual, allowed, divisible, blocks } = field;
  return {
    context,
    size: hectares,
    ...(farm !== null && { site: farm }),
    ...(usual !== null && { baseline: { action: usual } }),
    ...(allowed !== null && { allowed }),
    ...(divisible === false && { divisible }),
    ...(blocks !== null && divisible !== false && { blocks }),
  };
}

/** Names the decisions of a plan: "Brook", or "Brook, block 2" where a field has several. */
export function decisionNames(fields: readonly FieldRow[]): { field: string; name: string }[] {
  return fields.flatMap(({ name, blocks, divisible }) => {
    const count = divisible === false ? 1 : (blocks ?? 1);
    if (count === 1) return [{ field: name, name }];
    return Array.from({ length: count }, (_, i) => ({
      field: name,
      name: `${name}, block ${i + 1}`,
    }));
  });
}
