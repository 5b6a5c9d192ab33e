/**
 * Figures over α with both maps: R_T / T (figure 2 (c)), and rounds given to the baseline.
 */
import type { ExperimentSummary } from '../../../experiments/experiment-summary.ts';
import { cellOf, horizonOf, labelOf, shortfallsOf } from '../../../experiments/summary-cells.ts';
import { pairedTest } from '../../../measures/paired-test.ts';
import type { Figure } from '../../../plots/figure.ts';
import { framedFigure } from '../../../plots/frame.ts';
import { shortNumber } from '../../../plots/number-text.ts';
import { type Ink, shadesOf, strategyInk } from '../../../plots/palette.ts';
import { type ShortfallSeries, shortfallLayers } from '../../../plots/shortfall-layers.ts';
import { shortfallSeries } from '../../../plots/strategy-series.ts';
import { ALGORITHM_1, CLUCB, HADAMARD, HEDGE, LUCB, MAPS, OUTER } from '../maize-experiment.ts';
import { trialsText } from './maize-texts.ts';

const PLOT_HEIGHT_PX = 380;
const RIGHT_PX = 226;

/** Grey and sky for LUCB, purple and brown for CLUCB, vermilion and orange as written, green and blue for hedge. */
const INKS: Readonly<Record<string, readonly [outer: Ink, hadamard: Ink]>> = {
  [LUCB]: [strategyInk(0), strategyInk(1)],
  [CLUCB]: [strategyInk(6), shadesOf('warm', 4)[0]!],
  [ALGORITHM_1]: [strategyInk(3), strategyInk(2)],
  [HEDGE]: [strategyInk(4), strategyInk(5)],
};
const MAP_NAMES: Readonly<Record<string, string>> = { [OUTER]: 'outer', [HADAMARD]: 'Hadamard' };

/** Returns regret per round against α. */
export function regretPerRoundOfMaps(id: string, summary: ExperimentSummary): Figure {
  const series = seriesOf(summary, [LUCB, CLUCB, ALGORITHM_1, HEDGE], 'expectedRegret');
  return framedFigure({
    id,
    title: perRoundTitle(summary),
    subtitle: `Regret per round at T = ${horizonOf(summary)}, outer (d = 100) and Hadamard features (d = 10). ${trialsText(summary, 'intervals')} Dashed: no promise`,
    altText: `Regret per round. ${series.map(seriesText).join(' ')}`,
    layers: shortfallLayers({
      series,
      shortfalls: shortfallsOf(summary),
      plotHeightPx: PLOT_HEIGHT_PX,
    }),
    measureTitle: 'Regret per round (reward units)',
    rightPx: RIGHT_PX,
    plotHeightPx: PLOT_HEIGHT_PX,
  });
}

/** Returns baseline rounds against α, on a logarithmic axis. */
export function baselineRoundsOfMaps(id: string, summary: ExperimentSummary): Figure {
  const series = seriesOf(summary, [ALGORITHM_1, HEDGE], 'baselineRounds');
  const horizon = horizonOf(summary);
  return framedFigure({
    id,
    title: baselineTitle(series, horizon),
    subtitle: `Rounds of ${horizon} given to the baseline, logarithmic axis; outer (d = 100) and Hadamard features (d = 10). For hedge, rounds in which its own proposal was the baseline’s hybrid are counted too. ${trialsText(summary, 'intervals')}`,
    altText: `Rounds given to the baseline. ${series.map(seriesText).join(' ')}`,
    layers: shortfallLayers({
      series: series.map(aboveZero),
      shortfalls: shortfallsOf(summary),
      plotHeightPx: PLOT_HEIGHT_PX,
      scale: 'log',
    }),
    measureTitle: 'Rounds given to the baseline (log scale)',
    rightPx: RIGHT_PX,
    plotHeightPx: PLOT_HEIGHT_PX,
  });
}

function seriesOf(
  summary: ExperimentSummary,
  strategies: readonly string[],
  measure: 'expectedRegret' | 'baselineRounds',
): ShortfallSeries[] {
  const per = measure === 'expectedRegret' ? 'round' : 'run';
  return strategies.flatMap((strategy) =>
    MAPS.map((environment, index) => ({
      ...shortfallSeries({ summary, environment, strategy, measure }, per),
      label: `${labelOf(summary, strategy)}, ${MAP_NAMES[environment]!}`,
      ink: INKS[strategy]![index]!,
    })),
  );
}

function perRoundTitle(summary: ExperimentSummary): string {
  const places = MAPS.flatMap((environment) =>
    shortfallsOf(summary).map((allowedShortfall) => ({ environment, allowedShortfall })),
  );
  const won = places.filter((place) => {
    const [ours, theirs] = [HEDGE, ALGORITHM_1].map((strategy) =>
      cellOf(summary, { ...place, strategy }),
    );
    return (
      pairedTest(ours!.finals.expectedRegret, theirs!.finals.expectedRegret).finding === 'lower'
    );
  });
  if (won.length === places.length) {
    return 'hedge has less regret than Algorithm 1 at every α, with both feature maps';
  }
  return `hedge has clearly less regret than Algorithm 1 in ${won.length} of ${places.length} comparisons`;
}

function baselineTitle(series: readonly ShortfallSeries[], horizon: number): string {
  const [written, , sound] = series;
  const first = (one: ShortfallSeries) => shortNumber(one.points[0]!.value);
  const { allowedShortfall } = written!.points[0]!;
  return `At α = ${allowedShortfall} Algorithm 1 gives the baseline ${first(written!)} of ${horizon} rounds, hedge ${first(sound!)} (outer features)`;
}

/** A mean of 0 has no place on a logarithmic axis. */
const LEAST_SHOWN = 0.1;

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

function seriesText({ label, points, isLevel }: ShortfallSeries): string {
  if (isLevel) return `${label}: ${shortNumber(points[0]!.value)}.`;
  const values = points.map(
    ({ allowedShortfall, value }) => `${shortNumber(value)} at α = ${allowedShortfall}`,
  );
  return `${label}: ${values.join(', ')}.`;
}
