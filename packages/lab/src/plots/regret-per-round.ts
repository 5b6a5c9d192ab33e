/**
 * Figure (c): regret per round R_T / T against α.
 */
import type { CellSummary, ExperimentSummary, Measure } from '../experiments/experiment-summary.ts';
import { cellOf, horizonOf, isGated, labelOf, shortfallsOf } from '../experiments/summary-cells.ts';
import { pairedTest } from '../measures/paired-test.ts';
import type { Figure } from './figure.ts';
import { framedFigure } from './frame.ts';
import { listText, shortNumber } from './number-text.ts';
import { type ShortfallSeries, shortfallLayers } from './shortfall-layers.ts';
import { shortfallSeries } from './strategy-series.ts';
import { environmentText, intervalText } from './texts.ts';

const PLOT_HEIGHT_PX = 360;
const RIGHT_PX = 196;

export interface RegretPerRoundOptions {
  readonly id: string;
  readonly summary: ExperimentSummary;
  readonly environment: string;
  readonly measure: Measure;
  readonly strategies: readonly string[];
  /** If given, the title says at which α the rival has less regret than the other. */
  readonly duel?: { readonly rival: string; readonly against: string };
}

/** Returns the figure; its title is about the duel, or about the fall with α. */
export function regretPerRound(options: RegretPerRoundOptions): Figure {
  const { id, summary, environment, strategies, duel } = options;
  const series = strategies.map((strategy) => shortfallSeries({ ...options, strategy }, 'round'));
  const horizon = horizonOf(summary);
  return framedFigure({
    id,
    title: duel === undefined ? fallTitle(options) : duelTitle(options, duel),
    subtitle: `Regret per round at T = ${horizon}; ${environmentText(summary, environment)}. ${intervalText(summary)} Dashed: no promise`,
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

/** Says for each strategy with a gate whether its regret falls at every step of α. */
function fallTitle(options: RegretPerRoundOptions): string {
  const gated = options.strategies.filter((strategy) => isGated(options.summary, strategy));
  const falling = gated.filter((strategy) => isFalling(options, strategy));
  const rest = gated.filter((strategy) => !falling.includes(strategy));
  const names = (list: readonly string[]) =>
    listText(list.map((strategy) => labelOf(options.summary, strategy)));
  if (gated.length === 0) return 'Regret per round';
  if (rest.length === 0) return `The more may be lost, the smaller the regret of ${names(falling)}`;
  if (falling.length === 0) return `Regret does not fall at every step of α for ${names(rest)}`;
  return `A larger α means less regret for ${names(falling)}, but not at every step for ${names(rest)}`;
}

function isFalling(options: RegretPerRoundOptions, strategy: string): boolean {
  const { summary, measure } = options;
  const cells = shortfallsOf(summary).map((allowedShortfall) =>
    cell(options, strategy, allowedShortfall),
  );
  return cells.slice(1).every((looser, index) => {
    return pairedTest(looser.finals[measure], cells[index]!.finals[measure]).finding === 'lower';
  });
}

/** Says at which α one strategy has less regret than another. */
function duelTitle(
  options: RegretPerRoundOptions,
  { rival, against }: { readonly rival: string; readonly against: string },
): string {
  const { summary, measure } = options;
  const shortfalls = shortfallsOf(summary);
  const won = shortfalls.filter((allowedShortfall) => {
    const [first, second] = [rival, against].map((one) => cell(options, one, allowedShortfall));
    return pairedTest(first!.finals[measure], second!.finals[measure]).finding === 'lower';
  });
  const [winner, loser] = [rival, against].map((one) => labelOf(summary, one));
  if (won.length === shortfalls.length) return `${winner} has less regret than ${loser} at every α`;
  if (won.length === 0) return `${winner} has at no α clearly less regret than ${loser}`;
  return `${winner} has less regret than ${loser} at α = ${listText(won.map(String))}, but not at every α`;
}

function cell(
  { summary, environment }: RegretPerRoundOptions,
  strategy: string,
  allowedShortfall: number,
): CellSummary {
  return cellOf(summary, { environment, strategy, allowedShortfall });
}

function seriesText({ label, points, isLevel }: ShortfallSeries): string {
  if (isLevel) return `${label}: ${shortNumber(points[0]!.value)}.`;
  const values = points.map(
    ({ allowedShortfall, value }) => `${shortNumber(value)} at α = ${allowedShortfall}`,
  );
  return `${label}: ${listText(values)}.`;
}
