/**
 * What was measured beside what is said of it: baseline rounds and regret, for every allowed shortfall, on a
 * scale of powers of ten, because bounds and runs are that far apart.
 */

import { BOUND_TITLES } from '../bounds/bounds-text.ts';
import type { BoundRow, BoundsReport, Spread } from '../bounds/evaluate-bounds.ts';
import type { Figure } from './figure.ts';
import { framedFigure } from './frame.ts';
import { type IntervalRow, intervalRows } from './interval-rows.ts';
import { GREEN, GREY, VERMILION } from './palette.ts';

const ROW_PX = 24;
const LEFT_PX = 410;
const RIGHT_PX = 140;

/** What there is a figure of, with the words for it. */
const QUANTITIES = {
  baselineRounds: { id: 'baseline-rounds', words: 'Baseline rounds of Algorithm 1' },
  regret: { id: 'regret', words: 'Regret of Algorithm 1' },
} as const;

/** Returns a figure for each quantity. */
export function boundsFigures(report: BoundsReport): Figure[] {
  return Object.entries(QUANTITIES).map(([quantity, { id, words }]) => {
    const rows = rowsOf(report, quantity as keyof typeof QUANTITIES);
    const refuted = rows.filter(({ note }) => note === 'refuted').length;
    return framedFigure({
      id: `bounds-${id}`,
      title: `${words}: ${refuted} of ${rows.length - report.shortfalls.length} bounds are refuted`,
      subtitle: `${report.trialCount} trials of ${report.roundCount} rounds. Green: measured, least to largest; red: refuted by it; grey: not contradicted, or says nothing`,
      altText: `${words}. ${rows.map(({ label, middle, note }) => `${label}: ${middle} ${note}`).join('; ')}.`,
      layers: intervalRows({
        rows,
        rowPx: ROW_PX,
        leftPx: LEFT_PX,
        rightPx: RIGHT_PX,
        axisTitle: `${words}, powers of ten`,
        scale: { type: 'log' },
        pointSize: 70,
      }),
      leftPx: LEFT_PX,
      rightPx: RIGHT_PX,
      plotHeightPx: rows.length * ROW_PX,
    });
  });
}

function rowsOf(report: BoundsReport, quantity: keyof typeof QUANTITIES): IntervalRow[] {
  return report.shortfalls.flatMap(({ allowedShortfall, measured, bounds }) => [
    measuredRow(`measured, α = ${allowedShortfall}`, measured[quantity]),
    ...bounds
      .filter((row) => row.quantity === quantity)
      .map((row) => boundRow(row, allowedShortfall)),
  ]);
}

function measuredRow(label: string, { least, mean, largest }: Spread): IntervalRow {
  const note = `${least.toFixed(0)} to ${largest.toFixed(0)}`;
  const { line: ink, text: textInk } = GREEN;
  return {
    label,
    low: shown(least),
    middle: shown(mean),
    high: shown(largest),
    note,
    ink,
    textInk,
  };
}

function boundRow({ statement, bound, verdict }: BoundRow, allowedShortfall: number): IntervalRow {
  const { line: ink, text: textInk } = verdict === 'refuted' ? VERMILION : GREY;
  const label = `${BOUND_TITLES[statement]}, α = ${allowedShortfall}`;
  const at = shown(bound);
  return { label, low: at, middle: at, high: at, note: verdict, ink, textInk };
}

/** There is no 0 on a scale of powers. */
function shown(value: number): number {
  return Number(Math.max(value, 1).toPrecision(6));
}
