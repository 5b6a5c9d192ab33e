/**
 * The ranking as a picture: what each hybrid is expected to yield, and the interval that 8 of 10 harvests fall into.
 */
import type { Figure, Layer } from '../../plots/figure.ts';
import { framedFigure, plotWidthPx } from '../../plots/frame.ts';
import { sixFigures } from '../../plots/number-text.ts';
import { GREEN, GREY, TEXT_COLOUR, VERMILION } from '../../plots/palette.ts';
import type { Recommendation } from './recommend.ts';
import { reasonText } from './recommendation-text.ts';
import type { HybridOutlook } from './yield-outlook.ts';

const ROW_PX = 24;
const LEFT_PX = 190;
const RIGHT_PX = 200;
const STEP_T = 5;

/** Returns the figure. */
export function recommendationFigure(recommendation: Recommendation): Figure {
  const { field, recommended, ranking, isUsual } = recommendation;
  return framedFigure({
    id: `maize-${field}`,
    title: `Plant ${recommended} in field ${field}${isUsual ? ', your usual hybrid' : ''}`,
    subtitle: reasonText(recommendation).join(' '),
    altText: altText(recommendation),
    layers: layersOf(recommendation),
    leftPx: LEFT_PX,
    rightPx: RIGHT_PX,
    plotHeightPx: ranking.length * ROW_PX,
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

function layersOf(recommendation: Recommendation): Layer[] {
  const { ranking } = recommendation;
  const rows = ranking.map((outlook, index) =>
    rowOf(outlook, (ranking.length - index - 0.5) * ROW_PX, recommendation),
  );
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
    axis: { title: 'yield, t/ha: expected, and where 8 of 10 harvests fall', grid: true },
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

function rowOf(outlook: HybridOutlook, place: number, recommendation: Recommendation): Row {
  const { hybrid, expected, low, high } = outlook;
  const isRecommended = hybrid === recommendation.recommended;
  const isUsual = hybrid === recommendation.usual;
  const ink = isRecommended ? GREEN : isUsual ? VERMILION : GREY;
  const words = [...(isRecommended ? ['recommended'] : []), ...(isUsual ? ['usual'] : [])];
  return {
    hybrid,
    place,
    expected: sixFigures(expected),
    low: sixFigures(low),
    high: sixFigures(high),
    ink: ink.line,
    textInk: words.length > 0 ? ink.text : TEXT_COLOUR,
    note: [expected.toFixed(1), ...(words.length > 0 ? [words.join(', ')] : [])].join('  '),
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

function altText({ ranking, recommended, usual, field }: Recommendation): string {
  const best = ranking
    .slice(0, 5)
    .map(({ hybrid, expected }) => `${hybrid} ${expected.toFixed(1)}`);
  return `Expected yields of ${ranking.length} hybrids in field ${field}, t/ha; the five best: ${best.join(', ')}. Recommended: ${recommended}. Usual: ${usual}.`;
}
