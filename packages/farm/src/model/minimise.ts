/**
 * Finds the minimum of a smooth function of a few numbers from its gradient: L-BFGS.
 *
 * Each step goes along −H·gradient, where H is told by the last few steps, and is halved until the value
 * falls enough. Near the end values differ by less than they are rounded to; there a step is good when
 * the slope along it has shrunk, which can still be seen. It ends when the gradient is next to nothing, or
 * when no step helps any more.
 */
export interface Evaluated {
  readonly value: number;
  readonly gradient: readonly number[];
}

export interface MinimiseOptions {
  /** It ends when no entry of the gradient is larger. */
  readonly tolerance: number;
  readonly stepsMax: number;
}

export interface Minimum extends Evaluated {
  readonly point: readonly number[];
  readonly stepCount: number;
  /** Whether the gradient came within the tolerance. */
  readonly hasConverged: boolean;
}

const MEMORY = 12;
/** A step must bring this share of what its slope promised. */
const SHARE = 1e-4;
/** Values this near to each other, as a share, count as equal. */
const ROUNDING = 1e-12;
const HALVINGS_MAX = 25;
/** No number changes by more than this in the first step, of which nothing is known yet. */
const FIRST_REACH = 1;

interface Step {
  readonly move: readonly number[];
  readonly change: readonly number[];
}

/** Returns where it ends; `evaluate` may return an infinite value where the function has none. */
export function minimise(
  evaluate: (point: readonly number[]) => Evaluated,
  start: readonly number[],
  options: MinimiseOptions,
): Minimum {
  let point = start;
  let here = evaluate(start);
  const memory: Step[] = [];
  for (let stepCount = 0; stepCount < options.stepsMax; stepCount++) {
    if (largest(here.gradient) <= options.tolerance) return ended(point, here, stepCount, true);
    const next = lineSearch(evaluate, { point, here, direction: downhill(memory, here.gradient) });
    if (next === null) return ended(point, here, stepCount, false);
    remember(memory, {
      move: minus(next.point, point),
      change: minus(next.gradient, here.gradient),
    });
    point = next.point;
    here = next;
  }
  return ended(point, here, options.stepsMax, largest(here.gradient) <= options.tolerance);
}

function ended(
  point: readonly number[],
  { value, gradient }: Evaluated,
  stepCount: number,
  hasConverged: boolean,
): Minimum {
  return { point, value, gradient, stepCount, hasConverged };
}

interface Search {
  readonly point: readonly number[];
  readonly here: Evaluated;
  readonly direction: readonly number[];
}

function lineSearch(
  evaluate: (point: readonly number[]) => Evaluated,
  { point, here, direction }: Search,
): (Evaluated & { readonly point: readonly number[] }) | null {
  const slope = dot(here.gradient, direction);
  if (!(slope < 0)) return null;
  for (let halving = 0, size = 1; halving < HALVINGS_MAX; halving++, size /= 2) {
    const there = point.map((value, i) => value + size * direction[i]!);
    const evaluated = evaluate(there);
    const promised = here.value + SHARE * size * slope;
    const isLevel = evaluated.value <= here.value + ROUNDING * Math.abs(here.value);
    const isFlatter = Math.abs(dot(evaluated.gradient, direction)) < 0.9 * -slope;
    if (evaluated.value <= promised || (isLevel && isFlatter))
      return { ...evaluated, point: there };
  }
  return null;
}

/** −H·gradient by the two loops of L-BFGS. */
function downhill(memory: readonly Step[], gradient: readonly number[]): number[] {
  const direction = gradient.map((value) => -value);
  const shares: number[] = [];
  for (const { move, change } of memory.toReversed()) {
    const share = dot(move, direction) / dot(move, change);
    shares.unshift(share);
    addTo(direction, change, -share);
  }
  const last = memory.at(-1);
  const scale =
    last === undefined
      ? FIRST_REACH / Math.max(FIRST_REACH, largest(gradient))
      : dot(last.move, last.change) / dot(last.change, last.change);
  direction.forEach((value, i) => {
    direction[i] = scale * value;
  });
  memory.forEach(({ move, change }, k) => {
    addTo(direction, move, shares[k]! - dot(change, direction) / dot(move, change));
  });
  return direction;
}

/** Keeps a step if it shows a bowl; another would turn H over. */
function remember(memory: Step[], step: Step): void {
  const curvature = dot(step.move, step.change);
  if (!(curvature > 1e-12 * dot(step.change, step.change))) return;
  memory.push(step);
  if (memory.length > MEMORY) memory.shift();
}

function addTo(vector: number[], other: readonly number[], factor: number): void {
  for (let i = 0; i < vector.length; i++) vector[i]! += factor * other[i]!;
}

function minus(first: readonly number[], second: readonly number[]): number[] {
  return first.map((value, i) => value - second[i]!);
}

function dot(first: readonly number[], second: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < first.length; i++) sum += first[i]! * second[i]!;
  return sum;
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
}
