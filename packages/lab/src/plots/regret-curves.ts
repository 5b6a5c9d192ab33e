/**
 * Figure (b): cumulative regret of several strategies at one α, each with its colour.
 */
import type { ExperimentSummary, Measure } from '../experiments/experiment-summary.ts';
import { cellOf, horizonOf, isGated, labelOf, lastOf } from '../experiments/summary-cells.ts';
import { pairedTest } from '../measures/paired-test.ts';
import { curveLayers } from './curve-layers.ts';
import type { Figure } from './figure.ts';
import { framedFigure } from './frame.ts';
import { listText, shortNumber } from './number-text.ts';
import { curveSeries } from './strategy-series.ts';
import { bandText, environmentText, MEASURE_TITLES } from './texts.ts';

const PLOT_HEIGHT_PX = 360;
const RIGHT_PX = 236;

export interface RegretCurvesOptions {
  readonly id: string;
  readonly summary: ExperimentSummary;
  readonly environment: string;
  readonly measure: Measure;
  readonly strategies: readonly string[];
  readonly allowedShortfall: number;
}

/** Returns the figure; its title ranks the strategies as far as the trials can tell them apart. */
export function regretCurves(options: RegretCurvesOptions): Figure {
  const { id, summary, environment, strategies, allowedShortfall } = options;
  const series = strategies.map((strategy) =>
    curveSeries({ ...options, strategy }, allowedShortfall),
  );
  return framedFigure({
    id,
    title: titleOf(options),
    subtitle: `${shortfallText(options)}${environmentText(summary, environment)}. ${bandText(summary)}`,
    altText: `Cumulative regret after ${horizonOf(summary)} rounds: ${listText(series.map(({ label }) => label))}.`,
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

function shortfallText({ summary, strategies, allowedShortfall }: RegretCurvesOptions): string {
  const hasGate = strategies.some((strategy) => isGated(summary, strategy));
  return hasGate ? `α = ${allowedShortfall} where there is a promise; ` : '';
}

interface Ranked {
  readonly name: string;
  readonly mean: number;
  readonly finals: readonly number[];
}

function titleOf(options: RegretCurvesOptions): string {
  const ranked = rank(options);
  if (ranked.length < 2)
    return `${ranked[0]!.name} has a regret of ${shortNumber(ranked[0]!.mean)}`;
  const isClear = ranked.slice(1).every((worse, index) => {
    return pairedTest(ranked[index]!.finals, worse.finals).finding === 'lower';
  });
  const parts = ranked.map(({ name, mean }) => `${name}: ${shortNumber(mean)}`);
  if (isClear) return `Least regret first. ${parts.join('; ')}`;
  return `The trials do not tell all apart: ${parts.join('; ')}`;
}

function rank(options: RegretCurvesOptions): Ranked[] {
  const { summary, environment, strategies, allowedShortfall, measure } = options;
  return strategies
    .map((strategy) => {
      const cell = cellOf(summary, { environment, strategy, allowedShortfall });
      const { mean } = lastOf(cell, measure);
      return { name: labelOf(summary, strategy), mean, finals: cell.finals[measure] };
    })
    .sort((first, second) => first.mean - second.mean);
}
