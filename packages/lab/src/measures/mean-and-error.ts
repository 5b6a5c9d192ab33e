/**
 * Means over runs, with the error that the number of runs leaves.
 *
 *     standardError = √( Σ (value − mean)² / (n − 1) / n )
 *
 * Two strategies that met the same worlds are compared run by run: most of the luck cancels in the
 * differences, and only what is left counts as error.
 */
export interface MeanAndError {
  readonly mean: number;
  /** Standard error of the mean; 0 for a single value. */
  readonly standardError: number;
}

/** Returns mean and standard error of at least one value. */
export function meanAndError(values: ArrayLike<number>): MeanAndError {
  const count = values.length;
  let sum = 0;
  for (let i = 0; i < count; i++) sum += values[i]!;
  const mean = sum / count;
  let squares = 0;
  for (let i = 0; i < count; i++) squares += (values[i]! - mean) ** 2;
  return { mean, standardError: count > 1 ? Math.sqrt(squares / (count - 1) / count) : 0 };
}

/** Returns mean and standard error of `values − others`, run by run. */
export function pairedDifference(
  values: ArrayLike<number>,
  others: ArrayLike<number>,
): MeanAndError {
  return meanAndError(Float64Array.from(values, (value, i) => value - others[i]!));
}

/** Returns how far `measured` is above `reference`, in standard errors of the difference. */
export function standardErrorsAbove(measured: MeanAndError, reference: MeanAndError): number {
  const error = Math.hypot(measured.standardError, reference.standardError);
  return (measured.mean - reference.mean) / error;
}
