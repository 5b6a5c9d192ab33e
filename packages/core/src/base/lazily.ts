/**
 * Computes a value when it is first asked for, and keeps it.
 *
 * A forecast is made anew every round, and most rounds ask it for its mean only: its covariance
 * and its list of points should cost nothing until someone wants them.
 */
export function lazily<Value>(compute: () => Value): () => Value {
  let kept: { readonly value: Value } | undefined;
  return () => {
    kept ??= { value: compute() };
    return kept.value;
  };
}
