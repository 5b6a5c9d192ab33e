/**
 * Figure: what the promise costs, as regret beyond that of the same learner without a promise.
 *
 *     price = R_T with the gate − R_T of its free twin, trial by trial
 */
import type { ExperimentSummary, Measure } from '../experiments/experiment-summary.ts';
import { cellOf, horizonOf, labelOf, shortfallsOf } from '../experiments/summary-cells.ts';
import { pairedTest } from '../measures/paired-test.ts';
import type { Figure } from './figure.ts';
import { framedFigure } from './frame.ts';
import { listText, shortNumber } from './number-text.ts';
import { inkOf } from './palette.ts';
import { type ShortfallSeries, shortfallLayers } from './shortfall-layers.ts';
import { environmentText, intervalText } from './texts.ts';

const PLOT_HEIGHT_PX = 340;
const RIGHT_PX = 196;

export interface FreeTwin {
  /** The strategy with the gate. */
  readonly strategy: string;
  /** What its twin without a promise came to, trial by trial, in the same worlds. */
  readonly finals: readonly number[];
}

export interface PriceOfSafetyOptions {
  readonly id: string;
  readonly summary: ExperimentSummary;
  readonly environment: string;
  readonly measure: Measure;
  readonly twins: readonly FreeTwin[];
}

/** Returns the figure; its title tells the price at the tightest and the loosest promise. */
export function priceOfSafety(options: PriceOfSafetyOptions): Figure {
  const { id, summary, environment, twins } = options;
  const series = twins.map((twin) => priceSeries(options, twin));
  return framedFigure({
    id,
    title: titleOf(series),
    subtitle: `Extra regret over ${horizonOf(summary)} rounds, against the same learner without a promise; ${environmentText(summary, environment)}. ${intervalText(summary)}`,
    altText: `Extra regret because of the promise. ${series.map(seriesText).join(' ')}`,
    layers: shortfallLayers({
      series,
      shortfalls: shortfallsOf(summary),
      plotHeightPx: PLOT_HEIGHT_PX,
    }),
    measureTitle: 'Extra regret (reward units)',
    rightPx: RIGHT_PX,
    plotHeightPx: PLOT_HEIGHT_PX,
  });
}

function priceSeries(options: PriceOfSafetyOptions, twin: FreeTwin): ShortfallSeries {
  const { summary, environment, measure } = options;
  const { strategy, finals } = twin;
  const points = shortfallsOf(summary).map((allowedShortfall) => {
    const cell = cellOf(summary, { environment, strategy, allowedShortfall });
    const { difference, low, high } = pairedTest(cell.finals[measure], finals);
    const isKnown = Number.isFinite(low);
    return {
      allowedShortfall,
      value: difference,
      low: isKnown ? low : difference,
      high: isKnown ? high : difference,
    };
  });
  return {
    label: labelOf(summary, strategy),
    ink: inkOf(summary, strategy),
    points,
    isLevel: false,
  };
}

function titleOf(series: readonly ShortfallSeries[]): string {
  const tight = series.map(({ points }) => points[0]!);
  const loose = series.map(({ points }) => points.at(-1)!);
  const dearest = shortNumber(Math.max(...tight.map(({ value }) => value)));
  const cheapest = shortNumber(Math.min(...tight.map(({ value }) => value)));
  const first = tight[0]!.allowedShortfall;
  const last = loose[0]!.allowedShortfall;
  const atLast = loose.map(({ value }) => value);
  const range = `${shortNumber(Math.min(...atLast))} to ${shortNumber(Math.max(...atLast))}`;
  const isFalling = series.every(({ points }) => points[0]!.low > points.at(-1)!.high);
  const verb = isFalling ? 'The price of safety falls with α' : 'The price of safety';
  return `${verb}: ${cheapest} to ${dearest} at α = ${first}, ${range} at α = ${last}`;
}

function seriesText({ label, points }: ShortfallSeries): string {
  const values = points.map(
    ({ allowedShortfall, value }) => `${shortNumber(value)} at α = ${allowedShortfall}`,
  );
  return `${label}: ${listText(values)}.`;
}
