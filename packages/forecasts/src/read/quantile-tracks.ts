/**
 * The levels of a quantile forecast as tracks, in rising order.
 *
 * Quantiles that cross belong to no distribution and are refused. A plain value beside them (a best guess,
 * a mean) becomes the median if the file has none, and where it lies outside of its neighbours
 * it is moved to the nearer one: that is said.
 */
import { writeTime } from '../base/stamps.ts';
import { ForecastError } from '../forecast-error.ts';
import type { Steps, Track } from './forecast.ts';

export interface LevelValues {
  readonly level: number;
  readonly values: Float64Array;
}

export interface QuantileInput {
  readonly name: string;
  readonly levels: readonly LevelValues[];
  readonly centre: Float64Array | null;
  readonly steps: Steps;
  /** Told here what was assumed. */
  readonly notes: string[];
}

/** Returns the tracks of a quantile forecast. */
export function quantileTracks({ name, levels, centre, steps, notes }: QuantileInput): Track[] {
  const sorted = levels.map(checkLevel).sort((a, b) => a.level - b.level);
  refuseRepeats(name, sorted);
  const hasMedian = sorted.some(({ level }) => level === 0.5);
  refuseCrossing(name, sorted, steps);
  if (centre !== null && !hasMedian) {
    const above = sorted.findIndex(({ level }) => level > 0.5);
    const place = above === -1 ? sorted.length : above;
    const { values, moved } = between(centre, sorted[place - 1], sorted[place]);
    sorted.splice(place, 0, { level: 0.5, values });
    notes.push(medianNote(name, moved));
  }
  return sorted.map(({ level, values }) => ({ name: levelName(level), level, values }));
}

function medianNote(name: string, moved: number): string {
  const note = `The plain value of ${name} is taken as its median`;
  return moved === 0
    ? `${note}.`
    : `${note}; ${moved} lay outside of the quantiles and were moved to them.`;
}

/** Returns `p10` of 0.1, and `p2.5` of 0.025. */
export function levelName(level: number): `p${number}` {
  return `p${Number((level * 100).toFixed(9))}` as `p${number}`;
}

function checkLevel({ level, values }: LevelValues): LevelValues {
  if (level > 0 && level < 1) return { level: Number(level.toFixed(11)), values };
  throw new ForecastError({
    code: 'HF_RANGE',
    rule: 'the level of a quantile must lie between 0 and 1',
    received: String(level),
  });
}

function refuseRepeats(name: string, sorted: readonly LevelValues[]): void {
  const twice = sorted.find(({ level }, k) => level === sorted[k - 1]?.level);
  if (twice === undefined) return;
  throw new ForecastError({
    code: 'HF_FORMAT',
    rule: `every quantile of ${name} must come once`,
    received: `${levelName(twice.level)} twice`,
  });
}

function refuseCrossing(name: string, sorted: readonly LevelValues[], { starts }: Steps): void {
  for (let k = 1; k < sorted.length; k++) {
    const [lower, upper] = [sorted[k - 1]!, sorted[k]!];
    const at = upper.values.findIndex((value, i) => value < lower.values[i]!);
    if (at === -1) continue;
    throw new ForecastError({
      code: 'HF_RANGE',
      rule: `${levelName(upper.level)} of ${name} must not lie below ${levelName(lower.level)}`,
      received: `${upper.values[at]} below ${lower.values[at]} at ${writeTime(starts[at]!)}`,
    });
  }
}

function between(centre: Float64Array, lower?: LevelValues, upper?: LevelValues) {
  let moved = 0;
  const values = centre.map((value, k) => {
    const least = lower?.values[k] ?? Number.NEGATIVE_INFINITY;
    const most = upper?.values[k] ?? Number.POSITIVE_INFINITY;
    if (!(value < least || value > most)) return value;
    moved++;
    return value < least ? least : most;
  });
  return { values, moved };
}
