/**
 * Named context variables: from what a caller says of each to one joint distribution.
 *
 * A variable is a number in a usual range (one coordinate, standardised to −1 … 1 by the range) or a
 * category (one coordinate for each category, one-hot). A caller gives, for each variable, a number,
 * the name of a category, a distribution, or its plain description; or one joint distribution over
 * all coordinates in the declared order.
 */
import { HedgerowError } from '../../base/errors.ts';
import {
  describeValue,
  requireBetween,
  requireFinite,
  requireNotNegative,
} from '../../base/require.ts';
import { categories } from '../../context/categories.ts';
import type { ContextDescription } from '../../context/context-description.ts';
import type { ContextDistribution } from '../../context/context-distribution.ts';
import { contextFromDescription } from '../../context/context-from-description.ts';
import { exact } from '../../context/exact.ts';
import { independent } from '../../context/independent.ts';
import type { SeenRange, Usual, VariableDefinition } from './policy-definition.ts';

/** What a caller may say of one variable. */
export type VariableValue = number | string | ContextDistribution | ContextDescription;

/** What a caller may say of the whole context. */
export type ContextValue = Readonly<Record<string, VariableValue>> | ContextDistribution;

export interface Variables {
  /** Number of coordinates of the joint context. */
  readonly dimension: number;
  /** Names of the coordinates, for people; none where nothing is known of the situation. */
  readonly coordinateNames: readonly string[];
  /** Middle of each coordinate's range (0 for categories). */
  readonly centre: readonly number[];
  /** Half of each coordinate's range (1 for categories). */
  readonly scale: readonly number[];
  /** Returns the joint distribution a caller means. */
  read(value: ContextValue): ContextDistribution;
}

/** Returns the reader of contexts for these variables. */
export function createVariables(
  definitions: Readonly<Record<string, VariableDefinition>>,
): Variables {
  const variables = Object.entries(definitions).map(([name, definition]) =>
    createVariable(name, definition),
  );
  if (variables.length === 0) return NO_VARIABLES;
  const names = new Set(variables.map(({ name }) => name));
  const dimension = variables.reduce((sum, variable) => sum + variable.dimension, 0);
  return {
    dimension,
    coordinateNames: variables.flatMap((variable) => variable.coordinateNames),
    centre: variables.flatMap((variable) => variable.centre),
    scale: variables.flatMap((variable) => variable.scale),
    read: (value) => {
      const context = isDistribution(value)
        ? joint(value, dimension)
        : assemble(variables, names, value);
      checkMeans(variables, context);
      return context;
    },
  };
}

function checkMeans(variables: readonly Variable[], context: ContextDistribution): void {
  let start = 0;
  for (const variable of variables) {
    variable.check(context.mean, start);
    start += variable.dimension;
  }
}

/** Where nothing is known of the situation, the context is one coordinate that is always 0. */
const NO_VARIABLES: Variables = {
  dimension: 1,
  coordinateNames: [],
  centre: [0],
  scale: [1],
  read(value) {
    if (isDistribution(value)) return joint(value, 1);
    requireKnownNames(new Set(), value);
    return exact(0);
  },
};

interface Variable {
  readonly name: string;
  readonly dimension: number;
  readonly coordinateNames: readonly string[];
  readonly centre: readonly number[];
  readonly scale: readonly number[];
  read(value: VariableValue): ContextDistribution;
  /** Refuses means of its coordinates, which begin at `start`, that cannot be meant. */
  check(means: ArrayLike<number>, start: number): void;
}

function createVariable(name: string, definition: VariableDefinition): Variable {
  return 'categories' in definition
    ? categoryVariable(name, definition)
    : numberVariable(name, definition);
}

function numberVariable(
  name: string,
  range: Exclude<VariableDefinition, { categories: readonly string[] }>,
): Variable {
  requireFinite(`context.${name}.min`, range.min);
  requireFinite(`context.${name}.max`, range.max);
  if (!(range.min < range.max)) {
    throw new HedgerowError({
      code: 'HR_INPUT_RANGE',
      rule: `context.${name}.min must be below its max`,
      received: `${range.min} against ${range.max}`,
    });
  }
  if (range.seen !== undefined) requireSeen(`context.${name}.seen`, range.seen);
  for (const { mean, sd } of usualValues(range.usual)) {
    requireFinite(`context.${name}.usual mean`, mean);
    requireNotNegative(`context.${name}.usual sd`, sd);
  }
  return {
    name,
    dimension: 1,
    coordinateNames: [name],
    centre: [(range.min + range.max) / 2],
    scale: [(range.max - range.min) / 2],
    check: (means, start) => requireInRange(name, range, means[start]!),
    read: (value) => readDistribution(name, value, 1),
  };
}

