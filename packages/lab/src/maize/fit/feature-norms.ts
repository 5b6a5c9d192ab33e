/**
 * How long features and true weights are, for the three feature maps of the maize world.
 *
 *     weightNormBound A = ‖true weights‖
 *     featureNormBound D = max ‖features‖ over fields, hybrids, and the nine points
 *                          centre + {−1, 0, 1} · 3√2 · sd in temperature and radiation
 */
import type { CanonicalModel } from './canonical-form.ts';
import { RADIATION_INDEX, TEMPERATURE_INDEX } from './fit-rows.ts';
import type { SiteSummary } from './site-summaries.ts';

export const FEATURE_NORM_RULE =
  'max |phi| over fields, hybrids and the 9 points centre + {-1,0,1} * 3*sqrt(2)*sd in temperature and radiation';

const REACH = 3 * Math.SQRT2;

export interface FeatureNorms {
  readonly weightNormBound: number;
  readonly featureNormBound: number;
}

export type FeatureMapName = 'outer' | 'hadamard' | 'kronecker';

/** Returns both norms for each map. */
export function featureNorms(
  model: CanonicalModel,
  sites: readonly SiteSummary[],
): Record<FeatureMapName, FeatureNorms> {
  const contexts = sites.flatMap(ninePoints);
  const latents = contexts.map((context) => latentOf(model, context));
  const factors = factorRows(model);
  const longestFactor = Math.max(...factors.map(norm));
  const hadamard = factors.flatMap((factor) =>
    latents.map((latent) => norm(latent.map((value, a) => value * factor[a]!))),
  );
  const root = Math.sqrt(model.latentSize);
  return {
    outer: {
      weightNormBound: root,
      featureNormBound: longestFactor * Math.max(...latents.map(norm)),
    },
    hadamard: { weightNormBound: root, featureNormBound: Math.max(...hadamard) },
    kronecker: {
      weightNormBound: norm([...model.siteWeights]),
      featureNormBound: longestFactor * Math.max(...contexts.map(norm)),
    },
  };
}

function ninePoints({ scaledContext, scaledSd }: SiteSummary): number[][] {
  const steps = [-1, 0, 1];
  return steps.flatMap((warmer) =>
    steps.map((brighter) => {
      const point = [...scaledContext];
      point[TEMPERATURE_INDEX]! += warmer * REACH * scaledSd[0]!;
      point[RADIATION_INDEX]! += brighter * REACH * scaledSd[1]!;
      return point;
    }),
  );
}

/** Wᵀ context. */
export function latentOf(
  { siteWeights, latentSize }: CanonicalModel,
  context: readonly number[],
): number[] {
  return Array.from({ length: latentSize }, (_, a) =>
    context.reduce((sum, value, j) => sum + value * siteWeights[j * latentSize + a]!, 0),
  );
}

/** The rows of V, one for each hybrid. */
export function factorRows({ varietyFactors, latentSize }: CanonicalModel): number[][] {
  return Array.from({ length: varietyFactors.length / latentSize }, (_, hybrid) => [
    ...varietyFactors.subarray(hybrid * latentSize, (hybrid + 1) * latentSize),
  ]);
}

function norm(values: readonly number[]): number {
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
}
