/**
 * Weather and soil as the model sees them: which, on what scale, and what to do where one is missing.
 *
 * Unless it is declared, a covariate is scaled by its mean and deviation over field-years, and its
 * deviation from year to year is that of seasons around the mean of their field. What varies from year to
 * year is weather and moves the level; what does not is soil, and only sets parents apart. A covariate
 * that never differs says nothing and is left out. Where a field-year lacks one, the mean of its field
 * stands in, or that of all.
 */
import type { FieldYear } from './cells.ts';
import type { Covariate } from './mixed-model.ts';

/** What may be declared of a covariate; the rest is found in the data. */
export interface DeclaredCovariate {
  readonly name: string;
  readonly unit: string;
  readonly centre?: number;
  readonly scale?: number;
  readonly yearDeviation?: number;
  readonly movesLevel?: boolean;
}

export interface SeasonCovariates {
  readonly covariates: readonly Covariate[];
  /** The value of each covariate in each field-year, none missing. */
  readonly values: readonly Readonly<Record<string, number>>[];
  /** How many were missing. */
  readonly filledCount: number;
}

/** Returns the covariates of field-years; all that rows tell, if none are declared. */
export function seasonCovariates(
  fieldYears: readonly FieldYear[],
  declared?: readonly DeclaredCovariate[],
): SeasonCovariates {
  const wanted = declared ?? namesIn(fieldYears).map((name) => ({ name, unit: '' }));
  const columns = wanted
    .map((one) => ({ one, ...filledColumn(fieldYears, one.name) }))
    .filter(({ values }) => Math.min(...values) < Math.max(...values));
  return {
    covariates: columns.map(({ one, values }) => covariateOf(one, values, fieldYears)),
    values: fieldYears.map((_, i) =>
      Object.fromEntries(columns.map(({ one, values }) => [one.name, values[i]!])),
    ),
    filledCount: columns.reduce((count, { filledCount }) => count + filledCount, 0),
  };
}

/** z of all covariates. */
export function scaledValues(
  covariates: readonly Covariate[],
  values: Readonly<Record<string, number>>,
): Record<string, number> {
  return Object.fromEntries(
    covariates.map(({ name, centre, scale }) => [name, (values[name]! - centre) / scale]),
  );
}

function namesIn(fieldYears: readonly FieldYear[]): string[] {
  return [...new Set(fieldYears.flatMap(({ covariates }) => Object.keys(covariates)))].sort();
}

function filledColumn(
  fieldYears: readonly FieldYear[],
  name: string,
): { values: number[]; filledCount: number } {
  const told = fieldYears.map(({ covariates }) => covariates[name]);
  const known = told.filter((value) => value !== undefined);
  if (known.length === 0) return { values: told.map(() => 0), filledCount: 0 };
  const values = told.map((value, i) => {
    if (value !== undefined) return value;
    const here = told.filter(
      (other, j) => other !== undefined && fieldYears[j]!.field === fieldYears[i]!.field,
    );
    return meanOf(here.length > 0 ? (here as number[]) : known);
  });
  return { values, filledCount: told.length - known.length };
}

function covariateOf(
  declared: DeclaredCovariate,
  values: readonly number[],
  fieldYears: readonly FieldYear[],
): Covariate {
  const mean = meanOf(values);
  const yearDeviation = declared.yearDeviation ?? deviationInFields(values, fieldYears);
  return {
    name: declared.name,
    unit: declared.unit,
    centre: declared.centre ?? mean,
    scale: declared.scale ?? Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2))),
    seen: { min: Math.min(...values), max: Math.max(...values) },
    yearDeviation,
    movesLevel: declared.movesLevel ?? yearDeviation > 0,
  };
}

/** How far seasons stray from the mean of their field; 0 if no field has two. */
function deviationInFields(values: readonly number[], fieldYears: readonly FieldYear[]): number {
  const fields = new Map<string, number[]>();
  fieldYears.forEach(({ field }, i) => {
    fields.set(field, [...(fields.get(field) ?? []), values[i]!]);
  });
  let squares = 0;
  let degrees = 0;
  for (const seasons of fields.values()) {
    const mean = meanOf(seasons);
    for (const value of seasons) squares += (value - mean) ** 2;
    degrees += seasons.length - 1;
  }
  return degrees === 0 ? 0 : Math.sqrt(squares / degrees);
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
