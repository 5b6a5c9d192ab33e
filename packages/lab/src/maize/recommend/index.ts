/**
 * Recommendations for maize: a field and a forecast in, a ranked list and a safe choice out.
 */
export {
  type Harvest,
  type HarvestCorrections,
  harvestCorrections,
} from './harvest-corrections.ts';
export { type HeldOutError, heldOutError, STRICT_HELD_OUT_ERROR } from './held-out-error.ts';
export {
  highestYield,
  MAIZE_POLICY_DEFAULTS,
  type MaizePolicyOptions,
  maizePolicyDefinition,
} from './maize-policy.ts';
export { parseEnsemble } from './parse-ensemble.ts';
export { parseForecast } from './parse-forecast.ts';
export {
  type HarvestAnswer,
  type HarvestReport,
  observeHarvest,
  type Recommendation,
  type RecommendRequest,
  recommend,
} from './recommend.ts';
export { recommendationFigure } from './recommendation-figure.ts';
export { harvestText, recommendationText } from './recommendation-text.ts';
export { contextOf, type Season, type Soil, seasonOf, siteOf } from './season.ts';
export { usualHybrid } from './usual-hybrid.ts';
export { requirePictureName, writePicture } from './write-picture.ts';
export { type HybridOutlook, INTERVAL_SHARE, modelYields, yieldOutlook } from './yield-outlook.ts';
