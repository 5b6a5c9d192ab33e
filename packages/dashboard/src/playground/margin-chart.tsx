/**
 * How far every run of one strategy is above its promised floor, drawn as SVG: one thin line a run,
 * the ground below the floor tinted, runs that fell below it in red with a dot where it happened.
 *
 * Colours come from classes, so a change of scheme needs no drawing. The picture has a sentence for those
 * who hear it; the numbers stand in the table of results.
 */
import type { JSX } from 'preact';
import { numberText } from '../design/number-text.ts';
import { type AxisRange, niceTicks } from './nice-ticks.ts';
import type { MarginCurve } from './run-curves.ts';
import { useWidth } from './use-width.ts';

export interface MarginChartProps {
  /** The picture as a sentence. */
  readonly altText: string;
  readonly roundCount: number;
  readonly range: AxisRange;
  readonly curves: readonly MarginCurve[];
  /** Name of the strategy's colour token. */
  readonly colour: string;
}

const HEIGHT = 280;
const EDGE = { top: 10, right: 12, bottom: 40, left: 56 } as const;
/** Pixels that a number on an axis needs. */
const TICK_ROOM = { across: 90, down: 44 } as const;

interface Scales {
  readonly right: number;
  readonly bottom: number;
  x(round: number): number;
  y(value: number): number;
}

export function MarginChart(props: MarginChartProps): JSX.Element {
  const { ref, width } = useWidth();
  const scales = scalesOf(props, width);
  return (
    <div class="margin-chart" ref={ref}>
      <svg role="img" aria-label={props.altText} width={width} height={HEIGHT}>
        <BelowFloor scales={scales} />
        <Axes props={props} scales={scales} />
        {props.curves.map((curve) => (
          <path
            key={curve.trial}
            class={curve.firstBrokenRound === null ? 'margin-line' : 'margin-line margin-broken'}
            d={pathOf(curve, scales)}
            {...(curve.firstBrokenRound === null ? { stroke: `var(${props.colour})` } : {})}
          />
        ))}
        <line
          class="margin-floor"
          x1={EDGE.left}
          x2={scales.right}
          y1={scales.y(0)}
          y2={scales.y(0)}
        />
        {props.curves.map(({ trial, firstBrokenRound }) =>
          firstBrokenRound === null ? null : (
            <circle
              key={trial}
              class="margin-dot"
              cx={scales.x(firstBrokenRound)}
              cy={scales.y(0)}
              r={4.5}
            />
          ),
        )}
      </svg>
    </div>
  );
}

function scalesOf({ roundCount, range }: MarginChartProps, width: number): Scales {
  const right = Math.max(EDGE.left + 1, width - EDGE.right);
  const bottom = HEIGHT - EDGE.bottom;
  const span = range.max - range.min;
  return {
    right,
    bottom,
    x: (round) => tenth(EDGE.left + ((right - EDGE.left) * round) / roundCount),
    y: (value) => tenth(EDGE.top + ((bottom - EDGE.top) * (range.max - value)) / span),
  };
}

function BelowFloor({ scales }: { readonly scales: Scales }): JSX.Element {
  const { right, bottom } = scales;
  const top = scales.y(0);
  return (
    <g>
      <rect
        class="margin-below"
        x={EDGE.left}
        y={top}
        width={right - EDGE.left}
        height={Math.max(0, bottom - top)}
      />
      <text class="margin-below-name" x={right - 6} y={bottom - 7} text-anchor="end">
        below the floor
      </text>
    </g>
  );
}

interface AxesProps {
  readonly props: MarginChartProps;
  readonly scales: Scales;
}

function Axes({ props: { range, roundCount }, scales }: AxesProps): JSX.Element {
  const { right, bottom, x, y } = scales;
  const values = niceTicks(range, (bottom - EDGE.top) / TICK_ROOM.down);
  const across = Math.max(2, (right - EDGE.left) / TICK_ROOM.across);
  const rounds = niceTicks({ min: 0, max: roundCount }, across);
  return (
    <g class="margin-axes">
      {values.map((value) => (
        <g key={value}>
          <line x1={EDGE.left} x2={right} y1={y(value)} y2={y(value)} />
          <text x={EDGE.left - 8} y={y(value) + 4} text-anchor="end">
            {numberText(value)}
          </text>
        </g>
      ))}
      {rounds.map((round) => (
        <text key={round} x={x(round)} y={bottom + 17} text-anchor={anchorAt(x(round), right)}>
          {numberText(round)}
        </text>
      ))}
      <text x={(EDGE.left + right) / 2} y={HEIGHT - 5} text-anchor="middle">
        rounds
      </text>
    </g>
  );
}

/** A number at the end of the axis must not stick out. */
function anchorAt(place: number, right: number): 'end' | 'middle' {
  return place > right - 14 ? 'end' : 'middle';
}

function pathOf({ places }: MarginCurve, { x, y }: Scales): string {
  return `M${places.map(({ round, value }) => `${x(round)} ${y(value)}`).join('L')}`;
}

/** A tenth of a pixel is as fine as a screen can show. */
function tenth(value: number): number {
  return Math.round(10 * value) / 10;
}
