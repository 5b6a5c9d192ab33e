/**
 * A prior with more features at its end, each as much known as is said and independent of all others.
 */
import type { PriorDefinition } from '@hedgerow/core';

export interface AddedFeature {
  /** Counted in rewards, as all of the prior's precision. */
  readonly precision: number;
  readonly seasonVariance: number;
}

/** Returns the prior; its precision must be an upper triangle, row by row. */
export function widenedPrior(
  prior: PriorDefinition,
  added: readonly AddedFeature[],
): PriorDefinition {
  const size = prior.weights.length;
  const zeros = added.map(() => 0);
  const precision: number[] = [];
  let from = 0;
  for (let row = 0; row < size; row++) {
    const length = size - row;
    for (let i = 0; i < length; i++) precision.push(prior.precision[from + i]!);
    precision.push(...zeros);
    from += length;
  }
  added.forEach((feature, row) => {
    precision.push(feature.precision, ...zeros.slice(row + 1));
  });
  const strays = added.map(({ seasonVariance }) => seasonVariance);
  return {
    ...prior,
    weights: [...prior.weights, ...zeros],
    precision,
    ...(prior.seasonVariance && { seasonVariance: [...prior.seasonVariance, ...strays] }),
  };
}

/** What a prior says of one of its features by itself. */
export function featureOf(prior: PriorDefinition, index: number): AddedFeature {
  const size = prior.weights.length;
  const diagonal = index * size - (index * (index - 1)) / 2;
  return {
    precision: prior.precision[diagonal]!,
    seasonVariance: prior.seasonVariance?.[index] ?? 0,
  };
}
