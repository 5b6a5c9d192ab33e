/**
 * Rare rewards as a picture: baseline rounds over the number that no gate can do without.
 */
import type { Figure } from '../../plots/figure.ts';
import { framedFigure } from '../../plots/frame.ts';
import { type IntervalRow, intervalRows } from '../../plots/interval-rows.ts';
import { shortNumber, sixFigures } from '../../plots/number-text.ts';
import { GREEN, VERMILION } from '../../plots/palette.ts';
import { isRareRowFailed, type RareRow } from './rare-table.ts';

const ROW_PX = 26;
const LEFT_PX = 230;
const RIGHT_PX = 210;
/** Of a normal number, two-sided, 95 %. */
const DEVIATIONS = 1.96;

export function rareFigure(rows: readonly RareRow[]): Figure {
  const told = rows.filter(({ knowledge }) => knowledge === 'number');
  const least = Math.min(...told.map(({ ratio }) => ratio));
  const most = Math.max(...told.map(({ ratio }) => ratio));
  const shown = rows.map(rowOf);
  return framedFigure({
    id: 'price-rare',
    title: `Told the baseline's reward, the gate needs ${shortNumber(least)} to ${shortNumber(most)} times the least of any gate`,
    subtitle: `Baseline rounds over the least mean number of any gate that is told the number, ${rows[0]!.trials} trials with 95 % intervals. Red: the promise was broken more often than allowed`,
    altText: `Baseline rounds over the least possible. ${shown.map(({ label, note }) => `${label}: ${note}`).join('; ')}.`,
    layers: intervalRows({
      rows: shown,
      rowPx: ROW_PX,
      leftPx: LEFT_PX,
      rightPx: RIGHT_PX,
      axisTitle: 'times the least number of any gate',
      pointSize: 80,
    }),
    leftPx: LEFT_PX,
    rightPx: RIGHT_PX,
    plotHeightPx: shown.length * ROW_PX,
  });
}

function rowOf(row: RareRow): IntervalRow {
  const { knowledge, baselineReward, proposalReward, refusedRounds, fewestRounds, ratio } = row;
  const reach = (DEVIATIONS * row.standardError) / fewestRounds;
  const { line: ink, text: textInk } = isRareRowFailed(row) ? VERMILION : GREEN;
  return {
    label: `${knowledge}, ${baselineReward} → ${proposalReward}`,
    low: sixFigures(Math.max(0, ratio - reach)),
    middle: sixFigures(ratio),
    high: sixFigures(ratio + reach),
    note: `${shortNumber(refusedRounds)} of at least ${shortNumber(fewestRounds)}`,
    ink,
    textInk,
  };
}
