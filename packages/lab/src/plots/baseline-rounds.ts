/**
 * Figure: rounds given to the baseline against α, on a logarithmic axis.
 *
 * A claimed least number of baseline rounds (the paper's Theorem 1) can be drawn beside what was
 * measured.
 */
import type { ExperimentSummary } from '../experiments/experiment-summary.ts';
import { horizonOf, isGated, shortfallsOf } from '../experiments/summary-cells.ts';
import type { Figure } from './figure.ts';
import { framedFigure } from './frame.ts';
import { listText, shortNumber } from './number-text.ts';
import { ALARM_COLOUR } from './palette.ts';
import { type ShortfallSeries, shortfallLayers } from './shortfall-layers.ts';
import { shortfallSeries } from './strategy-series.ts';
import { environmentText, intervalText } from './texts.ts';

const PLOT_HEIGHT_PX = 380;
const RIGHT_PX = 212;
/** A mean of 0 has no place on a logarithmic axis. */
const LEAST_SHOWN = 0.1;

export interface BaselineRoundsOptions {
  readonly id: string;
  readonly summary: ExperimentSummary;
  readonly environment: string;
  readonly strategies: readonly string[];
  /** Claimed least numbers, one for each α, smallest α first. */
  readonly claimed?: { readonly label: string; readonly least: readonly number[] };
}

/** Returns the figure; its title compares the claim with what was seen, or tells the range. */
export function baselineRounds(options: BaselineRoundsOptions): Figure {
  const { id, summary, environment } = options;
  const measured = options.strategies
    .filter((strategy) => isGated(summary, strategy))
    .map((strategy) => shortfallSeries({ ...options, strategy, measure: 'baselineRounds' }, 'run'));
  const claim = claimSeries(options);
  const series = [...measured.map(aboveZero), ...claim];
  return framedFigure({
    id,
    title: titleOf(options, measured),
    subtitle: `Rounds of ${horizonOf(summary)} given to the baseline, logarithmic axis; ${environmentText(summary, environment)}. ${intervalText(summary)}`,
    altText: `Rounds given to the baseline. ${[...measured, ...claim].map(seriesText).join(' ')}`,
    layers: shortfallLayers({
      series,
      shortfalls: shortfallsOf(summary),
      plotHeightPx: PLOT_HEIGHT_PX,
      scale: 'log',
    }),
    measureTitle: 'Rounds given to the baseline (log scale)',
    rightPx: RIGHT_PX,
    plotHeightPx: PLOT_HEIGHT_PX,
  });
}

function claimSeries({ claimed, summary }: BaselineRoundsOptions): ShortfallSeries[] {
  if (claimed === undefined) return [];
  const shortfalls = shortfallsOf(summary);
  const points = claimed.least.map((value, index) => ({
    allowedShortfall: shortfalls[index]!,
    value,
    low: value,
    high: value,
  }));
  const ink = { line: ALARM_COLOUR, text: ALARM_COLOUR };
  const horizon = horizonOf(summary);
  const level = shortfalls.map((allowedShortfall) => ({
    allowedShortfall,
    value: horizon,
    low: horizon,
    high: horizon,
  }));
  return [
    { label: claimed.label, ink, points, isLevel: false },
    {
      label: `all ${horizon} rounds`,
      ink: { line: '#57606a', text: '#57606a' },
      points: level,
      isLevel: true,
    },
  ];
}

function titleOf(options: BaselineRoundsOptions, measured: readonly ShortfallSeries[]): string {
  const { claimed, summary } = options;
  const values = measured.flatMap(({ points }) => points.map(({ value }) => value));
  const range = `${shortNumber(Math.min(...values))} to ${shortNumber(Math.max(...values))}`;
  const horizon = horizonOf(summary);
  if (claimed === undefined) return `The baseline gets ${range} of ${horizon} rounds`;
  const least = Math.min(...claimed.least);
  if (least > Math.max(...values)) {
    return `${claimed.label} says at least ${shortNumber(least)} baseline rounds of ${horizon}; measured on average: ${range}`;
  }
  return `The baseline gets ${range} of ${horizon} rounds; ${claimed.label} allows from ${shortNumber(least)}`;
}

function aboveZero(series: ShortfallSeries): ShortfallSeries {
  const lift = (value: number) => Math.max(LEAST_SHOWN, value);
  const points = series.points.map((point) => ({
    ...point,
    value: lift(point.value),
    low: lift(point.low),
    high: lift(point.high),
  }));
  return { ...series, points };
}

function seriesText({ label, points }: ShortfallSeries): string {
  const values = points.map(
    ({ allowedShortfall, value }) => `${shortNumber(value)} at α = ${allowedShortfall}`,
  );
  return `${label}: ${listText(values)}.`;
}
