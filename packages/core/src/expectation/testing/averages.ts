/**
 * Weighted averages for tests.
 */
export interface Averages {
  readonly average: number;
  readonly variance: number;
}

export function averagesOf(
  weights: readonly number[],
  valueAt: (index: number) => number,
): Averages {
  const values = weights.map((_, k) => valueAt(k));
  const average = values.reduce((sum, value, k) => sum + weights[k]! * value, 0);
  const variance = values.reduce((sum, value, k) => sum + weights[k]! * (value - average) ** 2, 0);
  return { average, variance };
}
