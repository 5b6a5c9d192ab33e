/**
 * The hybrid that stands for the farmer's usual choice where none is named: as in the paper, the one that is
 * 16th best in the usual weather of the field.
 */

import { indexAtRank } from '../../environments/ranking.ts';
import { MaizeFeatures } from '../world/maize-features.ts';
import type { MaizeModel } from '../world/maize-model.ts';
import { MAIZE_DEFAULTS } from '../world/maize-world.ts';
import { siteOf } from './season.ts';

/** Returns its name. */
export function usualHybrid(model: MaizeModel, field: string): string {
  const site = siteOf(model, field);
  const features = new MaizeFeatures(model, 'hadamard');
  features.moveTo(model.fields.indexOf(field), site.temperatureC, site.radiation);
  const rewards = new Float64Array(features.actionCount);
  features.writeRewards(rewards);
  return model.hybrids[indexAtRank(rewards, MAIZE_DEFAULTS.baselineRank)]!;
}
