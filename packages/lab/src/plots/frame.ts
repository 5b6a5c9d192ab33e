/**
 * The frame that all figures share: 900 px wide, the finding on top, room for labels at the right.
 *
 * Sizes are fixed, not fitted: fitting would need the widths of words, which differ from machine to
 * machine, and the same summary must give the same picture. For the same reason titles are marks at
 * fixed places. The title of the vertical axis lies level above it, where it can be read.
 */
import type { Figure, Layer, Specification } from './figure.ts';
import { GRID_COLOUR, PAPER_COLOUR, QUIET_TEXT_COLOUR, TEXT_COLOUR } from './palette.ts';

export const FIGURE_WIDTH_PX = 900;
const LEFT_PX = 70;
const BOTTOM_PX = 64;
const MARGIN_PX = 16;
const TITLE_LINE_PX = 27;
const TITLE_CHARACTERS = 82;
const SUBTITLE_LINE_PX = 20;
const SUBTITLE_CHARACTERS = 122;
const AXIS_TITLE_PX = 40;
const FONT = 'Inter, "Segoe UI", system-ui, sans-serif';

export interface FrameOptions {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string;
  readonly altText: string;
  readonly layers: readonly Layer[];
  /** Room for labels at the right of the plot. */
  readonly rightPx: number;
  /** Room for labels at the left, when the axis has words; otherwise that of numbers. */
  readonly leftPx?: number;
  readonly plotHeightPx: number;
  /** What the vertical axis shows, with its unit; nothing for an axis of words. */
  readonly measureTitle?: string;
}

/** Returns the figure with its title, margins and type. */
export function framedFigure(options: FrameOptions): Figure {
  const { id, title, subtitle, altText } = options;
  return { id, title, subtitle, altText, specification: specificationOf(options) };
}

/** Returns the inner width that a frame leaves for the plot. */
export function plotWidthPx({ leftPx, rightPx }: { leftPx?: number; rightPx: number }): number {
  return FIGURE_WIDTH_PX - (leftPx ?? LEFT_PX) - rightPx;
}

function specificationOf(options: FrameOptions): Specification {
  const { rightPx, plotHeightPx, layers, measureTitle } = options;
  const leftPx = options.leftPx ?? LEFT_PX;
  const title = wrapWords(options.title, TITLE_CHARACTERS);
  const subtitle = wrapWords(options.subtitle, SUBTITLE_CHARACTERS);
  const headPx = MARGIN_PX + title.length * TITLE_LINE_PX + subtitle.length * SUBTITLE_LINE_PX;
  const topPx = headPx + (measureTitle === undefined ? MARGIN_PX : AXIS_TITLE_PX);
  const left = MARGIN_PX - leftPx;
  const subtitleTop = MARGIN_PX + title.length * TITLE_LINE_PX - topPx;
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    description: options.altText,
    usermeta: { title: options.title, subtitle: options.subtitle },
    background: PAPER_COLOUR,
    width: plotWidthPx({ leftPx, rightPx }),
    height: plotHeightPx,
    padding: { left: leftPx, right: rightPx, top: topPx, bottom: BOTTOM_PX },
    autosize: { type: 'none' },
    layer: [
      ...layers,
      linesLayer(title, { left, top: MARGIN_PX - topPx, lineHeight: TITLE_LINE_PX, ...TITLE_TYPE }),
      linesLayer(subtitle, {
        left,
        top: subtitleTop,
        lineHeight: SUBTITLE_LINE_PX,
        ...SUBTITLE_TYPE,
      }),
      ...(measureTitle === undefined
        ? []
        : [linesLayer([measureTitle], { left, top: -26, lineHeight: 18, ...AXIS_TYPE })]),
    ],
    config: CONFIG,
  };
}

interface LinesStyle {
  readonly left: number;
  /** Top of the first line, from the top of the plot. */
  readonly top: number;
  readonly lineHeight: number;
  readonly fontSize: number;
  readonly fontWeight: number;
  readonly color: string;
}

const TITLE_TYPE = { fontSize: 21, fontWeight: 600, color: TEXT_COLOUR } as const;
const SUBTITLE_TYPE = { fontSize: 14, fontWeight: 400, color: QUIET_TEXT_COLOUR } as const;
const AXIS_TYPE = { fontSize: 14, fontWeight: 400, color: TEXT_COLOUR } as const;

function linesLayer(lines: readonly string[], { left, top, ...type }: LinesStyle): Layer {
  return {
    data: { values: [{}] },
    mark: { type: 'text', align: 'left', baseline: 'top', text: lines, ...type },
    encoding: { x: { value: left }, y: { value: top } },
  };
}

const CONFIG = {
  font: FONT,
  view: { stroke: null },
  axis: {
    labelFontSize: 14,
    labelColor: QUIET_TEXT_COLOUR,
    titleFontSize: 15,
    titleFontWeight: 400,
    titleColor: TEXT_COLOUR,
    titlePadding: 12,
    gridColor: GRID_COLOUR,
    domainColor: QUIET_TEXT_COLOUR,
    tickColor: QUIET_TEXT_COLOUR,
    labelLimit: 0,
  },
  axisY: { domain: false, ticks: false, labelPadding: 8 },
  axisX: { grid: false },
} as const;

/**
 * Breaks a sentence into as few lines of at most so many characters as possible, of about equal
 * length. Numbers stay with their names: "α = 0.1", "95 %" and "Algorithm 1" are never broken.
 */
export function wrapWords(sentence: string, characterMax: number): string[] {
  const words = sentence.replace(/ (?=[=%\d])|(?<==) /g, '\u00a0').split(' ');
  const lineCount = fillLines(words, characterMax).length;
  let width = Math.ceil(sentence.length / lineCount);
  while (fillLines(words, width).length > lineCount) width += 1;
  return fillLines(words, width).map((line) => line.replaceAll('\u00a0', ' '));
}

function fillLines(words: readonly string[], characterMax: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && longer.length <= characterMax) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
