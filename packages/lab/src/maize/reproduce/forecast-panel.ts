/**
 * How much the forecast matters, in the default world and in that of standardised contexts.
 */

import { type ForecastValue, forecastValue } from '../world/forecast-value.ts';
import type { MaizeModel } from '../world/maize-model.ts';
import { MAIZE_DEFAULTS } from '../world/maize-world.ts';
import { readMaizeModel } from '../world/read-maize-model.ts';
import { STANDARDISED_MODEL_FILE } from './maize-experiment.ts';

export interface ForecastPanel {
  /** Standard deviation of the observation noise, in reward units. */
  readonly noise: number;
  /** The world of the experiment: contexts scaled by min and max. */
  readonly minMax: ForecastValue;
  /** The same data with contexts standardised. */
  readonly standardised: ForecastValue;
  /** Mg/ha (t/ha) of one reward unit. */
  readonly tonnesPerReward: number;
}

/** Computes the panel for the default model; the other one ships with the lab. */
export function forecastPanel(model: MaizeModel): ForecastPanel {
  const { min, max } = model.yieldScaling;
  return {
    noise: MAIZE_DEFAULTS.noiseScale,
    minMax: forecastValue(model),
    standardised: forecastValue(readMaizeModel(STANDARDISED_MODEL_FILE)),
    tonnesPerReward: max - min,
  };
}
