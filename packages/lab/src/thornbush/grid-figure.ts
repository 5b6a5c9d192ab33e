/**
 * The verdict of the grid as pictures: for each failure probability how often a promise was broken at every level of every
 * factor, beside what is allowed; and how much the learner plays where nobody attacks.
 */
import type { Figure, Layer } from '../plots/figure.ts';
import { framedFigure } from '../plots/frame.ts';
import { type IntervalRow, intervalRows } from '../plots/interval-rows.ts';
import { percentage, sixFigures } from '../plots/number-text.ts';
import { ALARM_COLOUR, GREEN, GREY, VERMILION } from '../plots/palette.ts';
import type { Liveness, Pool, Verdict } from './verdict.ts';

const ROW_PX = 19;
const LEFT_PX = 240;
const RIGHT_PX = 150;

/** Returns the figures; those of which nothing was played are left out. */
export function gridFigures(verdict: Verdict): Figure[] {
  const levels = verdict.pools
    .filter(({ kind }) => kind === 'level')
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const allowed = [...new Set(levels.map(({ failureProbability }) => failureProbability))].sort();
  const broken = allowed.map((share) =>
    brokenFigure(
      levels.filter(({ failureProbability }) => failureProbability === share),
      share,
      verdict,
    ),
  );
  const played = verdict.liveness.filter(({ learnerShare }) => learnerShare !== null);
  return [...broken, ...(played.length === 0 ? [] : [livenessFigure(played)])];
}

function brokenFigure(pools: readonly Pool[], allowed: number, { confidence }: Verdict): Figure {
  const rows = pools.map(poolRow);
  const failed = pools.filter(({ isFailed }) => isFailed).length;
  const most = Math.max(allowed, ...rows.map(({ high }) => high));
  const finding =
    failed === 0 ? 'no level breaks its promise too often' : `${failed} levels break their promise`;
  return framedFigure({
    id: `thornbush-broken-${allowed}`,
    title: `${percentage(allowed)} of runs may be broken: ${finding}`,
    subtitle: `Share of attacked runs whose promise was broken, with limits at ${(100 * confidence).toFixed(5)} % confidence. Dashed: what is allowed. Red: the lower limit lies above it`,
    altText: `Broken runs. ${rows.map(({ label, note }) => `${label}: ${note}`).join('; ')}.`,
    layers: [allowedLine(allowed), ...layersOf(rows, 'share of runs that were broken', most)],
    leftPx: LEFT_PX,
    rightPx: RIGHT_PX,
    plotHeightPx: rows.length * ROW_PX,
  });
}

function livenessFigure(played: readonly Liveness[]): Figure {
  const rows = played.map(livenessRow);
  const dead = played.filter(({ learnerShare }) => learnerShare === 0).length;
  const finding =
    dead === 0 ? 'the learner plays at every level' : `at ${dead} levels the learner never plays`;
  return framedFigure({
    id: 'thornbush-liveness',
    title: `Where nobody attacks, ${finding}`,
    subtitle:
      'Share of rounds in friendly worlds that the learner played, over all runs of a level',
    altText: `Learner's rounds. ${rows.map(({ label, note }) => `${label}: ${note}`).join('; ')}.`,
    layers: layersOf(rows, 'share of rounds that the learner played', 1),
    leftPx: LEFT_PX,
    rightPx: RIGHT_PX,
    plotHeightPx: rows.length * ROW_PX,
  });
}

function layersOf(rows: readonly IntervalRow[], axisTitle: string, most: number): Layer[] {
  return intervalRows({
    rows,
    rowPx: ROW_PX,
    leftPx: LEFT_PX,
    rightPx: RIGHT_PX,
    axisTitle,
    scale: { domain: [0, sixFigures(most)], nice: true },
    pointSize: 50,
  });
}

function allowedLine(allowed: number): Layer {
  return {
    data: { values: [{ allowed }] },
    mark: { type: 'rule', strokeWidth: 2, strokeDash: [5, 4], color: ALARM_COLOUR },
    encoding: { x: { field: 'allowed', type: 'quantitative' } },
  };
}

function poolRow({ name, brokenCount, runCount, lower, upper, isFailed }: Pool): IntervalRow {
  const { line: ink, text: textInk } = isFailed ? VERMILION : GREEN;
  return {
    label: name,
    low: sixFigures(lower),
    middle: sixFigures(brokenCount / runCount),
    high: sixFigures(upper),
    note: `${brokenCount} of ${runCount}`,
    ink,
    textInk,
  };
}

function livenessRow({ level, learnerShare }: Liveness): IntervalRow {
  const share = sixFigures(learnerShare!);
  const { line: ink, text: textInk } = share === 0 ? VERMILION : GREY;
  const note = percentage(learnerShare!);
  return { label: level, low: 0, middle: share, high: share, note, ink, textInk };
}
