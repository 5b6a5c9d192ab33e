/**
 * Figure (a): cumulative regret of one strategy with a gate for every α, and of one without a gate.
 */
import type { ExperimentSummary, Measure } from '../experiments/experiment-summary.ts';
import { cellOf, horizonOf, labelOf, lastOf, shortfallsOf } from '../experiments/summary-cells.ts';
import { pairedTest } from '../measures/paired-test.ts';
import { curveLayers } from './curve-layers.ts';
import type { Figure } from './figure.ts';
import { framedFigure } from './frame.ts';
import { listText, shortNumber } from './number-text.ts';
import { GREY, shadesOf } from './palette.ts';
import { curveSeries } from './strategy-series.ts';
import { bandText, environmentText, MEASURE_TITLES } from './texts.ts';

const PLOT_HEIGHT_PX = 360;
const RIGHT_PX = 196;

export interface RegretByShortfallOptions {
  readonly id: string;
  readonly summary: ExperimentSummary;
  readonly environment: string;
  readonly measure: Measure;
  /** The strategy with a gate. */
  readonly strategy: string;
  /** The strategy without one. */
  readonly reference: string;
  readonly tone: 'warm' | 'cool';
}

/** Returns the figure; its title says whether regret falls as α grows. */
export function regretByShortfall(options: RegretByShortfallOptions): Figure {
  const { id, summary, environment, tone } = options;
  const shortfalls = shortfallsOf(summary);
  const shades = shadesOf(tone, shortfalls.length);
  const gated = shortfalls.map((allowedShortfall, index) => {
    const series = curveSeries(options, allowedShortfall);
    const last = shortNumber(series.curve.mean.at(-1)!);
    return { ...series, label: `α = ${allowedShortfall}: ${last}`, ink: shades[index]! };
  });
  const reference = curveSeries({ ...options, strategy: options.reference }, shortfalls[0]!);
  const series = [...gated, { ...reference, ink: GREY }];
  const name = labelOf(summary, options.strategy);
  return framedFigure({
    id,
    title: titleOf(options),
    subtitle: `${name} at each α and ${labelOf(summary, options.reference)}; ${environmentText(summary, environment)}. ${bandText(summary)}`,
    altText: `Cumulative regret after ${horizonOf(summary)} rounds. ${name} at ${listText(gated.map(({ label }) => label))}. ${reference.label}.`,
    layers: curveLayers({
      series,
      recordedRounds: summary.recordedRounds,
      plotHeightPx: PLOT_HEIGHT_PX,
    }),
    measureTitle: MEASURE_TITLES[options.measure],
    rightPx: RIGHT_PX,
    plotHeightPx: PLOT_HEIGHT_PX,
  });
}

function titleOf({ summary, environment, strategy, measure }: RegretByShortfallOptions): string {
  const shortfalls = shortfallsOf(summary);
  const cells = shortfalls.map((allowedShortfall) =>
    cellOf(summary, { environment, strategy, allowedShortfall }),
  );
  const steps = cells.slice(1).map((cell, index) => {
    return pairedTest(cell.finals[measure], cells[index]!.finals[measure]).finding;
  });
  const name = labelOf(summary, strategy);
  const first = lastOf(cells[0]!, measure).mean;
  const last = lastOf(cells.at(-1)!, measure).mean;
  const ends = `from ${shortNumber(first)} at α = ${shortfalls[0]} to ${shortNumber(last)} at α = ${shortfalls.at(-1)}`;
  if (steps.length > 0 && steps.every((finding) => finding === 'lower')) {
    return `A looser promise costs less: the regret of ${name} falls ${ends}`;
  }
  const overall = pairedTest(cells.at(-1)!.finals[measure], cells[0]!.finals[measure]).finding;
  if (overall === 'lower' && !steps.includes('higher')) {
    return `The regret of ${name} falls ${ends}, though not clearly at every step`;
  }
  if (steps.includes('higher'))
    return `The regret of ${name} does not fall with α: it goes ${ends}`;
  return `The regret of ${name} does not fall clearly with α: it goes ${ends}`;
}
