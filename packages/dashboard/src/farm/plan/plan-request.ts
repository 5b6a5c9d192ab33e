/**
 * From fields and weather to the question that the service is asked: one situation for each field.
 */
import type { GroupRequest, PolicyView, Subject, WireContext } from '@hedgerow/client';
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
    const own = isKnownField(definition, field) ? { [FIELD_VARIABLE]: field.name } : {};
    situations.push({ subject: field.name, context: { ...own, ...weather } });
  }
  return { group: season.trim(), situations };
}
