/**
 * Contexts to average over: all points of a forecast if they can be listed, otherwise draws.
 *
 * Draws are written into memory held here, anew at each call of `renew`.
 */
import type { RandomSource } from '../../base/random-source.ts';
import type { ContextDistribution } from '../../context/context-distribution.ts';
import { hasSpread } from '../../context/has-spread.ts';

export interface WeightedContexts {
  readonly contexts: readonly Float64Array[];
  /** Probabilities, summing to 1. */
  readonly weights: ArrayLike<number>;
  readonly isSampled: boolean;
}

export interface ContextPoints {
  /** Returns the points of a forecast, drawn anew if they cannot be listed. */
  renew(distribution: ContextDistribution): WeightedContexts;
  /** Returns what `renew` last gave for this forecast, or renews. */
  latest(distribution: ContextDistribution): WeightedContexts;
}

export interface ContextPointsInput {
  readonly contextDimension: number;
  readonly sampleCount: number;
  readonly random: RandomSource;
}

export function contextPoints(input: ContextPointsInput): ContextPoints {
  const { contextDimension, sampleCount, random } = input;
  const draws: WeightedContexts = {
    contexts: Array.from({ length: sampleCount }, () => new Float64Array(contextDimension)),
    weights: new Float64Array(sampleCount).fill(1 / sampleCount),
    isSampled: true,
  };
  let latest: { readonly of: ContextDistribution; readonly points: WeightedContexts } | undefined;
  const renew = (distribution: ContextDistribution): WeightedContexts => {
    const listed = listPoints(distribution);
    if (listed === null) for (const draw of draws.contexts) distribution.sample(random, draw);
    latest = { of: distribution, points: listed ?? draws };
    return latest.points;
  };
  return {
    renew,
    latest: (distribution) => (latest?.of === distribution ? latest.points : renew(distribution)),
  };
}

/** A forecast without spread is its mean, whatever it was made of. */
function listPoints(distribution: ContextDistribution): WeightedContexts | null {
  if (!hasSpread(distribution)) {
    return { contexts: [distribution.mean], weights: [1], isSampled: false };
  }
  const { atoms } = distribution;
  if (atoms === null) return null;
  return {
    contexts: atoms.map(({ point }) => point),
    weights: atoms.map(({ probability }) => probability),
    isSampled: false,
  };
}
