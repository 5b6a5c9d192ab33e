/**
 * One number for each α and strategy: points with 95 % intervals, joined by lines, named at the end.
 * A strategy without a gate does not depend on α and is a level line.
 */
import { linearDomain, logDomain, logTicks } from './axis-domain.ts';
import type { Layer } from './figure.ts';
import { labelLayer } from './label-layer.ts';
import { sixFigures } from './number-text.ts';
import type { Ink } from './palette.ts';

export interface ShortfallPoint {
  readonly allowedShortfall: number;
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface ShortfallSeries {
  readonly label: string;
  readonly ink: Ink;
  readonly points: readonly ShortfallPoint[];
  readonly isLevel: boolean;
}

export interface ShortfallOptions {
  readonly series: readonly ShortfallSeries[];
  readonly shortfalls: readonly number[];
  readonly plotHeightPx: number;
  readonly scale?: 'linear' | 'log';
  /** Values that must be inside the axis besides those drawn. */
  readonly alsoShown?: readonly number[];
}

const LINEAR_AXIS = { title: null, tickCount: 6, format: ',f' } as const;

/** Returns the layers: intervals, lines, points, labels. */
export function shortfallLayers(options: ShortfallOptions): Layer[] {
  const { series, shortfalls, plotHeightPx, scale = 'linear' } = options;
  const rows = series.flatMap(rowsOf);
  const domain = domainOf(options);
  const x = shortfallAxis(shortfalls);
  const y = {
    type: 'quantitative',
    scale: { domain, nice: false, type: scale },
    axis: scale === 'log' ? { title: null, values: logTicks(domain), format: '~s' } : LINEAR_AXIS,
  };
  const shared = { color: { field: 'ink', type: 'nominal', scale: null } };
  const dash = {
    field: 'isLevel',
    type: 'nominal',
    scale: {
      domain: [false, true],
      range: [
        [1, 0],
        [6, 5],
      ],
    },
    legend: null,
  };
  const last = shortfalls.at(-1)!;
  return [
    {
      data: { values: rows },
      mark: { type: 'line', strokeWidth: 2.5 },
      encoding: {
        x,
        y: { ...y, field: 'value' },
        detail: { field: 'series' },
        strokeDash: dash,
        ...shared,
      },
    },
    {
      data: { values: rows },
      transform: [{ filter: '!datum.isLevel' }],
      mark: { type: 'rule', strokeWidth: 2 },
      encoding: { x, y: { ...y, field: 'low' }, y2: { field: 'high' }, ...shared },
    },
    {
      data: { values: rows },
      transform: [{ filter: '!datum.isLevel' }],
      mark: { type: 'point', filled: true, size: 70, opacity: 1 },
      encoding: { x, y: { ...y, field: 'value' }, ...shared },
    },
    labelLayer(
      series.map(({ label, ink, points }) => ({
        text: label,
        colour: ink.text,
        value: points.at(-1)!.value,
      })),
      { x: { datum: last, type: 'quantitative' }, plotHeightPx, domain, scale },
    ),
  ];
}

/** The horizontal axis of all figures over α: exactly the values that were run. */
function shortfallAxis(shortfalls: readonly number[]): Readonly<Record<string, unknown>> {
  const first = shortfalls[0]!;
  const last = shortfalls.at(-1)!;
  const margin = (last - first) * 0.06 || 0.05;
  return {
    field: 'allowedShortfall',
    type: 'quantitative',
    scale: { domain: [first - margin, last + margin / 3], nice: false },
    axis: {
      title: 'α: share of the baseline’s reward that may be lost',
      values: shortfalls,
      format: '~g',
    },
  };
}

function domainOf(options: ShortfallOptions): [number, number] {
  const drawn = options.series.flatMap(({ points }) =>
    points.flatMap(({ value, low, high }) => [value, low, high]),
  );
  const values = [...drawn, ...(options.alsoShown ?? [])];
  return options.scale === 'log'
    ? logDomain(values.filter((value) => value > 0))
    : linearDomain(values);
}

function rowsOf({ label, ink, points, isLevel }: ShortfallSeries): object[] {
  return points.map(({ allowedShortfall, value, low, high }) => ({
    series: label,
    ink: ink.line,
    isLevel,
    allowedShortfall,
    value: sixFigures(value),
    low: sixFigures(low),
    high: sixFigures(high),
  }));
}
