/**
 * The little arithmetic of complex numbers that characteristic functions need.
 */
import type { ComplexNumber } from '../context-distribution.ts';

/** Returns length · exp(i · angle). */
export function fromAngle(angle: number, length = 1): ComplexNumber {
  return { real: length * Math.cos(angle), imaginary: length * Math.sin(angle) };
}

export function multiply(a: ComplexNumber, b: ComplexNumber): ComplexNumber {
  return {
    real: a.real * b.real - a.imaginary * b.imaginary,
    imaginary: a.real * b.imaginary + a.imaginary * b.real,
  };
}

/** Returns Σ weightₖ · valueₖ. */
export function weightedSum(
  weights: ArrayLike<number>,
  valueAt: (index: number) => ComplexNumber,
): ComplexNumber {
  let real = 0;
  let imaginary = 0;
  for (let k = 0; k < weights.length; k++) {
    const value = valueAt(k);
    real += weights[k]! * value.real;
    imaginary += weights[k]! * value.imaginary;
  }
  return { real, imaginary };
}
