/**
 * Figure of rates: how often something happened that should not, with exact 95 % intervals.
 *
 * Rows stand under headings; beside each row are the counts. The claimed rate is a line.
 */
import { rateLimits } from '../measures/clopper-pearson.ts';
import type { Figure, Layer } from './figure.ts';
import { framedFigure, plotWidthPx } from './frame.ts';
import { percentage } from './number-text.ts';
import { ALARM_COLOUR, type Ink, QUIET_TEXT_COLOUR, TEXT_COLOUR } from './palette.ts';

const ROW_PX = 30;
const LEFT_PX = 330;
const RIGHT_PX = 206;

export interface RateRow {
  readonly label: string;
  readonly count: number;
  readonly trials: number;
  readonly ink: Ink;
}

export interface RateGroup {
  readonly heading: string;
  readonly rows: readonly RateRow[];
}

export interface RateFigureOptions {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly groups: readonly RateGroup[];
  /** The rate that was promised, from 0 to 1. */
  readonly claimedRate: number;
  readonly axisTitle: string;
}

/** Returns the figure. */
export function rateFigure(options: RateFigureOptions): Figure {
  const { id, title, subtitle, groups } = options;
  const lines = groups.flatMap(({ heading, rows }) => [{ heading }, ...rows]);
  return framedFigure({
    id,
    title,
    subtitle,
    altText: groups.map(groupText).join(' '),
    layers: layersOf(lines, options),
    leftPx: LEFT_PX,
    rightPx: RIGHT_PX,
    plotHeightPx: lines.length * ROW_PX,
  });
}

type Line = RateRow | { readonly heading: string };

function layersOf(lines: readonly Line[], options: RateFigureOptions): Layer[] {
  const heightPx = lines.length * ROW_PX;
  const placed = lines.map((line, index) => ({ line, place: heightPx - (index + 0.5) * ROW_PX }));
  const rows = placed.flatMap(({ line, place }) => ('heading' in line ? [] : [rowOf(line, place)]));
  const headings = placed.flatMap(({ line, place }) =>
    'heading' in line ? [{ text: line.heading, place }] : [],
  );
  const y = {
    field: 'place',
    type: 'quantitative',
    scale: { domain: [0, heightPx], nice: false },
    axis: null,
  };
  const x = {
    type: 'quantitative',
    scale: { domain: [0, 1], nice: false },
    axis: {
      title: options.axisTitle,
      labelExpr: "datum.value * 100 + ' %'",
      values: [0, 0.25, 0.5, 0.75, 1],
      grid: true,
    },
  };
  const ink = { field: 'ink', type: 'nominal', scale: null };
  const width = plotWidthPx({ leftPx: LEFT_PX, rightPx: RIGHT_PX });
  return [
    {
      data: { values: [{ claimed: options.claimedRate }] },
      mark: { type: 'rule', strokeWidth: 2, strokeDash: [5, 4], color: ALARM_COLOUR },
      encoding: { x: { ...x, field: 'claimed' } },
    },
    {
      data: { values: rows },
      mark: { type: 'rule', strokeWidth: 5, opacity: 0.45, strokeCap: 'round' },
      encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y, color: ink },
    },
    {
      data: { values: rows },
      mark: { type: 'point', filled: true, size: 110, opacity: 1 },
      encoding: { x: { ...x, field: 'rate' }, y, color: ink },
    },
    textLayer(rows, { field: 'label', x: 0, dx: -14, align: 'right', color: TEXT_COLOUR, y }),
    textLayer(rows, {
      field: 'counts',
      x: width,
      dx: 12,
      align: 'left',
      color: QUIET_TEXT_COLOUR,
      y,
    }),
    {
      ...textLayer(headings, {
        field: 'text',
        x: 0,
        dx: 16 - LEFT_PX,
        align: 'left',
        color: TEXT_COLOUR,
        y,
        fontWeight: 600,
      }),
    },
  ];
}

interface TextColumn {
  readonly field: string;
  readonly x: number;
  readonly dx: number;
  readonly align: 'left' | 'right';
  readonly color: string;
  readonly y: object;
  readonly fontWeight?: number;
}

function textLayer(values: readonly object[], column: TextColumn): Layer {
  const { field, x, dx, align, color, y, fontWeight = 400 } = column;
  return {
    data: { values },
    mark: { type: 'text', align, baseline: 'middle', dx, fontSize: 14, fontWeight, color },
    encoding: { x: { value: x }, y, text: { field } },
  };
}

function rowOf({ label, count, trials, ink }: RateRow, place: number): object {
  const { low, high } = rateLimits(count, trials);
  return {
    label,
    place,
    ink: ink.line,
    rate: count / trials,
    low,
    high,
    counts: `${count} of ${trials} (${percentage(low)} – ${percentage(high)})`,
  };
}

function groupText({ heading, rows }: RateGroup): string {
  const parts = rows.map(({ label, count, trials }) => `${label} ${count} of ${trials} trials`);
  return `${heading}: ${parts.join('; ')}.`;
}
