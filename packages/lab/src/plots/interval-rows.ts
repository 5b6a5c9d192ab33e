/**
 * A row for each of many things: its name at the left, an interval with its middle, a note at the right.
 *
 * Curves of thirty strategies are a tangle; their ends, one under the other, are not. Rankings, judgements of
 * logs and bounds beside what was measured are all drawn with it.
 */
import type { Layer } from './figure.ts';
import { plotWidthPx } from './frame.ts';

export interface IntervalRow {
  readonly label: string;
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  /** At the right of the plot. */
  readonly note: string;
  /** Colour of interval and point, and of the words beside them. */
  readonly ink: string;
  readonly textInk: string;
}

export interface IntervalRowsOptions {
  /** From the top. */
  readonly rows: readonly IntervalRow[];
  readonly rowPx: number;
  readonly leftPx: number;
  readonly rightPx: number;
  /** What the axis shows, with its unit. */
  readonly axisTitle: string;
  readonly scale?: object;
  readonly pointSize: number;
}

/** Returns the layers; the plot must be as high as all rows together. */
export function intervalRows(options: IntervalRowsOptions): Layer[] {
  const { rows, rowPx, leftPx, rightPx, axisTitle, scale, pointSize } = options;
  const values = rows.map((row, index) => ({
    ...row,
    place: (rows.length - index - 0.5) * rowPx,
  }));
  const data = { values };
  const y = {
    field: 'place',
    type: 'quantitative',
    scale: { domain: [0, rows.length * rowPx], nice: false },
    axis: null,
  };
  const axis = { title: axisTitle, grid: true };
  const x = { type: 'quantitative', ...(scale === undefined ? {} : { scale }), axis };
  const color = { field: 'ink', type: 'nominal', scale: null };
  const words = (text: 'label' | 'note', left: number, align: 'left' | 'right'): Layer => ({
    data,
    mark: { type: 'text', align, baseline: 'middle', fontSize: 14 },
    encoding: {
      x: { value: left },
      y,
      text: { field: text },
      color: { field: 'textInk', type: 'nominal', scale: null },
    },
  });
  return [
    {
      data,
      mark: { type: 'rule', strokeWidth: 5, opacity: 0.4, strokeCap: 'round' },
      encoding: { x: { ...x, field: 'low' }, x2: { field: 'high' }, y, color },
    },
    {
      data,
      mark: { type: 'point', filled: true, size: pointSize, opacity: 1 },
      encoding: { x: { ...x, field: 'middle' }, y, color },
    },
    words('label', -12, 'right'),
    words('note', plotWidthPx({ leftPx, rightPx }) + 12, 'left'),
  ];
}
