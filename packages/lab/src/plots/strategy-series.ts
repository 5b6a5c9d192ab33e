/**
 * From cells of a summary to what figures draw: curves over rounds, and values over α.
 */
import type { ExperimentSummary, Measure } from '../experiments/experiment-summary.ts';
import {
  cellOf,
  findCell,
  horizonOf,
  isGated,
  labelOf,
  lastOf,
  shortfallsOf,
} from '../experiments/summary-cells.ts';
import { confidenceHalfWidth } from '../measures/paired-test.ts';
import type { CurveSeries } from './curve-layers.ts';
import { shortNumber } from './number-text.ts';
import { inkOf } from './palette.ts';
import type { ShortfallPoint, ShortfallSeries } from './shortfall-layers.ts';

export interface SeriesWanted {
  readonly summary: ExperimentSummary;
  readonly environment: string;
  readonly strategy: string;
  readonly measure: Measure;
}

/** Returns the curve of one cell, labelled with its last value. */
export function curveSeries(wanted: SeriesWanted, allowedShortfall: number): CurveSeries {
  const { summary, environment, strategy, measure } = wanted;
  const cell = cellOf(summary, { environment, strategy, allowedShortfall });
  const last = shortNumber(lastOf(cell, measure).mean);
  return {
    label: `${labelOf(summary, strategy)}: ${last}`,
    ink: inkOf(summary, strategy),
    curve: cell.curves[measure],
    trials: cell.trials,
  };
}

/** Returns the last value for every α, per round if asked. */
export function shortfallSeries(wanted: SeriesWanted, per: 'run' | 'round'): ShortfallSeries {
  const { summary, environment, strategy, measure } = wanted;
  const divisor = per === 'round' ? horizonOf(summary) : 1;
  const points = shortfallsOf(summary).flatMap((allowedShortfall): ShortfallPoint[] => {
    const cell = findCell(summary, { environment, strategy, allowedShortfall });
    if (cell === undefined) return [];
    const { mean, standardError } = lastOf(cell, measure);
    const halfWidth = confidenceHalfWidth(standardError, cell.trials);
    const width = Number.isFinite(halfWidth) ? halfWidth : 0;
    return [
      {
        allowedShortfall,
        value: mean / divisor,
        low: (mean - width) / divisor,
        high: (mean + width) / divisor,
      },
    ];
  });
  return {
    label: labelOf(summary, strategy),
    ink: inkOf(summary, strategy),
    points,
    isLevel: !isGated(summary, strategy),
  };
}
