/**
 * How two strategies differ along the rounds: Algorithm 1 − CLUCB, trial by trial.
 *
 * Their curves coincide to the eye. Both met the same fields, weather and noise, so that the difference
 * is known far better than either of them.
 */
import type { Curve } from '../../experiments/experiment-summary.ts';
import type { CellTable } from '../../experiments/summarise.ts';
import type { RecordLayout } from '../../experiments/trial-record.ts';
import { pairedDifference } from '../../measures/mean-and-error.ts';
import { ALGORITHM_1, CLUCB } from './maize-experiment.ts';

export const DIFFERENCE_MEASURES = ['expectedRegret', 'oracleRegret'] as const;
export type DifferenceMeasure = (typeof DIFFERENCE_MEASURES)[number];

export interface DifferenceCurve {
  readonly environment: string;
  readonly allowedShortfall: number;
  /** At the recorded rounds of the experiment. */
  readonly curves: Readonly<Record<DifferenceMeasure, Curve>>;
}

/** Returns the differences for each environment and α. */
export function differenceCurves(
  cells: readonly CellTable[],
  layout: RecordLayout,
): DifferenceCurve[] {
  return cells
    .filter(({ cell }) => cell.strategy === ALGORITHM_1)
    .map((first) => {
      const { environment, allowedShortfall } = first.cell;
      const second = cells.find(
        ({ cell }) =>
          cell.strategy === CLUCB &&
          cell.environment === environment &&
          cell.allowedShortfall === allowedShortfall,
      )!;
      const curves = {
        expectedRegret: curveOf('expectedRegret', [first.table, second.table], layout),
        oracleRegret: curveOf('oracleRegret', [first.table, second.table], layout),
      };
      return { environment, allowedShortfall: allowedShortfall!, curves };
    });
}

function curveOf(
  measure: DifferenceMeasure,
  [first, second]: readonly [Float64Array, Float64Array],
  layout: RecordLayout,
): Curve {
  const points = Array.from({ length: layout.recordedCount }, (_, recordIndex) => {
    const index = layout.measureIndex(measure, recordIndex);
    return pairedDifference([...layout.column(first, index)], [...layout.column(second, index)]);
  });
  return {
    mean: points.map(({ mean }) => mean),
    standardError: points.map(({ standardError }) => standardError),
  };
}
