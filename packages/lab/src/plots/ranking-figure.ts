/**
 * A ranking as a picture: what each hybrid is expected to yield, and the interval that 8 of 10 seasons fall into.
 */
import type { Figure, Layer } from './figure.ts';
import { framedFigure } from './frame.ts';
import { type IntervalRow, intervalRows } from './interval-rows.ts';
import { sixFigures } from './number-text.ts';
import { GREEN, GREY, TEXT_COLOUR, VERMILION } from './palette.ts';

export interface RankingPicture {
  /** Names the figure in files; words and hyphens. */
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly unit: string;
  /** The best first. */
  readonly rows: readonly RankingRow[];
}

export interface RankingRow {
  readonly hybrid: string;
  readonly expected: number;
  readonly low: number;
  readonly high: number;
  readonly marks: readonly ('to try' | 'usual')[];
}

const ROW_PX = 24;
const LEFT_PX = 190;
const RIGHT_PX = 200;
const STEP_T = 5;

/** Returns the figure. */
export function rankingFigure(picture: RankingPicture): Figure {
  return framedFigure({
    id: picture.id,
    title: picture.title,
    subtitle: picture.subtitle,
    altText: altText(picture),
    layers: layersOf(picture),
    leftPx: LEFT_PX,
    rightPx: RIGHT_PX,
    plotHeightPx: picture.rows.length * ROW_PX,
  });
}

function layersOf({ rows: ranking, unit }: RankingPicture): Layer[] {
  const rows = ranking.map(rowOf);
  const most = STEP_T * Math.ceil(Math.max(...rows.map(({ high }) => high)) / STEP_T);
  return intervalRows({
    rows,
    rowPx: ROW_PX,
    leftPx: LEFT_PX,
    rightPx: RIGHT_PX,
    axisTitle: `yield, ${unit}: expected, and where 8 of 10 seasons fall`,
    scale: { domain: [0, most], nice: false },
    pointSize: 90,
  });
}

function rowOf({ hybrid, expected, low, high, marks }: RankingRow): IntervalRow {
  const ink = marks.includes('to try') ? GREEN : marks.includes('usual') ? VERMILION : GREY;
  return {
    label: hybrid,
    low: sixFigures(low),
    middle: sixFigures(expected),
    high: sixFigures(high),
    ink: ink.line,
    textInk: marks.length > 0 ? ink.text : TEXT_COLOUR,
    note: [expected.toFixed(1), ...(marks.length > 0 ? [marks.join(', ')] : [])].join('  '),
  };
}

function altText({ rows, unit, title }: RankingPicture): string {
  const best = rows.slice(0, 5).map(({ hybrid, expected }) => `${hybrid} ${expected.toFixed(1)}`);
  return `${title}. Expected yields of ${rows.length} hybrids, ${unit}; the five best: ${best.join(', ')}.`;
}
