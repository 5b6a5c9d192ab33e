/**
 * The plots of a tidy table as numbers: scaled contexts, scaled yields, and who stands where.
 *
 *     context = [sand, silt, clay, temperature, radiation, photoperiod] scaled, then one 1 among
 *               the fields; reward = (yield − least yield) / (greatest − least)
 */
import { HedgerowError } from '@hedgerow/core';
import type { TidyRow } from '../import/tidy-row.ts';

export const CONTINUOUS_NAMES = [
  'sand_pct',
  'silt_pct',
  'clay_pct',
  'temp_mean_c',
  'radiation_mj_m2_d',
  'photoperiod_h',
] as const;

/** Where temperature and radiation stand in a context: the two that a forecast is about. */
export const TEMPERATURE_INDEX = 3;
export const RADIATION_INDEX = 4;

export type ContextScalingMethod = 'min-max' | 'standardised';

export interface ContextScaling {
  readonly method: ContextScalingMethod;
  readonly offset: readonly number[];
  readonly scale: readonly number[];
}

export interface YieldScaling {
  /** In Mg/ha. */
  readonly min: number;
  readonly max: number;
}

export interface FitRows {
  readonly rowCount: number;
  /** Sorted; positions are action indices. */
  readonly hybrids: readonly string[];
  readonly fields: readonly string[];
  /** Length of a context: six numbers and one place for each field. */
  readonly contextSize: number;
  readonly contextScaling: ContextScaling;
  readonly yieldScaling: YieldScaling;
  /** One scaled context after the other. */
  readonly contexts: Float64Array;
  /** Scaled yields, from 0 to 1. */
  readonly rewards: Float64Array;
  readonly hybridIndices: Int32Array;
  readonly fieldIndices: Int32Array;
  /** Which field-year each plot belongs to, counted from 0 in the order of their names. */
  readonly fieldYearIndices: Int32Array;
  readonly fieldYears: readonly string[];
}

/** Scales the rows of a table. */
export function fitRows(rows: readonly TidyRow[], method: ContextScalingMethod): FitRows {
  const hybrids = distinct(rows.map(({ hybrid }) => hybrid));
  const fields = distinct(rows.map(({ fieldId }) => fieldId));
  const fieldYears = distinct(rows.map(fieldYearOf));
  const contextScaling = scalingOf(rows.map(continuousOf), method);
  const yieldScaling = yieldRange(rows);
  const contextSize = CONTINUOUS_NAMES.length + fields.length;
  const contexts = new Float64Array(rows.length * contextSize);
  rows.forEach((row, i) => {
    const scaled = scaledContext({
      continuous: continuousOf(row),
      fieldIndex: fields.indexOf(row.fieldId),
      fieldCount: fields.length,
      scaling: contextScaling,
    });
    contexts.set(scaled, i * contextSize);
  });
  const { min, max } = yieldScaling;
  return {
    rowCount: rows.length,
    hybrids,
    fields,
    contextSize,
    contextScaling,
    yieldScaling,
    contexts,
    rewards: Float64Array.from(rows, ({ yieldMgHa }) => (yieldMgHa - min) / (max - min)),
    hybridIndices: Int32Array.from(rows, ({ hybrid }) => hybrids.indexOf(hybrid)),
    fieldIndices: Int32Array.from(rows, ({ fieldId }) => fields.indexOf(fieldId)),
    fieldYearIndices: Int32Array.from(rows, (row) => fieldYears.indexOf(fieldYearOf(row))),
    fieldYears,
  };
}

/** The six numbers of a plot's context, as they were measured. */
export function continuousOf(row: TidyRow): number[] {
  const { sandPct, siltPct, clayPct, tempMeanC, radiationMjM2D, photoperiodH } = row;
  return [sandPct, siltPct, clayPct, tempMeanC, radiationMjM2D, photoperiodH];
}

/** Names the season of a plot: "DEH1 2016". */
export function fieldYearOf({ fieldId, year }: TidyRow): string {
  return `${fieldId} ${year}`;
}

export interface ScaledContextInput {
  readonly continuous: readonly number[];
  readonly fieldIndex: number;
  readonly fieldCount: number;
  readonly scaling: ContextScaling;
}

/** Returns one scaled context. */
export function scaledContext(input: ScaledContextInput): number[] {
  const { offset, scale } = input.scaling;
  const numbers = input.continuous.map((value, i) => (value - offset[i]!) / scale[i]!);
  const places = Array.from({ length: input.fieldCount }, (_, i) =>
    i === input.fieldIndex ? 1 : 0,
  );
  return [...numbers, ...places];
}

function scalingOf(
  contexts: readonly (readonly number[])[],
  method: ContextScalingMethod,
): ContextScaling {
  const columns = CONTINUOUS_NAMES.map((_, j) => contexts.map((context) => context[j]!));
  const pairs = columns.map((column) => (method === 'min-max' ? range(column) : moments(column)));
  pairs.forEach(([, scale], j) => {
    if (scale === 0) throw sameEverywhere(CONTINUOUS_NAMES[j]!);
  });
  return {
    method,
    offset: pairs.map(([offset]) => offset),
    scale: pairs.map(([, scale]) => scale),
  };
}

function range(values: readonly number[]): [offset: number, scale: number] {
  const min = values.reduce((least, value) => Math.min(least, value), Infinity);
  const max = values.reduce((most, value) => Math.max(most, value), -Infinity);
  return [min, max - min];
}

/** Mean and population standard deviation. */
function moments(values: readonly number[]): [offset: number, scale: number] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return [mean, Math.sqrt(squares / values.length)];
}

function yieldRange(rows: readonly TidyRow[]): YieldScaling {
  const [min, width] = range(rows.map(({ yieldMgHa }) => yieldMgHa));
  if (!(width > 0)) throw sameEverywhere('yield_mg_ha');
  const max = rows.reduce((most, { yieldMgHa }) => Math.max(most, yieldMgHa), -Infinity);
  return { min, max };
}

function sameEverywhere(column: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `${column} must differ between the plots of a fit`,
    received: 'the same in every row',
  });
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}
