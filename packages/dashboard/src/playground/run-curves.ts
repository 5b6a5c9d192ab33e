/**
 * From the points of a run to what its charts draw.
 */
import { meanAndError } from '@hedgerow/lab/measures';
import type { ChartSeries } from '../charts/line-canvas.ts';
import type { Configuration } from './configuration.ts';
import type { RunPoint } from './messages.ts';
import type { AxisRange } from './nice-ticks.ts';
import type { TrialState } from './simulation.ts';
import { STRATEGIES } from './strategies.ts';

export interface ShownRun {
  readonly configuration: Configuration;
  readonly points: readonly RunPoint[];
}

export interface Place {
  readonly round: number;
  readonly value: number;
}

/** The way of one trial's true total above the promised floor. */
export interface MarginCurve {
  readonly trial: number;
  readonly firstBrokenRound: number | null;
  readonly places: readonly Place[];
}

/** The part of the height that is kept free below the floor, so that it can be seen. */
const ROOM_BELOW_FLOOR = 0.14;

const START: Place = { round: 0, value: 0 };

/** Returns one curve a trial; those that broke the promise come last and lie on top. */
export function marginCurves({ points }: ShownRun, strategyIndex: number): MarginCurve[] {
  const trials = points.at(-1)?.state[strategyIndex] ?? [];
  const curves = trials.map(({ firstBrokenRound }, trial) => {
    const places = points.map(({ round, state }) => ({
      round,
      value: state[strategyIndex]![trial]!.margin,
    }));
    return { trial, firstBrokenRound, places: [START, ...places] };
  });
  return curves.sort(
    (one, other) => Number(one.firstBrokenRound !== null) - Number(other.firstBrokenRound !== null),
  );
}

/** Returns one range for the margins of all strategies, so that they can be compared by eye. */
export function marginRange({ points }: ShownRun): AxisRange {
  let [least, most] = [0, 1];
  for (const { margin } of points.flatMap(({ state }) => state.flat())) {
    least = Math.min(least, margin);
    most = Math.max(most, margin);
  }
  return { min: Math.min(1.15 * least, -ROOM_BELOW_FLOOR * most), max: 1.04 * most };
}

/** Returns the mean over trials after each point, one series a strategy. */
export function meanSeries(
  { configuration, points }: ShownRun,
  measure: (trial: TrialState, round: number) => number,
): ChartSeries[] {
  return configuration.strategies.map((name, index) => ({
    name: STRATEGIES[name].title,
    colour: STRATEGIES[name].colour,
    dash: STRATEGIES[name].dash,
    values: points.map(
      ({ round, state }) => meanAndError(state[index]!.map((trial) => measure(trial, round))).mean,
    ),
  }));
}
