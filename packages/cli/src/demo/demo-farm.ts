/**
 * The small world of the demonstration: a farm, four maize hybrids, and the weather.
 *
 * Yields are linear in temperature and rain, differently for each hybrid, plus noise. The forecast is
 * honest: the weather that comes is drawn from the very distribution that was announced. All numbers
 * are made up for the demonstration; `hedgerow maize` works with real ones.
 */
import { type ContextDistribution, normal, type PolicyDefinition, quantiles } from '@hedgerow/core';
import { type RandomSource, standardNormal } from '@hedgerow/core/research';

export interface Forecast {
  readonly temperature: { readonly mean: number; readonly sd: number };
  readonly rain: { readonly p10: number; readonly p50: number; readonly p90: number };
}

interface Hybrid {
  /** Yield at 20 °C and 120 mm, in t/ha. */
  readonly usual: number;
  /** Change a degree above 20 °C, in t/ha. */
  readonly warmth: number;
  /** Change for each 100 mm above 120 mm, in t/ha. */
  readonly water: number;
}

const HYBRIDS: Readonly<Record<string, Hybrid>> = {
  local: { usual: 8, warmth: 0.05, water: 0.2 },
  early: { usual: 8.4, warmth: -0.25, water: 0.1 },
  sturdy: { usual: 8.8, warmth: 0.1, water: -0.6 },
  thirsty: { usual: 9.4, warmth: 0.1, water: 0.9 },
};

const LEAST_YIELD = 4;
const LARGEST_YIELD = 14;

/** What the farmer tells hedgerow. */
export const FARM: PolicyDefinition = {
  actions: Object.keys(HYBRIDS),
  baseline: { action: 'local', reward: { min: 7.5, max: 8.5 } },
  context: { temperature: { min: 12, max: 28 }, rain: { min: 0, max: 300 } },
  reward: { min: LEAST_YIELD, max: LARGEST_YIELD, unit: 't/ha' },
  allowedShortfall: 0.1,
  failureProbability: 0.01,
};

/** Announces the weather of one field. */
export function drawForecast(random: RandomSource): Forecast {
  const middle = 80 + 80 * random();
  return {
    temperature: { mean: 18 + 4 * random(), sd: 0.5 + 2 * random() },
    rain: { p10: middle - 45, p50: middle, p90: middle + 60 },
  };
}

/** The forecast as hedgerow takes it. */
export function forecastContext(forecast: Forecast): Record<string, ContextDistribution> {
  const { temperature, rain } = forecast;
  return { temperature: normal(temperature.mean, temperature.sd), rain: quantiles(rain) };
}

/** What a hybrid is expected to yield under a forecast, in t/ha. */
export function expectedYield(hybrid: string, forecast: Forecast): number {
  const context = forecastContext(forecast);
  return yieldAt(hybrid, context.temperature!.mean[0]!, context.rain!.mean[0]!);
}

/** Lets the weather come and returns the harvest of every hybrid, in t/ha. */
export function drawHarvest(forecast: Forecast, random: RandomSource): Record<string, number> {
  const context = forecastContext(forecast);
  const draw = new Float64Array(1);
  const sample = (distribution: ContextDistribution) => {
    distribution.sample(random, draw);
    return draw[0]!;
  };
  const temperature = sample(context.temperature!);
  const rain = sample(context.rain!);
  const noise = 0.3 * standardNormal(random);
  return Object.fromEntries(
    Object.keys(HYBRIDS).map((hybrid) => [
      hybrid,
      Math.min(Math.max(yieldAt(hybrid, temperature, rain) + noise, LEAST_YIELD), LARGEST_YIELD),
    ]),
  );
}

function yieldAt(hybrid: string, temperature: number, rain: number): number {
  const { usual, warmth, water } = HYBRIDS[hybrid]!;
  return usual + warmth * (temperature - 20) + (water * (rain - 120)) / 100;
}
