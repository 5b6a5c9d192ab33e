/**
 * Central moments of directionᵀc, in two ways: from the stated moments, and from the
 * characteristic function, by extrapolating its Taylor coefficients to zero.
 *
 * With f(t) = E[exp(it·directionᵀ(c − mean))]:
 *
 *     (1 − Re f)/t² → second/2        (second/2 − (1 − Re f)/t²)/t² → fourth/24
 *     −Im f/t³ → third/6
 */
import type { ContextDistribution } from '../context-distribution.ts';

export interface DirectionalMoments {
  readonly second: number;
  readonly third: number;
  readonly fourth: number;
}

export function directionalMoments(
  distribution: ContextDistribution,
  direction: Float64Array,
): DirectionalMoments {
  const { dimension, covariance } = distribution;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (let i = 0; i < dimension; i++) {
    for (let j = 0; j < dimension; j++) {
      const pair = direction[i]! * direction[j]!;
      second += pair * covariance[i * dimension + j]!;
      for (let k = 0; k < dimension; k++) {
        third += pair * direction[k]! * distribution.thirdCentralMoment(i, j, k);
        for (let l = 0; l < dimension; l++) {
          const factor = pair * direction[k]! * direction[l]!;
          fourth += factor * distribution.fourthCentralMoment(i, j, k, l);
        }
      }
    }
  }
  return { second, third, fourth };
}

const STEPS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];

/** `scale` is about the standard deviation of directionᵀc; it sets the step. */
export function momentsFromCharacteristic(
  distribution: ContextDistribution,
  direction: Float64Array,
  scale: number,
): DirectionalMoments {
  const times = STEPS.map((step) => step / scale);
  const squares = times.map((time) => time ** 2);
  const centred = times.map((time) => centredCharacteristic(distribution, direction, time));
  const curvatures = centred.map(({ real }, k) => (1 - real) / squares[k]!);
  const half = extrapolateToZero(squares, curvatures);
  const slopes = curvatures.map((curvature, k) => (half - curvature) / squares[k]!);
  const skews = centred.map(({ imaginary }, k) => -imaginary / times[k]! ** 3);
  return {
    second: 2 * half,
    third: 6 * extrapolateToZero(squares, skews),
    fourth: 24 * extrapolateToZero(squares, slopes),
  };
}

function centredCharacteristic(
  distribution: ContextDistribution,
  direction: Float64Array,
  time: number,
) {
  const frequency = direction.map((value) => time * value);
  const angle = -distribution.mean.reduce((sum, value, i) => sum + value * frequency[i]!, 0);
  const { real, imaginary } = distribution.characteristic(frequency);
  return {
    real: real * Math.cos(angle) - imaginary * Math.sin(angle),
    imaginary: real * Math.sin(angle) + imaginary * Math.cos(angle),
  };
}

/** Neville's scheme: the polynomial through the points, at zero. */
function extrapolateToZero(positions: readonly number[], values: readonly number[]): number {
  const table = [...values];
  for (let level = 1; level < table.length; level++) {
    for (let k = 0; k < table.length - level; k++) {
      const left = positions[k]!;
      const right = positions[k + level]!;
      table[k] = (right * table[k]! - left * table[k + 1]!) / (right - left);
    }
  }
  return table[0]!;
}
