/**
 * Curves over rounds with their 95 % bands, each named where it ends.
 */
import type { Curve } from '../experiments/experiment-summary.ts';
import { confidenceHalfWidth } from '../measures/paired-test.ts';
import { linearDomain } from './axis-domain.ts';
import type { Layer } from './figure.ts';
import { labelLayer } from './label-layer.ts';
import { sixFigures } from './number-text.ts';
import type { Ink } from './palette.ts';

export interface CurveSeries {
  readonly label: string;
  readonly ink: Ink;
  readonly curve: Curve;
  readonly trials: number;
}

export interface CurveOptions {
  readonly series: readonly CurveSeries[];
  readonly recordedRounds: readonly number[];
  readonly plotHeightPx: number;
}

interface CurvePoint {
  readonly series: string;
  readonly ink: string;
  readonly round: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const Y_AXIS = { title: null, tickCount: 6, format: ',f' } as const;

/** Returns the layers: bands, lines, labels. */
export function curveLayers(options: CurveOptions): Layer[] {
  const { series, recordedRounds, plotHeightPx } = options;
  const points = series.flatMap((one) => pointsOf(one, recordedRounds));
  const domain = linearDomain(points.flatMap(({ low, high }) => [low, high]));
  const horizon = recordedRounds.at(-1)!;
  const x = {
    field: 'round',
    type: 'quantitative',
    scale: { domain: [0, horizon], nice: false },
    axis: { title: 'Round', tickCount: 5 },
  };
  const y = { type: 'quantitative', scale: { domain, nice: false }, axis: Y_AXIS };
  const colour = { field: 'ink', type: 'nominal', scale: null };
  const shared = { detail: { field: 'series' }, color: colour };
  return [
    {
      data: { values: points },
      mark: { type: 'area', opacity: 0.2 },
      encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' }, ...shared },
    },
    {
      data: { values: points },
      mark: { type: 'line', strokeWidth: 2.5 },
      encoding: { x, y: { ...y, field: 'mean' }, ...shared },
    },
    labelLayer(
      series.map(({ label, ink, curve }) => ({
        text: label,
        colour: ink.text,
        value: curve.mean.at(-1)!,
      })),
      { x: { datum: horizon, type: 'quantitative' }, plotHeightPx, domain },
    ),
  ];
}

/** Every trial starts at 0 with nothing recorded yet. */
function pointsOf(series: CurveSeries, recordedRounds: readonly number[]): CurvePoint[] {
  const { label, ink, curve, trials } = series;
  const start = { series: label, ink: ink.line, round: 0, mean: 0, low: 0, high: 0 };
  const recorded = recordedRounds.map((round, index) => {
    const mean = curve.mean[index]!;
    const width = finiteOrZero(confidenceHalfWidth(curve.standardError[index]!, trials));
    return {
      ...start,
      round,
      mean: sixFigures(mean),
      low: sixFigures(mean - width),
      high: sixFigures(mean + width),
    };
  });
  return recordedRounds[0] === 0 ? recorded : [start, ...recorded];
}

/** A single trial has no band. */
function finiteOrZero(width: number): number {
  return Number.isFinite(width) ? width : 0;
}
