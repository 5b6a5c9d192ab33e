/**
 * One place of a list of probabilities, drawn.
 */
import type { RandomSource } from '@hedgerow/core/research';
import { bestOf } from './rival-ridge.ts';

/** Returns the index that was drawn; the likeliest where rounding leaves a rest. */
export function drawPlace(probabilities: Float64Array, random: RandomSource): number {
  let rest = random();
  for (let place = 0; place < probabilities.length; place++) {
    rest -= probabilities[place]!;
    if (rest < 0) return place;
  }
  return bestOf(probabilities.length, (place) => probabilities[place]!);
}
