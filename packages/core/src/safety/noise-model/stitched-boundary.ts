/**
 * The boundary for sub-gamma noise: polynomial stitching (Howard, Ramdas, McAuliffe, Sekhon 2021).
 *
 * Time, measured in accumulated variance, is cut into epochs that grow by the factor η; each epoch
 * has its own straight-line boundary, and the failure probability is shared out over the epochs as
 * k⁻ˢ. The envelope of all lines has the closed form
 *
 *     v        = max(accumulatedVariance, varianceMin)
 *     demand   = s · ln ln(η v / varianceMin) + ln( ζ(s) / (ln η)ˢ ) + ln(1/δ)
 *     boundary = √( k₁² v · demand + k₂² b² · demand² ) + k₂ b · demand
 *     k₁ = (η^¼ + η^−¼) / √2        k₂ = (√η + 1) / 2
 *
 * with b the `tail`. For b = 0 it is a law of the iterated logarithm with a constant. Below
 * `varianceMin` the boundary is flat: choose it near the variance of the first few rounds.
 */
import { requireBetween, requireNotNegative } from '../../base/require.ts';
import { riemannZeta } from './riemann-zeta.ts';
import type { TimeUniformBoundary } from './time-uniform-boundary.ts';

export interface StitchedBoundaryOptions {
  /** δ: probability that the boundary is ever crossed, over the whole run. */
  readonly failureProbability: number;
  /** Accumulated variance below which the boundary stays flat, greater than 0. */
  readonly varianceMin: number;
  /** b: sub-gamma tail of every round, in reward units; 0 for sub-Gaussian noise. */
  readonly tail: number;
  /** s: how fast the shares of the epochs fall, greater than 1; 1.4 unless given. */
  readonly epochDecay?: number;
  /** η: growth of the epochs, greater than 1; 2 unless given. */
  readonly epochGrowth?: number;
}

/** Returns the stitched boundary. It bounds one side of the noise. */
export function stitchedBoundary(options: StitchedBoundaryOptions): TimeUniformBoundary {
  const { failureProbability, varianceMin, tail, epochDecay = 1.4, epochGrowth = 2 } = options;
  requireBetween('failureProbability', failureProbability, 0, 1);
  requireBetween('varianceMin', varianceMin, 0, Number.POSITIVE_INFINITY);
  requireNotNegative('tail', tail);
  requireBetween('epochDecay', epochDecay, 1, Number.POSITIVE_INFINITY);
  requireBetween('epochGrowth', epochGrowth, 1, Number.POSITIVE_INFINITY);
  const rootFactor = (epochGrowth ** 0.25 + epochGrowth ** -0.25) / Math.SQRT2;
  const tailFactor = ((Math.sqrt(epochGrowth) + 1) / 2) * tail;
  const fixedDemand =
    Math.log(riemannZeta(epochDecay) / Math.log(epochGrowth) ** epochDecay) +
    Math.log(1 / failureProbability);
  return (accumulatedVariance) => {
    requireNotNegative('accumulatedVariance', accumulatedVariance);
    const variance = Math.max(accumulatedVariance, varianceMin);
    const epochs = Math.log((epochGrowth * variance) / varianceMin);
    const demand = epochDecay * Math.log(epochs) + fixedDemand;
    const fromTail = tailFactor * demand;
    return Math.sqrt(rootFactor ** 2 * variance * demand + fromTail ** 2) + fromTail;
  };
}
