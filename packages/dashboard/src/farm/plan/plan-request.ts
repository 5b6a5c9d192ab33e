/**
 * From fields and weather to the question that the service is asked: one situation for each field.
 */
import type { GroupRequest, PolicyView, Subject, WireContext } from '@hedgerow/client';
import { ANOTHER_FIELD } from '@hedgerow/farm';
import { FIELD_VARIABLE, isKnownField } from '../fields/field-variables.ts';

export interface PlanInput {
  readonly definition: PolicyView['definition'];
  readonly season: string;
  readonly fields: readonly Subject[];
  /** The weather for a field; null while it is not known. */
  readonly weatherFor: (field: Subject) => WireContext | null;
}

/** Returns the question, or null while something is missing for it. */
export function planRequest(input: PlanInput): GroupRequest | null {
  const { definition, season, fields, weatherFor } = input;
  if (season.trim() === '' || fields.length === 0) return null;
  const situations = [];
  for (const field of fields) {
    const weather = weatherFor(field);
    if (weather === null) return null;
    situations.push({
      subject: field.name,
      context: { ...ownContext(definition, field), ...weather },
    });
  }
  return { group: season.trim(), situations };
}

/** The field by its name, or as one of which nothing is known; nothing where names do not matter. */
function ownContext(definition: PlanInput['definition'], field: Subject): Record<string, string> {
  if (!(FIELD_VARIABLE in definition.context)) return {};
  return { [FIELD_VARIABLE]: isKnownField(definition, field) ? field.name : ANOTHER_FIELD };
}
