/**
 * How far one line of a table strays from its hybrid and its field-year, where only that can be told:
 * plot error, and what a hybrid does in one field and season, together.
 *
 *     deviation² = plot + hybridFieldYear + parents · parentFieldYear,  as far as they are among the tied
 *     interval   : degrees · deviation² / χ² of so many degrees, by Wilson and Hilferty's cube
 *
 * The interval is exact for complete tables, where the degrees are those of an analysis of variance.
 */
import { usualCount } from './hybrid-parents.ts';
import type { MixedModel, VarianceName } from './mixed-model.ts';

export interface Deviation {
  readonly estimate: number;
  /** In 8 of 10 tables it lies between. */
  readonly low: number;
  readonly high: number;
}

const NORMAL_80 = 1.2815515655446004;

/** Returns the deviation with its interval; null where the variances are told apart, or not at all. */
export function residualDeviation(
  model: Pick<MixedModel, 'residual' | 'variances' | 'hybrids'>,
): Deviation | null {
  const { residual, variances, hybrids } = model;
  if (residual === undefined) return null;
  const counts: Partial<Record<VarianceName, number>> = {
    parentFieldYear: usualCount(hybrids.map(({ parents }) => parents)),
  };
  const square = residual.variances.reduce(
    (sum, name) => sum + (counts[name] ?? 1) * variances[name],
    0,
  );
  const at = (normal: number) => Math.sqrt(square / quantileShare(residual.degrees, normal));
  return { estimate: Math.sqrt(square), low: at(NORMAL_80), high: at(-NORMAL_80) };
}

/** A quantile of χ², as a share of its degrees. */
function quantileShare(degrees: number, normal: number): number {
  const spread = 2 / (9 * degrees);
  return Math.max(1 - spread + normal * Math.sqrt(spread), 0.01) ** 3;
}
