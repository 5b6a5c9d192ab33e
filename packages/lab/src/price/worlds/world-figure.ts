/**
 * hedge beside Algorithm 1 in every world, as a picture. Worlds count in units of their own, so what is drawn is the
 * difference in standard errors: left of 0 hedge is better, right of the dashed line it is behind.
 */
import type { MeanAndError } from '../../measures/mean-and-error.ts';
import type { Figure, Layer } from '../../plots/figure.ts';
import { framedFigure } from '../../plots/frame.ts';
import { type IntervalRow, intervalRows } from '../../plots/interval-rows.ts';
import { shortNumber, sixFigures } from '../../plots/number-text.ts';
import { ALARM_COLOUR, GREEN, VERMILION } from '../../plots/palette.ts';
import { isBehind, STANDARD_ERRORS_MAX, type WorldRow } from './world-rows.ts';

const ROW_PX = 22;
const LEFT_PX = 350;
const RIGHT_PX = 150;
/** Of a normal number, two-sided, 95 %. */
const DEVIATIONS = 1.96;

export function worldFigure(rows: readonly WorldRow[]): Figure {
  const { trials, rounds } = rows[0]!;
  const behind = rows.filter(isBehind).length;
  const shown = rows.map(rowOf);
  return framedFigure({
    id: 'price-worlds',
    title: `hedge is behind Algorithm 1 in ${behind} of ${rows.length} comparisons`,
    subtitle: `Every world and α: hedge minus Algorithm 1 in expected regret over ${rounds} rounds, ${trials} trials, in standard errors with 95 % intervals. Left of 0: hedge is better; dashed: behind`,
    altText: `hedge minus Algorithm 1. ${shown.map(({ label, note }) => `${label}: ${note}`).join('; ')}.`,
    layers: [
      limitLine(),
      ...intervalRows({
        rows: shown,
        rowPx: ROW_PX,
        leftPx: LEFT_PX,
        rightPx: RIGHT_PX,
        axisTitle: 'difference, in standard errors',
        pointSize: 60,
      }),
    ],
    leftPx: LEFT_PX,
    rightPx: RIGHT_PX,
    plotHeightPx: shown.length * ROW_PX,
  });
}

function limitLine(): Layer {
  return {
    data: { values: [{ limit: STANDARD_ERRORS_MAX }] },
    mark: { type: 'rule', strokeWidth: 2, strokeDash: [5, 4], color: ALARM_COLOUR },
    encoding: { x: { field: 'limit', type: 'quantitative' } },
  };
}

function rowOf(row: WorldRow): IntervalRow {
  const { world, allowedShortfall, expectedDifference } = row;
  const middle = sixFigures(inErrors(expectedDifference));
  const { line: ink, text: textInk } = isBehind(row) ? VERMILION : GREEN;
  return {
    label: `${world}, α = ${allowedShortfall}`,
    low: middle - DEVIATIONS,
    middle,
    high: middle + DEVIATIONS,
    note: `${shortNumber(expectedDifference.mean)} ± ${shortNumber(expectedDifference.standardError)}`,
    ink,
    textInk,
  };
}

/** Without any spread there is nothing to count in: then the sign alone is shown. */
function inErrors({ mean, standardError }: MeanAndError): number {
  return standardError === 0 ? Math.sign(mean) : mean / standardError;
}
