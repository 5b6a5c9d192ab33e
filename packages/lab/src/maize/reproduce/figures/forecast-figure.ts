/**
 * Panel: how much does the forecast matter? Sizes in reward units on one logarithmic axis, for both
 * scalings of contexts.
 */
import type { Figure, Layer } from '../../../plots/figure.ts';
import { framedFigure } from '../../../plots/frame.ts';
import { percentage, shortNumber } from '../../../plots/number-text.ts';
import { type Ink, strategyInk, TEXT_COLOUR } from '../../../plots/palette.ts';
import type { ForecastValue } from '../../world/forecast-value.ts';
import type { ForecastPanel } from '../forecast-panel.ts';

const ROW_PX = 44;
const LEFT_PX = 386;
const RIGHT_PX = 40;
const AXIS: readonly [number, number] = [0.0003, 1];
const TICKS: readonly number[] = [0.001, 0.01, 0.1, 1];

interface Size {
  readonly label: string;
  readonly of: (value: ForecastValue) => number;
}

const SIZES: readonly Size[] = [
  { label: 'gap from the best hybrid to the 16th', of: (value) => value.baselineGap },
  { label: 'what the unknown weather moves a reward', of: (value) => value.rewardDeviation },
  { label: '… and its difference to the best hybrid’s', of: (value) => value.contrastDeviation },
  { label: 'worth of knowing the weather, a round', of: (value) => value.exactWeatherValue },
];

const DEFAULT_INK: Ink = strategyInk(3);
const OTHER_INK: Ink = strategyInk(5);

/** Returns the panel. */
export function forecastFigure(id: string, panel: ForecastPanel): Figure {
  const { noise, minMax, standardised } = panel;
  const share = percentage(minMax.rewardDeviation / noise);
  return framedFigure({
    id,
    title: `The unknown weather moves a reward by ${share} of the noise, and knowing it would be worth ${shortNumber(minMax.exactWeatherValue)} a round`,
    subtitle: `Reward units, logarithmic axis; 1 is ${shortNumber(panel.tonnesPerReward)} t/ha. A season without any forecast, over all fields. Orange: the world of the experiment (contexts scaled by min and max); blue: contexts standardised. Dashed: the noise of one observation. Knowing the weather changes the best hybrid in ${percentage(minMax.changedBestShare)} and ${percentage(standardised.changedBestShare)} of the seasons`,
    altText: `Noise ${noise}. ${SIZES.map((size) => sizeText(size, panel)).join(' ')}`,
    layers: layersOf(panel),
    leftPx: LEFT_PX,
    rightPx: RIGHT_PX,
    plotHeightPx: SIZES.length * ROW_PX,
  });
}

function layersOf(panel: ForecastPanel): Layer[] {
  const heightPx = SIZES.length * ROW_PX;
  const x = {
    type: 'quantitative',
    scale: { domain: AXIS, nice: false, type: 'log' },
    axis: { title: 'Reward units (log scale)', values: TICKS, format: '~g', grid: true },
  };
  const y = {
    field: 'place',
    type: 'quantitative',
    scale: { domain: [0, heightPx], nice: false },
    axis: null,
  };
  const points = SIZES.flatMap((size, index) =>
    pointsOf(size, panel, heightPx - (index + 0.5) * ROW_PX),
  );
  const names = SIZES.map(({ label }, index) => ({
    label,
    place: heightPx - (index + 0.5) * ROW_PX,
  }));
  const ink = { field: 'ink', type: 'nominal', scale: null };
  return [
    {
      data: { values: [{ noise: panel.noise }] },
      mark: { type: 'rule', strokeWidth: 2, strokeDash: [5, 4], color: TEXT_COLOUR },
      encoding: { x: { ...x, field: 'noise' } },
    },
    {
      data: { values: points },
      mark: { type: 'point', filled: true, size: 120, opacity: 1 },
      encoding: { x: { ...x, field: 'value' }, y, color: ink },
    },
    {
      data: { values: points },
      mark: {
        type: 'text',
        baseline: 'middle',
        fontSize: 14,
        fontWeight: 600,
        dy: { expr: 'datum.shift' },
      },
      encoding: {
        x: { ...x, field: 'value' },
        y,
        text: { field: 'text' },
        color: { field: 'words', type: 'nominal', scale: null },
      },
    },
    {
      data: { values: names },
      mark: {
        type: 'text',
        align: 'right',
        baseline: 'middle',
        dx: -14,
        fontSize: 15,
        color: TEXT_COLOUR,
      },
      encoding: { x: { value: 0 }, y, text: { field: 'label' } },
    },
  ];
}

/** Numbers stand above the one and below the other, so that they never cover each other. */
function pointsOf({ of }: Size, { minMax, standardised }: ForecastPanel, place: number): object[] {
  return [
    { value: of(minMax), ink: DEFAULT_INK.line, words: DEFAULT_INK.text, shift: -14 },
    { value: of(standardised), ink: OTHER_INK.line, words: OTHER_INK.text, shift: 15 },
  ].map((point) => ({ ...point, place, text: shortNumber(point.value) }));
}

function sizeText({ label, of }: Size, { minMax, standardised }: ForecastPanel): string {
  return `${label}: ${shortNumber(of(minMax))}, with standardised contexts ${shortNumber(of(standardised))}.`;
}
