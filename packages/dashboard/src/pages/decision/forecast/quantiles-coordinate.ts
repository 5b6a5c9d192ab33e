/**
 * A coordinate that is known by some of its quantiles.
 *
 * Between them outcomes are spread evenly; beyond the outermost ones either up to a declared limit, or
 * with an exponential tail that goes on with the density of its neighbour: the shape the core uses.
 */
import type { ContextDescription } from '@hedgerow/client';
import { type Coordinate, coordinateOf, LEVELS } from './coordinate.ts';

type QuantilesDescription = Extract<ContextDescription, { readonly kind: 'quantiles' }>;

interface Knot {
  readonly level: number;
  readonly value: number;
}

export function quantilesCoordinate(description: QuantilesDescription): Coordinate {
  const knots = knotsOf(description);
  const quantile = (level: number) => valueAt(knots, level);
  const mean = LEVELS.reduce((sum, level) => sum + quantile(level), 0) / LEVELS.length;
  return coordinateOf(mean, quantile);
}

function knotsOf(description: QuantilesDescription): Knot[] {
  const { kind: _, min, max, ...levels } = description;
  const inner = Object.entries(levels).map(([name, value]) => ({
    level: Number(name.slice(1)) / 100,
    value: Number(value),
  }));
  return [
    ...(min === undefined ? [] : [{ level: 0, value: min }]),
    ...inner.sort((one, other) => one.level - other.level),
    ...(max === undefined ? [] : [{ level: 1, value: max }]),
  ];
}

function valueAt(knots: readonly Knot[], level: number): number {
  const after = knots.findIndex((knot) => knot.level >= level);
  if (after === 0)
    return tail({ end: knots[0]!, neighbour: knots[1]!, level, share: knots[0]!.level });
  if (after === -1) {
    const end = knots.at(-1)!;
    return tail({ end, neighbour: knots.at(-2)!, level: 1 - level, share: 1 - end.level });
  }
  const one = knots[after - 1]!;
  const other = knots[after]!;
  return one.value + ((other.value - one.value) * (level - one.level)) / (other.level - one.level);
}

interface TailInput {
  readonly end: Knot;
  readonly neighbour: Knot;
  /** Probability beyond the point that is wanted. */
  readonly level: number;
  /** Probability of the whole tail. */
  readonly share: number;
}

function tail({ end, neighbour, level, share }: TailInput): number {
  if (share === 0) return end.value;
  const width = (end.value - neighbour.value) / Math.abs(end.level - neighbour.level);
  return end.value + share * width * Math.log(share / level);
}
