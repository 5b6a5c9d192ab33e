/**
 * A line of the register as the planner of a farm knows fields: soil and region as they were entered, and the
 * usual weather, which stands in the notes where a table told it.
 */
import type { PolicyView, Subject } from '@hedgerow/client';
import { type FieldContext, fieldContext, type KnownField, type Weather } from '@hedgerow/farm';

/** Name of the note that tells the usual weather of a field. */
export function usualNote(variable: string): string {
  return `usual ${variable}`;
}

/** Returns the context of a field; what is not foreseen is what is usual there. */
export function contextOf(
  { context }: Pick<PolicyView['definition'], 'context'>,
  field: Subject,
  weather: Weather,
): FieldContext {
  return fieldContext(context, knownField(field, Object.keys(context)), weather);
}

function knownField(
  { name, context = {}, notes = {} }: Subject,
  variables: readonly string[],
): KnownField {
  const told = variables.map((variable) => [
    variable,
    context[variable] ?? notes[usualNote(variable)],
  ]);
  return {
    name,
    region: typeof context.region === 'string' ? context.region : null,
    covariates: Object.fromEntries(told.filter(([, value]) => typeof value === 'number')),
  };
}
