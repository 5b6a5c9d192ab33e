/**
 * Figure 2 (a): cumulative regret of LUCB, of Algorithm 1 at every α, and of hedge at the same α.
 */

import type { ExperimentSummary } from '../../../experiments/experiment-summary.ts';
import {
  cellOf,
  horizonOf,
  labelOf,
  lastOf,
  shortfallsOf,
} from '../../../experiments/summary-cells.ts';
import { pairedTest } from '../../../measures/paired-test.ts';
import type { CurveSeries } from '../../../plots/curve-layers.ts';
import { curveLayers } from '../../../plots/curve-layers.ts';
import type { Figure } from '../../../plots/figure.ts';
import { framedFigure } from '../../../plots/frame.ts';
import { shortNumber } from '../../../plots/number-text.ts';
import { GREY, shadesOf } from '../../../plots/palette.ts';
import { curveSeries } from '../../../plots/strategy-series.ts';
import { MEASURE_TITLES } from '../../../plots/texts.ts';
import { ALGORITHM_1, HEDGE, LUCB } from '../maize-experiment.ts';
import { mapText, trialsText } from './maize-texts.ts';

const PLOT_HEIGHT_PX = 420;
const RIGHT_PX = 246;

export interface RegretOverRoundsOptions {
  readonly id: string;
  readonly summary: ExperimentSummary;
  readonly environment: string;
}

/** Returns the figure; its title gives the ranges of both strategies. */
export function regretOverRounds(options: RegretOverRoundsOptions): Figure {
  const { id, summary, environment } = options;
  const reference = curveSeries(
    { summary, environment, strategy: LUCB, measure: 'expectedRegret' },
    shortfallsOf(summary)[0]!,
  );
  const series = [
    ...gatedSeries(options, ALGORITHM_1, 'warm'),
    { ...reference, ink: GREY },
    ...gatedSeries(options, HEDGE, 'cool'),
  ];
  return framedFigure({
    id,
    title: titleOf(options),
    subtitle: `LUCB, and Algorithm 1 and hedge at each α; ${mapText(environment)}. ${trialsText(summary, 'bands')}`,
    altText: `Cumulative regret after ${horizonOf(summary)} rounds. ${series.map(({ label }) => label).join('; ')}.`,
    layers: curveLayers({
      series,
      recordedRounds: summary.recordedRounds,
      plotHeightPx: PLOT_HEIGHT_PX,
    }),
    measureTitle: MEASURE_TITLES.expectedRegret,
    rightPx: RIGHT_PX,
    plotHeightPx: PLOT_HEIGHT_PX,
  });
}

function gatedSeries(
  { summary, environment }: RegretOverRoundsOptions,
  strategy: string,
  tone: 'warm' | 'cool',
): CurveSeries[] {
  const shortfalls = shortfallsOf(summary);
  const shades = shadesOf(tone, shortfalls.length);
  return shortfalls.map((allowedShortfall, index) => {
    const wanted = { summary, environment, strategy, measure: 'expectedRegret' } as const;
    const series = curveSeries(wanted, allowedShortfall);
    const last = shortNumber(series.curve.mean.at(-1)!);
    const label = `${labelOf(summary, strategy)}, α = ${allowedShortfall}: ${last}`;
    return { ...series, label, ink: shades[index]! };
  });
}

function titleOf(options: RegretOverRoundsOptions): string {
  const written = finals(options, ALGORITHM_1);
  const sound = finals(options, HEDGE);
  const isFalling = written.slice(1).every((looser, index) => {
    return pairedTest(looser.values, written[index]!.values).finding === 'lower';
  });
  const verb = isFalling ? 'falls with α' : 'goes';
  const means = sound.map(({ mean }) => mean);
  return `The regret of Algorithm 1 ${verb} from ${shortNumber(written[0]!.mean)} to ${shortNumber(written.at(-1)!.mean)}; that of hedge lies between ${shortNumber(Math.min(...means))} and ${shortNumber(Math.max(...means))} at every α`;
}

function finals({ summary, environment }: RegretOverRoundsOptions, strategy: string) {
  return shortfallsOf(summary).map((allowedShortfall) => {
    const cell = cellOf(summary, { environment, strategy, allowedShortfall });
    return { mean: lastOf(cell, 'expectedRegret').mean, values: cell.finals.expectedRegret };
  });
}
