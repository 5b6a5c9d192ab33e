/**
 * Many strategies at once: regret at the last round, the least first, and whether each kept its promise.
 *
 * Curves of thirty strategies are a tangle; their ends are not.
 */
import type { CellSummary, ExperimentSummary } from '../experiments/experiment-summary.ts';
import { cellOf, horizonOf, isGated, labelOf, lastOf } from '../experiments/summary-cells.ts';
import { confidenceHalfWidth } from '../measures/paired-test.ts';
import type { Figure, Layer } from './figure.ts';
import { framedFigure } from './frame.ts';
import { intervalRows } from './interval-rows.ts';
import { shortNumber } from './number-text.ts';
import { GREEN, GREY, type Ink, VERMILION } from './palette.ts';
import { MEASURE_TITLES } from './texts.ts';

export interface RegretRankingOptions {
  readonly id: string;
  readonly summary: ExperimentSummary;
  readonly environment: string;
  readonly strategies: readonly string[];
  readonly allowedShortfall: number;
}

interface Row {
  readonly label: string;
  readonly mean: number;
  readonly halfWidth: number;
  /** Trials in which it broke its own promise; null if it makes none. */
  readonly broken: number | null;
  readonly trials: number;
}

const ROW_PX = 26;
const LEFT_PX = 230;
const RIGHT_PX = 210;

/** Returns the figure; its title names the least regret, and the least with a promise that was kept. */
export function regretRanking(options: RegretRankingOptions): Figure {
  const { id, summary, environment, allowedShortfall } = options;
  const rows = rowsOf(options);
  return framedFigure({
    id,
    title: titleOf(rows),
    subtitle: `${environment}: cumulative expected regret after ${horizonOf(summary)} rounds, α = ${allowedShortfall}, ${summary.experiment.trials} trials with 95 % intervals. Green: promise kept in all; red: broken in some; grey: none made`,
    altText: `Expected regret, least first. ${rows.map(rowText).join('; ')}.`,
    layers: layersOf(rows),
    leftPx: LEFT_PX,
    rightPx: RIGHT_PX,
    plotHeightPx: rows.length * ROW_PX,
  });
}

function rowsOf({
  summary,
  environment,
  strategies,
  allowedShortfall,
}: RegretRankingOptions): Row[] {
  const rows = strategies.map((strategy): Row => {
    const cell = cellOf(summary, { environment, strategy, allowedShortfall });
    const { mean, standardError } = lastOf(cell, 'expectedRegret');
    return {
      label: labelOf(summary, strategy),
      mean,
      halfWidth: confidenceHalfWidth(standardError, cell.trials),
      broken: isGated(summary, strategy) ? brokenIn(cell) : null,
      trials: cell.trials,
    };
  });
  return rows.sort((a, b) => a.mean - b.mean);
}

function brokenIn({ promise, violations }: CellSummary): number {
  return promise?.violations ?? violations.expected;
}

function titleOf(rows: readonly Row[]): string {
  const [best] = rows;
  const kept = rows.find(({ broken }) => broken === 0);
  const least = `Least regret: ${best!.label} (${shortNumber(best!.mean)})`;
  if (kept === undefined || kept === best) return least;
  return `${least}; with a promise that was kept: ${kept.label} (${shortNumber(kept.mean)})`;
}

function layersOf(ranking: readonly Row[]): Layer[] {
  return intervalRows({
    rows: ranking.map((row) => ({
      label: row.label,
      low: Math.max(0, row.mean - row.halfWidth),
      middle: row.mean,
      high: row.mean + row.halfWidth,
      note: noteOf(row),
      ink: inkOf(row).line,
      textInk: inkOf(row).text,
    })),
    rowPx: ROW_PX,
    leftPx: LEFT_PX,
    rightPx: RIGHT_PX,
    axisTitle: MEASURE_TITLES.expectedRegret,
    pointSize: 80,
  });
}

function inkOf({ broken }: Row): Ink {
  if (broken === null) return GREY;
  return broken === 0 ? GREEN : VERMILION;
}

function noteOf({ mean, broken, trials }: Row): string {
  const kept = broken === null || broken === 0 ? '' : `, broken in ${broken} of ${trials}`;
  return `${shortNumber(mean)}${kept}`;
}

function rowText(row: Row): string {
  return `${row.label}: ${noteOf(row)}`;
}
