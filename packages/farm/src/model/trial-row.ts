/**
 * One line of a variety trial: what was grown where and when, and what it yielded.
 *
 * A line is one plot, or the mean of several. Everything else that a fit knows is made of such lines,
 * wherever they come from: official trials, or the strips of one's own fields.
 */
import { HedgerowError } from '@hedgerow/core';

export interface TrialRow {
  /** A place that stays the same from year to year. */
  readonly field: string;
  /** What fields near each other have in common: a state, a soil region. Null if it is not known. */
  readonly region: string | null;
  readonly year: number;
  readonly hybrid: string;
  /** None if they are not known; the hybrid then stands for itself. */
  readonly parents: readonly string[];
  /** Of one plot, or the mean of `plots`. */
  readonly yield: number;
  readonly plots: number;
  /** Weather of the season and soil, by name. */
  readonly covariates: Readonly<Record<string, number>>;
}

/** Refuses lines that no fit can read, and says which. */
export function requireTrialRows(rows: readonly TrialRow[]): void {
  if (rows.length === 0) throw unfit('rows', 'hold at least one plot', 'empty');
  rows.forEach((row, i) => {
    const name = `rows[${i}]`;
    requireText(`${name}.field`, row.field);
    requireText(`${name}.hybrid`, row.hybrid);
    if (row.region !== null) requireText(`${name}.region`, row.region);
    for (const parent of row.parents) requireText(`${name}.parents`, parent);
    requireNumber(`${name}.yield`, row.yield);
    requireCount(`${name}.year`, row.year);
    requireCount(`${name}.plots`, row.plots);
    for (const [key, value] of Object.entries(row.covariates)) {
      requireNumber(`${name}.covariates.${key}`, value);
    }
  });
}

function requireText(name: string, value: unknown): void {
  if (typeof value === 'string' && value.trim() !== '') return;
  throw unfit(name, 'be a name', JSON.stringify(value) ?? 'missing');
}

function requireNumber(name: string, value: unknown): void {
  if (typeof value === 'number' && Number.isFinite(value)) return;
  throw unfit(name, 'be a finite number', String(value));
}

function requireCount(name: string, value: unknown): void {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 1) return;
  throw unfit(name, 'be a whole number of at least 1', String(value));
}

function unfit(name: string, rule: string, received: string): HedgerowError {
  return new HedgerowError({ code: 'HR_INPUT_KIND', rule: `${name} must ${rule}`, received });
}
