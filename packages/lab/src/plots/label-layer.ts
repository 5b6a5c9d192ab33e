/**
 * Words at the end of lines, instead of a legend.
 */
import type { Layer } from './figure.ts';
import { sixFigures } from './number-text.ts';
import { spreadLabels } from './spread-labels.ts';

const LABEL_GAP_PX = 19;

export interface EndLabel {
  readonly text: string;
  /** Colour of the words. */
  readonly colour: string;
  /** Where the line ends. */
  readonly value: number;
}

export interface LabelPlace {
  /** Field and value of the horizontal position that the labels stand beside. */
  readonly x: Readonly<Record<string, unknown>>;
  readonly plotHeightPx: number;
  /** Ends of the vertical axis. */
  readonly domain: readonly [number, number];
  readonly scale?: 'linear' | 'log';
}

/** Returns the layer with all labels, moved apart where lines end close together. */
export function labelLayer(labels: readonly EndLabel[], place: LabelPlace): Layer {
  const { toPosition, fromPosition } = axisOf(place);
  const spread = spreadLabels(
    labels.map(({ value }) => toPosition(value)),
    { gap: LABEL_GAP_PX, min: LABEL_GAP_PX / 3, max: place.plotHeightPx },
  );
  return {
    data: {
      values: labels.map(({ text, colour }, index) => ({
        label: text,
        ink: colour,
        value: sixFigures(fromPosition(spread[index]!)),
      })),
    },
    mark: {
      type: 'text',
      align: 'left',
      baseline: 'middle',
      dx: 9,
      fontSize: 15,
      fontWeight: 600,
    },
    encoding: {
      x: place.x,
      y: { field: 'value', type: 'quantitative' },
      text: { field: 'label' },
      color: { field: 'ink', type: 'nominal', scale: null },
    },
  };
}

/** Ways between values and pixels above the bottom of the plot. */
function axisOf({ domain, plotHeightPx, scale }: LabelPlace): {
  toPosition: (value: number) => number;
  fromPosition: (position: number) => number;
} {
  const [bend, unbend] = scale === 'log' ? [Math.log, Math.exp] : [same, same];
  const low = bend(domain[0]);
  const perPixel = (bend(domain[1]) - low) / plotHeightPx;
  return {
    toPosition: (value) => (bend(value) - low) / perPixel,
    fromPosition: (position) => unbend(low + position * perPixel),
  };
}

function same(value: number): number {
  return value;
}
