/**
 * From fields and weather to the question that the service is asked: one situation for each field.
 */
import type { GroupRequest, PolicyView, Subject } from '@hedgerow/client';
import type { Weather } from '@hedgerow/farm';
import { contextOf } from './known-field.ts';

export interface PlanInput {
  readonly definition: PolicyView['definition'];
  readonly season: string;
  readonly fields: readonly Subject[];
  /** What is foreseen for all fields; null while that is not known. What is not foreseen is as usual. */
  readonly weather: Weather | null;
}

/** Returns the question, or null while something is missing for it. */
export function planRequest(input: PlanInput): GroupRequest | null {
  const { definition, season, fields, weather } = input;
  if (season.trim() === '' || fields.length === 0 || weather === null) return null;
  const situations = [];
  for (const field of fields) {
    const { context, missing } = contextOf(definition, field, weather);
    // What stays with a field comes with it from the register.
    if (missing.some((name) => field.context?.[name] === undefined)) return null;
    situations.push({ subject: field.name, context });
  }
  return { group: season.trim(), situations };
}
