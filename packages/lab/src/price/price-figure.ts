/**
 * The price of safety as a picture, one for each experiment: expected regret of every strategy, least first.
 */
import type { Figure } from '../plots/figure.ts';
import { framedFigure } from '../plots/frame.ts';
import { type IntervalRow, intervalRows } from '../plots/interval-rows.ts';
import { shortNumber } from '../plots/number-text.ts';
import { GREEN, GREY, type Ink, VERMILION } from '../plots/palette.ts';
import type { PriceRow } from './price-row.ts';

const ROW_PX = 24;
const LEFT_PX = 280;
const RIGHT_PX = 190;
/** Of a normal number, two-sided, 95 %. */
const DEVIATIONS = 1.96;

/** Returns a figure for each experiment, in the order of the rows. */
export function priceFigures(rows: readonly PriceRow[]): Figure[] {
  const experiments = [...new Set(rows.map(({ experiment }) => experiment))];
  return experiments.map((experiment) =>
    figureOf(
      experiment,
      rows.filter((row) => row.experiment === experiment),
    ),
  );
}

function figureOf(experiment: string, rows: readonly PriceRow[]): Figure {
  const { trials, rounds } = rows[0]!;
  const ranking = [...rows].sort((a, b) => a.expectedRegret - b.expectedRegret);
  const best = ranking.find(({ isSound }) => isSound) ?? ranking[0]!;
  const shown = ranking.map(rowOf);
  return framedFigure({
    id: `price-${experiment}`,
    title: `${experiment}: least regret with a sound promise, ${nameOf(best)} (${shortNumber(best.expectedRegret)})`,
    subtitle: `Expected regret over ${rounds} rounds, ${trials} trials with 95 % intervals. Green: sound promise, kept; red: own promise broken in some trials; grey: no sound promise`,
    altText: `Expected regret, least first. ${shown.map(({ label, note }) => `${label}: ${note}`).join('; ')}.`,
    layers: intervalRows({
      rows: shown,
      rowPx: ROW_PX,
      leftPx: LEFT_PX,
      rightPx: RIGHT_PX,
      axisTitle: 'expected regret',
      pointSize: 70,
    }),
    leftPx: LEFT_PX,
    rightPx: RIGHT_PX,
    plotHeightPx: shown.length * ROW_PX,
  });
}

function rowOf(row: PriceRow): IntervalRow {
  const { expectedRegret: middle, standardError, violations, trials } = row;
  const reach = DEVIATIONS * standardError;
  const { line: ink, text: textInk } = inkOf(row);
  return {
    label: nameOf(row),
    low: Math.max(0, middle - reach),
    middle,
    high: middle + reach,
    note: `${shortNumber(middle)}${violations === 0 ? '' : `, broken in ${violations} of ${trials}`}`,
    ink,
    textInk,
  };
}

function inkOf({ violations, isSound }: PriceRow): Ink {
  if (violations > 0) return VERMILION;
  return isSound ? GREEN : GREY;
}

function nameOf({ strategy, allowedShortfall }: PriceRow): string {
  return `${strategy}, α = ${allowedShortfall}`;
}
