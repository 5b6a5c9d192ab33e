/**
 * The forecast of a decision by the names of the policy's variables.
 */
import type { ContextDescription, PolicyDefinition } from '@hedgerow/client';
import type { Coordinate } from './coordinate.ts';
import { coordinatesOf } from './coordinates-of.ts';

export type VariableForecast =
  | {
      readonly kind: 'number';
      readonly name: string;
      readonly coordinate: Coordinate;
      /** The usual range of the variable. */
      readonly min: number;
      readonly max: number;
    }
  | {
      readonly kind: 'category';
      readonly name: string;
      readonly probabilities: readonly { readonly name: string; readonly probability: number }[];
    };

/** Returns one forecast for each variable; an empty list if the definition does not fit. */
export function forecastOf(
  context: ContextDescription,
  variables: PolicyDefinition['context'],
): VariableForecast[] {
  const coordinates = coordinatesOf(context);
  const forecasts: VariableForecast[] = [];
  let start = 0;
  for (const [name, variable] of Object.entries(variables)) {
    const width = 'categories' in variable ? variable.categories.length : 1;
    const own = coordinates.slice(start, start + width);
    start += width;
    if (own.length < width) return [];
    forecasts.push(
      'categories' in variable
        ? { kind: 'category', name, probabilities: named(variable.categories, own) }
        : { kind: 'number', name, coordinate: own[0]!, min: variable.min, max: variable.max },
    );
  }
  return start === coordinates.length ? forecasts : [];
}

function named(
  names: readonly string[],
  coordinates: readonly Coordinate[],
): { name: string; probability: number }[] {
  return names.map((name, i) => ({ name, probability: coordinates[i]!.mean }));
}
