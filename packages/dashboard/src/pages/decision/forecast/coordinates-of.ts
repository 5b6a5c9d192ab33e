/**
 * The coordinates of a described forecast, one after the other.
 */
import type { ContextDescription } from '@hedgerow/client';
import { type Coordinate, coordinateOf } from './coordinate.ts';
import { normalQuantile } from './normal-quantile.ts';
import { quantilesCoordinate } from './quantiles-coordinate.ts';
import { type WeightedValue, weightedCoordinate } from './weighted-coordinate.ts';

/** Returns what is known of each coordinate; dependence between them is left out. */
export function coordinatesOf(description: ContextDescription): Coordinate[] {
  switch (description.kind) {
    case 'exact':
      return listOf(description.value).map(point);
    case 'normal':
      return [normal(description.mean, description.sd)];
    case 'multivariate-normal':
      return description.mean.map((mean, i) =>
        normal(
          mean,
          Math.sqrt(description.variances?.[i] ?? description.covariance?.[i]?.[i] ?? 0),
        ),
      );
    case 'uniform':
      return [uniform(description.min, description.max)];
    case 'uniform-box':
      return description.min.map((min, i) => uniform(min, description.max[i]!));
    case 'ensemble':
      return ensemble(description.points, description.weights);
    case 'quantiles':
      return [quantilesCoordinate(description)];
    case 'categories':
      return Object.values(description.probabilities).map(indicator);
    case 'mixture':
      return mixture(description.components);
    case 'independent':
      return description.blocks.flatMap(coordinatesOf);
    case 'standardised':
      return coordinatesOf(description.distribution).map((coordinate, i) =>
        moved(coordinate, description.centre[i]!, description.scale[i]!),
      );
  }
}

function listOf(value: number | readonly number[]): readonly number[] {
  return typeof value === 'number' ? [value] : value;
}

function point(value: number): Coordinate {
  return coordinateOf(value, () => value);
}

function normal(mean: number, sd: number): Coordinate {
  return coordinateOf(mean, (level) => mean + sd * normalQuantile(level));
}

function uniform(min: number, max: number): Coordinate {
  return coordinateOf((min + max) / 2, (level) => min + (max - min) * level);
}

/** 1 with this probability, else 0: whether a category is the case. */
function indicator(probability: number): Coordinate {
  return coordinateOf(probability, (level) => (level < 1 - probability ? 0 : 1));
}

function ensemble(
  points: readonly number[] | readonly (readonly number[])[],
  weights: readonly number[] | undefined,
): Coordinate[] {
  const rows = points.map(listOf);
  const width = rows[0]?.length ?? 0;
  return Array.from({ length: width }, (_, column) =>
    weightedCoordinate(
      rows.map((row, i): WeightedValue => ({ value: row[column]!, weight: weights?.[i] ?? 1 })),
    ),
  );
}

function mixture(
  components: readonly { readonly weight: number; readonly distribution: ContextDescription }[],
): Coordinate[] {
  const parts = components.map(({ weight, distribution }) => ({
    weight,
    coordinates: coordinatesOf(distribution),
  }));
  const width = parts[0]?.coordinates.length ?? 0;
  return Array.from({ length: width }, (_, column) =>
    weightedCoordinate(
      parts.flatMap(({ weight, coordinates }) =>
        coordinates[column]!.quantiles.map((value): WeightedValue => ({ value, weight })),
      ),
    ),
  );
}

function moved({ mean, quantiles }: Coordinate, centre: number, scale: number): Coordinate {
  const move = (value: number) => (value - centre) / scale;
  return { mean: move(mean), quantiles: quantiles.map(move) };
}
