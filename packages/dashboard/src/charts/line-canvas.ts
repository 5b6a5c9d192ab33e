/**
 * Draws lines with uPlot into an element, and keeps them as wide as it is.
 *
 * uPlot cannot change the number or look of its lines, so it is made anew when those change; new
 * numbers alone are handed over, which is cheap enough for live updates.
 */
// First: see there.
import './known-locale.ts';
import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import { numberText } from '../design/number-text.ts';
import { axisRange } from './axis-range.ts';
import { resolveColour } from './resolve-colour.ts';

export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Name of a colour token: "--learner". */
  readonly colour: string;
  /** Lengths of strokes and gaps in pixels; a whole line if absent. */
  readonly dash?: readonly number[];
  /** Thickness in pixels, 2 if absent; 0 draws no line. */
  readonly width?: number;
  /** Draws dots instead of a line. */
  readonly isDots?: boolean;
}

export interface ChartBand {
  /** Positions in `series`. */
  readonly upper: number;
  readonly lower: number;
  /** Name of a colour token. */
  readonly colour: string;
}

export interface LineCanvasInput {
  /** Name of the horizontal axis: "decision". */
  readonly horizontal: string;
  /** Unit of the vertical axis: "t/ha"; empty if there is none. */
  readonly unit: string;
  readonly x: readonly number[];
  readonly series: readonly ChartSeries[];
  /** Coloured areas between two series, by their positions. */
  readonly bands?: readonly ChartBand[];
  /** Height of the drawing in pixels. */
  readonly height?: number;
  /** Whether 0 is always in sight. */
  readonly hasZero?: boolean;
  /** Called with the ends of a stretch that the reader marked; without it nothing can be marked. */
  readonly onMark?: (from: number, to: number) => void;
}

export interface LineCanvas {
  draw(input: LineCanvasInput): void;
  close(): void;
}

export interface CanvasListener {
  /** The point that the pointer is over; null if over none. */
  readonly onPosition: (position: number | null) => void;
}

/** Returns a canvas that tells what the pointer does. */
export function createLineCanvas(host: HTMLElement, { onPosition }: CanvasListener): LineCanvas {
  let plot: uPlot | null = null;
  let look = '';
  /** As it was said last: a new listener is no new look. */
  let mark: LineCanvasInput['onMark'];
  const onMark = (from: number, to: number) => mark?.(from, to);
  const observer = new ResizeObserver(() => {
    plot?.setSize({ width: host.clientWidth, height: plot.height });
  });
  observer.observe(host);
  return {
    draw(input) {
      mark = input.onMark;
      const nextLook = lookOf(host, input);
      const data = [[...input.x], ...input.series.map(({ values }) => [...values])];
      if (plot !== null && look === nextLook) {
        plot.setData(data as uPlot.AlignedData);
        return;
      }
      look = nextLook;
      plot?.destroy();
      plot = new uPlot(
        optionsOf(host, input, { onPosition, onMark }),
        data as uPlot.AlignedData,
        host,
      );
    },
    close() {
      observer.disconnect();
      plot?.destroy();
      plot = null;
    },
  };
}

/** Everything but the numbers, colours as they are seen included. */
function lookOf(host: HTMLElement, input: LineCanvasInput): string {
  const lines = input.series.map(({ values: _, ...line }) => line);
  const { horizontal, unit, bands, height, hasZero } = input;
  const ground = resolveColour(host, '--ink');
  const isPoint = input.x.length === 1;
  const canMark = input.onMark !== undefined;
  const look = { lines, horizontal, unit, bands, height, hasZero, ground, isPoint, canMark };
  return JSON.stringify(look);
}

function optionsOf(
  host: HTMLElement,
  input: LineCanvasInput,
  { onPosition, onMark }: CanvasListener & { onMark: (from: number, to: number) => void },
): uPlot.Options {
  const colour = (name: string) => resolveColour(host, name);
  return {
    width: host.clientWidth,
    height: input.height ?? 300,
    // The last label stands half beyond the end of its axis.
    padding: [12, 1.8 * rootSize(), 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: input.onMark !== undefined, y: false, setScale: false, dist: LEAST_MARK },
      points: { size: 8 },
    },
    scales: {
      x: { time: false },
      y: { range: (_plot, min, max) => axisRange({ min, max, hasZero: input.hasZero ?? false }) },
    },
    axes: [
      {
        ...axisLook(colour),
        label: input.horizontal,
        labelSize: 1.4 * rootSize(),
        size: 2.1 * rootSize(),
        space: 70,
        incrs: WHOLE_STEPS,
      },
      {
        ...axisLook(colour),
        size: (_plot, values) => axisWidth(values),
        space: 44,
        values: (_plot, splits) => splits.map((split) => numberText(split)),
      },
    ],
    series: [{}, ...input.series.map((line) => seriesLook(line, colour))],
    bands: (input.bands ?? []).map(({ upper, lower, colour: name }) => ({
      series: [upper + 1, lower + 1],
      fill: colour(name),
    })),
    hooks: {
      setCursor: [(plot) => onPosition(plot.cursor.idx ?? null)],
      setSelect: [(plot) => tellMark(plot, onMark)],
    },
  };
}

/** A shorter stretch, in pixels, is a click. */
const LEAST_MARK = 8;

function tellMark(plot: uPlot, onMark: (from: number, to: number) => void): void {
  const { left, width } = plot.select;
  if (width < LEAST_MARK) return;
  onMark(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'));
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
}

/** Rounds and decisions are counted, so the horizontal axis has whole steps only. */
const WHOLE_STEPS = [1, 2, 5]
  .flatMap((step) => Array.from({ length: 9 }, (_, power) => step * 10 ** power))
  .sort((one, other) => one - other);

function axisLook(colour: (name: string) => string): uPlot.Axis {
  return {
    stroke: colour('--ink-soft'),
    font: textFont(),
    labelFont: textFont(),
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1, size: 5 },
  };
}

/** A canvas knows no rem, so the size of its text is worked out. */
function textFont(): string {
  return `${0.75 * rootSize()}px system-ui, sans-serif`;
}

function rootSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

function axisWidth(values: readonly string[] | null): number {
  const longest = Math.max(2, ...(values ?? []).map((text) => text.length));
  return (1 + 0.44 * longest) * rootSize();
}

function seriesLook(line: ChartSeries, colour: (name: string) => string): uPlot.Series {
  const stroke = colour(line.colour);
  // A line of one point would not be seen.
  const hasDots = line.isDots === true || line.values.length === 1;
  return {
    stroke,
    width: line.isDots ? 0 : (line.width ?? 2),
    dash: [...(line.dash ?? [])],
    points: hasDots ? { show: true, size: 6, fill: stroke, stroke } : { show: false },
    spanGaps: false,
    ...(line.isDots ? { paths: () => null } : {}),
  };
}
