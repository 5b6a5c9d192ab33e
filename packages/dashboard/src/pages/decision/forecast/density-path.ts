/**
 * The outline of how likely each value is, as the path of an area.
 *
 * Each quantile is smeared a little (a normal bump, width by Silverman's rule), so that forecasts of
 * every kind get a smooth shape.
 */
import { type Coordinate, quantileAt } from './coordinate.ts';

export interface DensityBox {
  readonly width: number;
  readonly height: number;
  /** Values at the left and at the right edge. */
  readonly low: number;
  readonly high: number;
}

const STEPS = 72;

export function densityPath(coordinate: Coordinate, box: DensityBox): string {
  const bandwidth = bandwidthOf(coordinate, box);
  const places = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS);
  const heights = places.map((place) =>
    densityAt(coordinate, box.low + place * (box.high - box.low), bandwidth),
  );
  const highest = Math.max(...heights);
  const outline = places.map((place, i) => {
    const y = box.height * (1 - (0.94 * heights[i]!) / (highest || 1));
    return `${(place * box.width).toFixed(1)} ${y.toFixed(2)}`;
  });
  return `M0 ${box.height}L${outline.join('L')}L${box.width} ${box.height}Z`;
}

/** Never narrower than the steps of the drawing, or a peak could fall between two of them. */
function bandwidthOf(coordinate: Coordinate, { low, high }: DensityBox): number {
  const spread = (quantileAt(coordinate, 0.75) - quantileAt(coordinate, 0.25)) / 1.349;
  const silverman = 0.9 * spread * coordinate.quantiles.length ** -0.2;
  return Math.max(silverman, (1.2 * (high - low)) / STEPS);
}

function densityAt({ quantiles }: Coordinate, value: number, bandwidth: number): number {
  return quantiles.reduce(
    (sum, quantile) => sum + Math.exp(-0.5 * ((value - quantile) / bandwidth) ** 2),
    0,
  );
}
