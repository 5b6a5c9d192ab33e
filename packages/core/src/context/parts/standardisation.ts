/**
 * Moves and stretches a context, coordinate by coordinate: (context − centre) / scale.
 *
 * Subtract, then divide, everywhere in this order: known contexts and means of forecasts then give
 * the same bits.
 */
import { copyNumbers } from '../../base/number-lists.ts';
import { requireBetween, requireLength } from '../../base/require.ts';

/** How each coordinate is moved and stretched. */
export interface Standardisation {
  /** What becomes 0. */
  readonly centre: ArrayLike<number>;
  /** What becomes a step of 1; greater than 0. */
  readonly scale: ArrayLike<number>;
}

export interface CopiedStandardisation {
  readonly centre: Float64Array;
  readonly scale: Float64Array;
}

/** Returns a checked copy for contexts of the given dimension. */
export function copyStandardisation(
  given: Standardisation,
  dimension: number,
): CopiedStandardisation {
  const centre = copyNumbers('centre', given.centre);
  const scale = copyNumbers('scale', given.scale);
  requireLength('centre', centre, dimension);
  requireLength('scale', scale, dimension);
  scale.forEach((step, i) => {
    requireBetween(`scale[${i}]`, step, 0, Number.POSITIVE_INFINITY);
  });
  return { centre, scale };
}

export interface StandardiseInput extends CopiedStandardisation {
  readonly context: ArrayLike<number>;
  /** May be the context itself. */
  readonly into: Float64Array;
}

/** Writes (context − centre) / scale. */
export function standardiseInto({ context, centre, scale, into }: StandardiseInput): void {
  for (let i = 0; i < centre.length; i++) into[i] = (context[i]! - centre[i]!) / scale[i]!;
}
