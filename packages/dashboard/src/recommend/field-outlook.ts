/**
 * What the fitted model expects of every hybrid for a filled form, and what the forecast adds to the doubt.
 *
 *     yield of the usual hybrid over the forecast = expected ± 1.28 · spread
 *     spread² = (change with 1 °C · deviation)² + (change with 1 MJ/m² · deviation)²
 *
 * The promise is about what the usual hybrid would yield. In weather that is not known nobody can say
 * that to the point, so the policy is told the range that eight of ten seasons fall into; it then keeps the
 * promise at both ends. A vaguer forecast makes the range wider, and a new hybrid harder to afford.
 */
import { independent, normal } from '@hedgerow/core';
import {
  type HybridOutlook,
  harvestCorrections,
  heldOutError,
  highestYield,
  MaizeFeatures,
  type MaizeModel,
  seasonOf,
  seasonWarnings,
  yieldOutlook,
} from '@hedgerow/lab/recommend';
import type { FieldForm } from './field-form.ts';

export interface YieldRange {
  readonly min: number;
  readonly max: number;
}

export interface FieldOutlook {
  readonly form: FieldForm;
  /** All hybrids, the best first, t/ha. */
  readonly ranking: readonly HybridOutlook[];
  readonly best: HybridOutlook;
  readonly usual: HybridOutlook;
  /** What the best would yield in eight of ten harvests if the forecast were exact. */
  readonly bestIfExact: HybridOutlook;
  /** What the usual hybrid is expected to yield over the forecast. */
  readonly usualYield: YieldRange;
  /** Mean day length that the field has, hours. */
  readonly dayLength: number;
  readonly warnings: readonly string[];
}

/** Standard deviations on either side that hold eight of ten outcomes. */
const EIGHT_OF_TEN = 1.2815515655446004;

/** No yield is declared below this, t/ha: the policy takes only yields above 0. */
const LOWEST_DECLARED = 0.01;

/** Returns the outlook for a form without faults. */
export function fieldOutlook(model: MaizeModel, form: FieldForm): FieldOutlook {
  const ranking = rankingOf(model, form);
  const exact = rankingOf(model, {
    ...form,
    temperature: { ...form.temperature, deviation: 0 },
    radiation: { ...form.radiation, deviation: 0 },
  });
  const best = ranking[0]!;
  const usual = ranking.find(({ hybrid }) => hybrid === form.usual)!;
  const season = seasonFor(model, form);
  return {
    form,
    ranking,
    best,
    usual,
    bestIfExact: exact.find(({ hybrid }) => hybrid === best.hybrid)!,
    usualYield: usualYieldOf(model, form, usual),
    dayLength: season.dayLength,
    warnings: seasonWarnings(model, season),
  };
}

/** Returns how far a hybrid's yield moves with the weather that the forecast leaves open, t/ha. */
export function forecastSpread(model: MaizeModel, form: FieldForm, hybrid: string): number {
  const features = new MaizeFeatures(model, 'hadamard');
  const slopes = features.slopes(model.hybrids.indexOf(hybrid));
  const { min, max } = model.yieldScaling;
  return (
    (max - min) *
    Math.hypot(
      slopes.temperature * form.temperature.deviation,
      slopes.radiation * form.radiation.deviation,
    )
  );
}

function rankingOf(model: MaizeModel, form: FieldForm): HybridOutlook[] {
  const error = heldOutError(model);
  return yieldOutlook({
    model,
    season: seasonFor(model, form),
    usual: form.usual,
    usualYieldTold: form.usualYield,
    // The harvests that the service has heard of teach its policy, not this ranking.
    corrections: harvestCorrections([], error),
    error,
  });
}

function seasonFor(model: MaizeModel, form: FieldForm): ReturnType<typeof seasonOf> {
  const { field, sand, silt, clay, temperature, radiation } = form;
  return seasonOf(model, {
    field,
    soil: { sand, silt, clay },
    weather: independent([
      normal(temperature.mean, temperature.deviation),
      normal(radiation.mean, radiation.deviation),
    ]),
  });
}

function usualYieldOf(model: MaizeModel, form: FieldForm, usual: HybridOutlook): YieldRange {
  const reach = EIGHT_OF_TEN * forecastSpread(model, form, form.usual);
  const most = highestYield(model);
  const declared = (value: number) =>
    Math.round(1000 * Math.min(most, Math.max(LOWEST_DECLARED, value))) / 1000;
  return { min: declared(usual.expected - reach), max: declared(usual.expected + reach) };
}
