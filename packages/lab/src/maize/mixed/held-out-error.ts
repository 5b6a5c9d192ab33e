/**
 * How far the fitted model is off in seasons it has never seen: mean squares, in reward units.
 *
 * From leaving out one field-year at a time of the strict data and fitting to the others. The errors
 * are those of single plots; what all hybrids of a field-year miss alike is in `newSeason` only.
 *
 *     newSeason = season error, shared by all hybrids + withinSeason
 *     withinSeason = error of the hybrid + error of the plot
 */
import type { MaizeModel } from '../world/maize-model.ts';

export interface HeldOutError {
  /** Of a plot's yield in a field-year that was left out. */
  readonly newSeason: number;
  /** The same with the mean error of the field-year taken off: does it rank hybrids? */
  readonly withinSeason: number;
  /** Of plots with the same hybrid in the same field-year: no model can do better. */
  readonly plot: number;
}

/** What an independent program found for the strict data; for model files that do not tell. */
export const STRICT_HELD_OUT_ERROR: HeldOutError = {
  newSeason: 0.0306,
  withinSeason: 0.0135,
  plot: 0.073 ** 2,
};

/** Returns the errors that the model file tells, or those of the strict data. */
export function heldOutError(model: MaizeModel): HeldOutError {
  const told = model.fit?.report?.crossValidation?.fit;
  if (told === undefined || told.withinFieldYear === null) return STRICT_HELD_OUT_ERROR;
  const { plot } = STRICT_HELD_OUT_ERROR;
  const withinSeason = Math.max(told.withinFieldYear, 1.01 * plot);
  return { newSeason: Math.max(told.fieldYears, 1.01 * withinSeason), withinSeason, plot };
}
