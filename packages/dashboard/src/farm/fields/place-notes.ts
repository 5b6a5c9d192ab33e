/**
 * The weather that is usual where a field lies, as far as a crop model knows the place: means over the
 * trial fields of its region, and how much one season strays from them. They stand in the notes of the
 * field, where people and plans find them.
 */
import type { PolicyView, Subject } from '@hedgerow/client';
import type { MixedModel } from '@hedgerow/farm';
import { usualNotes } from '../plan/weather.ts';

type Definition = PolicyView['definition'];

/** True where the policy was made of this model: the same covariates, seen over the same range. */
export function isMadeOf({ context }: Definition, { covariates }: MixedModel): boolean {
  return covariates.every(({ name, seen }) => {
    const variable = context[name];
    if (variable === undefined || 'categories' in variable) return false;
    return variable.seen?.min === seen.min && variable.seen.max === seen.max;
  });
}

/** Returns the field with the usual weather of its place; what its notes tell already stays. */
export function withPlaceNotes(field: Subject, model: MixedModel): Subject {
  const region = field.context?.region;
  const near = model.fields.filter((one) => one.region === region);
  const fields = near.length > 0 ? near : model.fields;
  const notes: Record<string, string | number> = {};
  for (const { name, yearDeviation } of model.covariates) {
    if (yearDeviation === 0) continue;
    const values = fields.flatMap(({ covariates }) => covariates[name] ?? []);
    if (values.length === 0) continue;
    const keys = usualNotes(name);
    // A place that no trial has seen may be like any of them.
    const spread = near.length > 0 ? 0 : deviationOf(values);
    notes[keys.mean] = rounded(meanOf(values));
    notes[keys.deviation] = rounded(Math.hypot(yearDeviation, spread));
  }
  return { ...field, notes: { ...notes, ...field.notes } };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
}

function rounded(value: number): number {
  return Math.round(100 * value) / 100;
}
