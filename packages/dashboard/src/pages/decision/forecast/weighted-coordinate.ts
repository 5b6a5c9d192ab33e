/**
 * A coordinate made of values with weights.
 */
import { type Coordinate, coordinateOf } from './coordinate.ts';

export interface WeightedValue {
  readonly value: number;
  readonly weight: number;
}

export function weightedCoordinate(values: readonly WeightedValue[]): Coordinate {
  const sorted = values.toSorted((one, other) => one.value - other.value);
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  const mean = sorted.reduce((sum, { value, weight }) => sum + value * weight, 0) / total;
  const reached: number[] = [];
  let sum = 0;
  for (const { weight } of sorted) {
    sum += weight;
    reached.push(sum / total);
  }
  return coordinateOf(mean, (level) => {
    const place = reached.findIndex((share) => share >= level);
    return sorted[place === -1 ? sorted.length - 1 : place]!.value;
  });
}
