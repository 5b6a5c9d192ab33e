/**
 * The policy behind a recommendation, as plain data: the same definition runs in the library, the service and a
 * page.
 *
 *   actions    the hybrids of the model
 *   context    soil, temperature, radiation, day length, field; scaled as the model was fitted
 *   features   the fitted latent factors of hybrid and context, multiplied in all pairs
 *   rewards    yield in t/ha, never below the lowest yield that is declared
 *   baseline   the farmer's usual hybrid; what it is expected to yield is told with every call
 *
 * The policy itself starts from nothing but the shape of the model: its weights are learnt from harvests, and
 * the promise rests on none of them. What the fitted coefficients say about yields enters beside
 * it, as the ranking from which the candidate comes (recommend.ts).
 */
import type { PolicyDefinition, VariableDefinition } from '@hedgerow/core';
import { type MaizeModel, NUMBER_COORDINATES } from '../world/maize-model.ts';

export interface MaizePolicyOptions {
  /** α: the share of the usual hybrid's total yield that may be lost. */
  readonly allowedShortfall: number;
  /** Yield that may be lost once, t/ha. */
  readonly reserve: number;
  /** Yield below which no harvest falls, t/ha. The higher it truly is, the sooner trials begin. */
  readonly lowestYield: number;
  /** δ: probability with which the promise may fail, over the whole life. */
  readonly failureProbability: number;
  /** Sub-Gaussian scale of yields around what the forecast leads one to expect, t/ha, if vouched for. */
  readonly deviation: number | null;
}

export const MAIZE_POLICY_DEFAULTS: MaizePolicyOptions = {
  allowedShortfall: 0.2,
  reserve: 0,
  lowestYield: 0,
  failureProbability: 0.01,
  deviation: null,
};

/** Harvests may be this much larger than the largest that the model was fitted to. */
const HEADROOM = 1.25;

/** Means that can be meant; the unit is wrong outside. */
const NUMBER_VARIABLES: Readonly<Record<string, VariableDefinition>> = {
  sand: { min: 0, max: 100 },
  silt: { min: 0, max: 100 },
  clay: { min: 0, max: 100 },
  temperature: { min: 0, max: 45 },
  radiation: { min: 0, max: 45 },
  dayLength: { min: 6, max: 24 },
};

/** Returns the highest yield that is declared, t/ha. */
export function highestYield(model: MaizeModel): number {
  return Math.ceil(HEADROOM * model.yieldScaling.max);
}

/** Returns the definition; `usual` is the baseline unless a call names another. */
export function maizePolicyDefinition(
  model: MaizeModel,
  usual: string,
  options: MaizePolicyOptions = MAIZE_POLICY_DEFAULTS,
): PolicyDefinition {
  const { allowedShortfall, reserve, lowestYield, failureProbability, deviation } = options;
  return {
    actions: model.hybrids,
    baseline: { action: usual, reward: 'per-call' },
    context: { ...NUMBER_VARIABLES, field: { categories: model.fields } },
    features: standardisedOuterMap(model),
    reward: {
      min: lowestYield,
      max: highestYield(model),
      unit: 't/ha',
      ...(deviation === null ? {} : { deviationScale: deviation }),
    },
    allowedShortfall,
    reserve,
    failureProbability,
    // No coin is flipped where the baseline's reward is told, so the seed decides nothing.
    seed: 0,
  };
}

function standardisedOuterMap(model: MaizeModel): NonNullable<PolicyDefinition['features']> {
  const { offset, scale } = model.contextScaling;
  const fieldCount = model.contextOrder.length - NUMBER_COORDINATES;
  return {
    kind: 'standardised',
    centre: [...offset, ...new Array<number>(fieldCount).fill(0)],
    scale: [...scale, ...new Array<number>(fieldCount).fill(1)],
    map: { kind: 'latent-outer', actionFactors: model.V, contextWeights: model.W },
  };
}
