/**
 * The part of recommendations that needs neither Node nor files, so that it also runs in a browser: the
 * ranking of hybrids for a field and a forecast. Deciding is left to a policy, here or in a service.
 */

export { MaizeFeatures, type MaizeMap, type Weather } from '../world/maize-features.ts';
export type { MaizeFitErrors, MaizeModel, MaizeSite } from '../world/maize-model.ts';
export type { HarvestCorrections } from './harvest-corrections.ts';
export { harvestCorrections } from './harvest-corrections.ts';
export { type HeldOutError, heldOutError } from './held-out-error.ts';
export {
  highestYield,
  MAIZE_POLICY_DEFAULTS,
  type MaizePolicyOptions,
  maizePolicyDefinition,
} from './maize-policy.ts';
export { type Season, type Soil, seasonOf, seasonWarnings, siteOf } from './season.ts';
export { usualHybrid } from './usual-hybrid.ts';
export {
  type HybridOutlook,
  type OutlookInput,
  yieldOutlook,
} from './yield-outlook.ts';
