/**
 * What a model has learnt, as a prior for another one: estimated weights and V, its precision.
 *
 * A model may have one coordinate more than the features, always the same, for a constant. Of that only
 * what it is worth at its estimate is kept, as the offset; and the precision of the others is what is
 * left of V when nothing is said about the constant any more (its Schur complement).
 */
import type { RidgeModel } from './ridge-model.ts';

export interface Posterior {
  readonly weights: number[];
  /** Row by row. */
  readonly precision: number[];
  /** What the constant coordinate adds to every prediction; 0 without one. */
  readonly constant: number;
}

/** Returns the posterior of the first `dimension` coordinates. */
export function posteriorOf(model: RidgeModel, dimension: number, constantSize: number): Posterior {
  const gram = gramMatrix(model);
  const all = new Float64Array(model.dimension);
  model.kernel.estimateWeights(all);
  const size = model.dimension;
  const last = size - 1;
  const hasConstant = size > dimension;
  const precision = Array.from({ length: dimension * dimension }, (_, at) => {
    const [i, j] = [Math.floor(at / dimension), at % dimension];
    const entry = gram[i * size + j]!;
    if (!hasConstant) return entry;
    const shared = gram[i * size + last]! * gram[j * size + last]!;
    return entry - shared / gram[last * size + last]!;
  });
  const constant = hasConstant ? all[last]! * constantSize : 0;
  return { weights: [...all.subarray(0, dimension)], precision, constant };
}

/** V = RᵀR, from R's upper triangle, row by row. */
function gramMatrix({ kernel, dimension }: RidgeModel): Float64Array {
  const triangle = kernel.exportState();
  const gram = new Float64Array(dimension * dimension);
  let start = 0;
  for (let k = 0; k < dimension; k++) {
    for (let i = k; i < dimension; i++) {
      for (let j = k; j < dimension; j++) {
        gram[i * dimension + j]! += triangle[start + i - k]! * triangle[start + j - k]!;
      }
    }
    start += dimension - k;
  }
  return gram;
}
