/**
 * A random number, described by all that a context distribution is ever asked for.
 *
 * Moments are central. For a normal variable with standard deviation sd they are
 * sd², 0, 3·sd⁴; for a uniform one on mean ± h they are h²/3, 0, h⁴/5.
 */
import { type RandomSource, standardNormal } from '../../base/random-source.ts';
import type { ComplexNumber } from '../context-distribution.ts';
import { fromAngle } from './complex.ts';

export interface Variable {
  readonly mean: number;
  readonly variance: number;
  /** E[(value − mean)³]. */
  readonly third: number;
  /** E[(value − mean)⁴]. */
  readonly fourth: number;
  /** E[exp(i · frequency · value)]. */
  characteristic(frequency: number): ComplexNumber;
  draw(random: RandomSource): number;
}

/** Takes the variance, not the standard deviation: whoever is given one keeps its exact bits. */
export function normalVariable(mean: number, variance: number): Variable {
  const sd = Math.sqrt(variance);
  return {
    mean,
    variance,
    third: 0,
    fourth: 3 * variance * variance,
    characteristic: (frequency) =>
      fromAngle(frequency * mean, Math.exp(-0.5 * frequency * frequency * variance)),
    draw: (random) => mean + sd * standardNormal(random),
  };
}

export function uniformVariable(min: number, max: number): Variable {
  const halfWidth = max / 2 - min / 2;
  const mean = min === max ? min : min / 2 + max / 2;
  const squaredHalfWidth = halfWidth * halfWidth;
  return {
    mean,
    variance: squaredHalfWidth / 3,
    third: 0,
    fourth: (squaredHalfWidth * squaredHalfWidth) / 5,
    characteristic: (frequency) => fromAngle(frequency * mean, sineRatio(frequency * halfWidth)),
    // Rounding may overshoot a limit by one step; a draw never does.
    draw: (random) => Math.min(Math.max(mean + halfWidth * (2 * random() - 1), min), max),
  };
}

/** Returns sin(x)/x. */
function sineRatio(x: number): number {
  return x === 0 ? 1 : Math.sin(x) / x;
}
