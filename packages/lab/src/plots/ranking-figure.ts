/**
 * A ranking as a picture: what each hybrid is expected to yield, and the interval that 8 of 10 seasons fall into.
 */
import type { Figure, Layer } from './figure.ts';
import { framedFigure, plotWidthPx } from './frame.ts';
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

interface Row {
  readonly hybrid: string;
  readonly place: number;
  readonly expected: number;
  readonly low: number;
  readonly high: number;
  readonly ink: string;
  readonly textInk: string;
  readonly note: string;
}

function layersOf({ rows: ranking, unit }: RankingPicture): Layer[] {
  const rows = ranking.map((row, index) => rowOf(row, (ranking.length - index - 0.5) * ROW_PX));
  const y = {
    field: 'place',
    type: 'quantitative',
    scale: { domain: [0, ranking.length * ROW_PX], nice: false },
    axis: null,
  };
  const most = STEP_T * Math.ceil(Math.max(...rows.map(({ high }) => high)) / STEP_T);
  const x = {
    type: 'quantitative',
    scale: { domain: [0, most], nice: false },
    axis: { title: `yield, ${unit}: expected, and where 8 of 10 seasons fall`, grid: true },
  };
  const color = { field: 'ink', type: 'nominal', scale: null };
  return [
    {
      data: { values: rows },
      mark: { type: 'rule', strokeWidth: 5, opacity: 0.4, strokeCap: 'round' },
      encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y, color },
    },
    {
      data: { values: rows },
      mark: { type: 'point', filled: true, size: 90, opacity: 1 },
      encoding: { x: { ...x, field: 'expected' }, y, color },
    },
    wordsLayer(rows, { text: 'hybrid', left: -12, align: 'right', y }),
    wordsLayer(rows, {
      text: 'note',
      left: plotWidthPx({ leftPx: LEFT_PX, rightPx: RIGHT_PX }) + 12,
      align: 'left',
      y,
    }),
  ];
}

function rowOf({ hybrid, expected, low, high, marks }: RankingRow, place: number): Row {
  const ink = marks.includes('to try') ? GREEN : marks.includes('usual') ? VERMILION : GREY;
  return {
    hybrid,
    place,
    expected: sixFigures(expected),
    low: sixFigures(low),
    high: sixFigures(high),
    ink: ink.line,
    textInk: marks.length > 0 ? ink.text : TEXT_COLOUR,
    note: [expected.toFixed(1), ...(marks.length > 0 ? [marks.join(', ')] : [])].join('  '),
  };
}

interface Words {
  readonly text: 'hybrid' | 'note';
  readonly left: number;
  readonly align: 'left' | 'right';
  readonly y: object;
}

function wordsLayer(rows: readonly Row[], { text, left, align, y }: Words): Layer {
  return {
    data: { values: rows },
    mark: { type: 'text', align, baseline: 'middle', fontSize: 14 },
    encoding: {
      x: { value: left },
      y,
      text: { field: text },
      color: { field: 'textInk', type: 'nominal', scale: null },
    },
  };
}

function altText({ rows, unit, title }: RankingPicture): string {
  const best = rows.slice(0, 5).map(({ hybrid, expected }) => `${hybrid} ${expected.toFixed(1)}`);
  return `${title}. Expected yields of ${rows.length} hybrids, ${unit}; the five best: ${best.join(', ')}.`;
}
