/**
 * Figure 2 (b), drawn so that it can be seen: Algorithm 1 − CLUCB along the rounds, trial by trial.
 *
 * Above 0 it costs something not to see the weather.
 */
import type {
  DifferenceSummary,
  ExperimentSummary,
} from '../../../experiments/experiment-summary.ts';
import { cellOf, horizonOf, lastOf } from '../../../experiments/summary-cells.ts';
import { confidenceHalfWidth } from '../../../measures/paired-test.ts';
import { curveLayers } from '../../../plots/curve-layers.ts';
import type { Figure } from '../../../plots/figure.ts';
import { framedFigure } from '../../../plots/frame.ts';
import { listText, percentage, shortNumber } from '../../../plots/number-text.ts';
import { QUIET_TEXT_COLOUR, shadesOf } from '../../../plots/palette.ts';
import { CLUCB } from '../maize-experiment.ts';
import { mapText, trialsText } from './maize-texts.ts';

const PLOT_HEIGHT_PX = 340;
const RIGHT_PX = 176;

export interface SeeingTheWeatherOptions {
  readonly id: string;
  readonly summary: ExperimentSummary;
  readonly environment: string;
}

/** Returns the figure; its title says at which α the difference is clear, and how small it is. */
export function seeingTheWeather(options: SeeingTheWeatherOptions): Figure {
  const { id, summary, environment } = options;
  const { trials } = summary.experiment;
  const differences = summary.differences.filter((one) => one.environment === environment);
  const shades = shadesOf('warm', differences.length);
  const series = differences.map(({ allowedShortfall, curves }, index) => ({
    label: `α = ${allowedShortfall}: ${signed(curves.oracleRegret.mean.at(-1)!)}`,
    ink: shades[index]!,
    curve: curves.oracleRegret,
    trials,
  }));
  return framedFigure({
    id,
    title: titleOf(options, differences),
    subtitle: `Algorithm 1 − CLUCB on the same random numbers, regret to the best hybrid in hindsight; ${mapText(environment)}. Above 0, seeing the weather pays. ${trialsText(summary, 'bands')}`,
    altText: `Difference after ${horizonOf(summary)} rounds: ${series.map(({ label }) => label).join('; ')}.`,
    layers: [
      ZERO_LINE,
      ...curveLayers({
        series,
        recordedRounds: summary.recordedRounds,
        plotHeightPx: PLOT_HEIGHT_PX,
      }),
    ],
    measureTitle: 'Difference of cumulative regrets (reward units)',
    rightPx: RIGHT_PX,
    plotHeightPx: PLOT_HEIGHT_PX,
  });
}

const ZERO_LINE = {
  data: { values: [{ zero: 0 }] },
  mark: { type: 'rule', strokeWidth: 1.5, color: QUIET_TEXT_COLOUR },
  encoding: { y: { field: 'zero', type: 'quantitative' } },
};

function titleOf(
  { summary, environment }: SeeingTheWeatherOptions,
  differences: readonly DifferenceSummary[],
): string {
  const shares = differences.map(({ allowedShortfall, curves }) => {
    const cell = cellOf(summary, { environment, strategy: CLUCB, allowedShortfall });
    return Math.abs(curves.oracleRegret.mean.at(-1)!) / lastOf(cell, 'oracleRegret').mean;
  });
  const size = percentage(Math.max(...shares));
  const at = (sign: 1 | -1) =>
    differences
      .filter((one) => clearSign(one, summary.experiment.trials) === sign)
      .map(({ allowedShortfall }) => String(allowedShortfall));
  const parts = [
    at(1).length > 0 ? `CLUCB has clearly less regret at α = ${listText(at(1))}` : '',
    at(-1).length > 0 ? `Algorithm 1 has clearly less regret at α = ${listText(at(-1))}` : '',
  ].filter((text) => text !== '');
  const finding = parts.length === 0 ? 'no difference is clear at any α' : parts.join('; ');
  return `CLUCB and Algorithm 1 differ by at most ${size}: ${finding}`;
}

function clearSign({ curves }: DifferenceSummary, trials: number): number {
  const mean = curves.oracleRegret.mean.at(-1)!;
  const width = confidenceHalfWidth(curves.oracleRegret.standardError.at(-1)!, trials);
  return Math.abs(mean) > width ? Math.sign(mean) : 0;
}

function signed(value: number): string {
  return value > 0 ? `+${shortNumber(value)}` : shortNumber(value);
}