function usualValues<Value>(usual: Usual<Value> | undefined): readonly Value[] {
  if (usual === undefined) return [];
  return [usual.value, ...Object.values(usual.at ?? {}).flatMap((known) => Object.values(known))];
}

function requireSeen(field: string, { min, max, step }: SeenRange): void {
  requireFinite(`${field}.min`, min);
  requireFinite(`${field}.max`, max);
  requireBetween(`${field}.step`, step, 0, Number.POSITIVE_INFINITY);
  if (min <= max) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `${field}.min must not be above its max`,
    received: `${min} against ${max}`,
  });
}

function requireInRange(name: string, range: { min: number; max: number }, mean: number): void {
  if (mean >= range.min && mean <= range.max) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `the mean of ${name} must lie in its declared range, ${range.min} to ${range.max}`,
    received: String(mean),
    remedy: 'Check the unit, or declare a wider range.',
  });
}

function categoryVariable(
  name: string,
  { categories: names, usual }: Extract<VariableDefinition, { categories: readonly string[] }>,
): Variable {
  const strange = usualValues(usual).find((value) => !names.includes(value));
  if (strange !== undefined) throw notACategory(name, names, strange);
  return {
    name,
    dimension: names.length,
    coordinateNames: names.map((category) => `${name} = ${category}`),
    centre: names.map(() => 0),
    scale: names.map(() => 1),
    check: () => {},
    read: (value) =>
      typeof value === 'string'
        ? oneHot(name, names, value)
        : readDistribution(name, inDeclaredOrder(name, names, value), names.length),
  };
}

/** Probabilities by name are put in the order in which the policy declares the names. */
function inDeclaredOrder(
  name: string,
  names: readonly string[],
  value: Exclude<VariableValue, string>,
): Exclude<VariableValue, string> {
  if (typeof value !== 'object' || value === null) return value;
  const description = isDistribution(value) ? value.describe() : value;
  if (description.kind !== 'categories' || Array.isArray(description.probabilities)) return value;
  const byName = description.probabilities as Readonly<Record<string, number>>;
  const unknown = Object.keys(byName).find((given) => !names.includes(given));
  if (unknown !== undefined) throw notACategory(name, names, unknown);
  return categories(names.map((known) => (Object.hasOwn(byName, known) ? byName[known]! : 0)));
}

function oneHot(name: string, names: readonly string[], value: string): ContextDistribution {
  const index = names.indexOf(value);
  if (index < 0) throw notACategory(name, names, value);
  return exact(names.map((_, i) => (i === index ? 1 : 0)));
}

function notACategory(name: string, names: readonly string[], value: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `${name} must be one of ${names.join(', ')}`,
    received: JSON.stringify(value),
  });
}

function readDistribution(
  name: string,
  value: VariableValue,
  dimension: number,
): ContextDistribution {
  if (typeof value === 'number') {
    requireFinite(name, value);
    return joint(exact(value), dimension, name);
  }
  if (typeof value !== 'object' || value === null) throw unreadable(name, value);
  return joint(isDistribution(value) ? value : contextFromDescription(value), dimension, name);
}

function assemble(
  variables: readonly Variable[],
  names: ReadonlySet<string>,
  value: Readonly<Record<string, VariableValue>>,
): ContextDistribution {
  if (typeof value !== 'object' || value === null) throw unreadable('context', value);
  requireKnownNames(names, value);
  const parts = variables.map((variable) => {
    const given = Object.hasOwn(value, variable.name) ? value[variable.name] : undefined;
    if (given === undefined) throw missing(variable.name);
    return variable.read(given);
  });
  return parts.length === 1 ? parts[0]! : independent(parts);
}

function requireKnownNames(known: ReadonlySet<string>, value: object): void {
  const unknown = Object.keys(value).find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `a context must speak of the declared variables (${[...known].join(', ') || 'none'})`,
    received: `about ${JSON.stringify(unknown)}`,
  });
}

function joint(
  distribution: ContextDistribution,
  dimension: number,
  name = 'context',
): ContextDistribution {
  if (distribution.dimension === dimension) return distribution;
  throw new HedgerowError({
    code: 'HR_INPUT_DIMENSION',
    rule: `${name} must have ${dimension} coordinates`,
    received: `a distribution over ${distribution.dimension}`,
  });
}

function isDistribution(value: unknown): value is ContextDistribution {
  return typeof value === 'object' && value !== null && 'covariance' in value && 'sample' in value;
}

function missing(name: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `the context must tell ${name}`,
    received: 'absent',
    remedy: 'If nothing is known of it, pass uniform(min, max) over its range.',
  });
}

function unreadable(name: string, value: unknown): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `${name} must be a number or a distribution`,
    received: describeValue(value),
  });
}
