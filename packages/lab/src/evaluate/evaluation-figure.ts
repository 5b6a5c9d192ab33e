/**
 * What a log told, as a picture: the intervals of the one judged and of the baseline, and what was done.
 */
import type { Figure } from '../plots/figure.ts';
import { framedFigure } from '../plots/frame.ts';
import { type IntervalRow, intervalRows } from '../plots/interval-rows.ts';
import { percentage, shortNumber } from '../plots/number-text.ts';
import { GREEN, GREY, type Ink, VERMILION } from '../plots/palette.ts';
import type { Evaluation, ValueEstimate } from './evaluate-log.ts';

const ROW_PX = 34;
const LEFT_PX = 230;
const RIGHT_PX = 190;

/** Returns the figure; its title is the verdict on the promise, or the interval where none is judged. */
export function evaluationFigure(evaluation: Evaluation): Figure {
  const rows = rowsOf(evaluation);
  const sure = percentage(1 - evaluation.failureProbability);
  return framedFigure({
    id: 'evaluation',
    title: titleOf(evaluation),
    subtitle: `${evaluation.decisions} logged decisions; mean reward with intervals that hold at every moment at once (${sure})`,
    altText: `Mean reward. ${rows.map(({ label, note }) => `${label}: ${note}`).join('; ')}.`,
    layers: intervalRows({
      rows,
      rowPx: ROW_PX,
      leftPx: LEFT_PX,
      rightPx: RIGHT_PX,
      axisTitle: 'mean reward of a decision',
      scale: { zero: false },
      pointSize: 90,
    }),
    leftPx: LEFT_PX,
    rightPx: RIGHT_PX,
    plotHeightPx: rows.length * ROW_PX,
  });
}

function titleOf({ target, value, promise }: Evaluation): string {
  if (promise === null) return `${target}: ${spanOf(value)}`;
  const { allowedShortfall, verdict } = promise;
  return `At most ${percentage(allowedShortfall)} less than the baseline: ${verdict}`;
}

function rowsOf({ target, value, logged, promise }: Evaluation): IntervalRow[] {
  const ink = promise === null ? GREY : promise.verdict === 'broken' ? VERMILION : GREEN;
  return [
    estimateRow(target, value, ink),
    ...(promise === null ? [] : [estimateRow('the baseline', promise.baseline, GREY)]),
    ...(logged === null ? [] : [pointRow('what was done', logged)]),
  ];
}

function estimateRow(label: string, value: ValueEstimate, { line, text }: Ink): IntervalRow {
  const { low, high, doublyRobust, selfNormalised, inversePropensity } = value;
  const estimate = doublyRobust ?? selfNormalised ?? inversePropensity;
  const middle = Math.min(Math.max(estimate, low), high);
  return { label, low, middle, high, note: spanOf(value), ink: line, textInk: text };
}

function pointRow(label: string, at: number): IntervalRow {
  const note = shortNumber(at);
  return { label, low: at, middle: at, high: at, note, ink: GREY.line, textInk: GREY.text };
}

function spanOf({ low, high }: ValueEstimate): string {
  return `${shortNumber(low)} to ${shortNumber(high)}`;
}
