/**
 * What every hybrid is expected to yield in a season, with an interval: the ranking.
 *
 *     expected = fitted model at the forecast + corrections learnt from harvests + what the farmer tells
 *     spread²  = held-out error of a plot in a new season + spread that the forecast leaves
 *
 * The model is linear in the weather, so its mean over the forecast is its value at the mean, exactly,
 * whatever the kind of forecast. Most of the error is shared by all hybrids of a season; so the chance to
 * beat another hybrid rests on the part that is not, and a farmer who expects more of the usual hybrid than
 * the model does lifts the others too, by the shared part.
 */

import { upperNormalProbability } from '@hedgerow/core/research';
import {
  type MaizeModel,
  RADIATION_COORDINATE,
  TEMPERATURE_COORDINATE,
} from '../world/maize-model.ts';
import type { HarvestCorrections } from './harvest-corrections.ts';
import type { HeldOutError } from './held-out-error.ts';
import { contextOf, type Season } from './season.ts';

/** Share of harvests that the intervals are meant to hold, and how many deviations that is. */
export const INTERVAL_SHARE = 0.8;
const INTERVAL_DEVIATIONS = 1.2815515655446004;

export interface HybridOutlook {
  /** 1 is the best. */
  readonly rank: number;
  readonly hybrid: string;
  /** t/ha, as all yields here. */
  readonly expected: number;
  readonly low: number;
  readonly high: number;
  /** The parts of `expected`: the fitted model, reported harvests, the farmer's word for the usual one. */
  readonly fromModel: number;
  readonly learnt: number;
  readonly told: number;
  /** Probability that its expected yield is above that of the usual hybrid; 0.5 for the usual one. */
  readonly chanceBetterThanUsual: number;
}

export interface OutlookInput {
  readonly model: MaizeModel;
  readonly season: Season;
  readonly usual: string;
  /** What the farmer expects of the usual hybrid, t/ha, if told. */
  readonly usualYieldTold: number | null;
  readonly corrections: HarvestCorrections;
  readonly error: HeldOutError;
}

/** Returns all hybrids, the best first. */
export function yieldOutlook(input: OutlookInput): HybridOutlook[] {
  const { model, usual, error } = input;
  const fromModel = modelYields(model, input.season);
  const usualAlone = expectedAlone(input, fromModel, model.hybrids.indexOf(usual));
  const usualExpected = input.usualYieldTold ?? usualAlone;
  const surprise = usualExpected - usualAlone;
  const deviation = Math.sqrt(2 * (error.withinSeason - error.plot)) * yieldRange(model);
  return model.hybrids
    .map((hybrid, index) => {
      const told = hybrid === usual ? surprise : sharedPart(error) * surprise;
      const expected = Math.max(0, expectedAlone(input, fromModel, index) + told);
      return outlookOf(input, { hybrid, index, expected, told, fromModel: fromModel[index]! });
    })
    .sort((first, second) => second.expected - first.expected)
    .map((outlook, place) => ({
      rank: place + 1,
      ...outlook,
      chanceBetterThanUsual: upperNormalProbability((usualExpected - outlook.expected) / deviation),
    }));
}

/** What model and harvests say of a hybrid, without the farmer's word. */
function expectedAlone(
  { model, season, corrections }: OutlookInput,
  fromModel: readonly number[],
  index: number,
): number {
  return fromModel[index]! + learntOf(corrections, season.field, model.hybrids[index]!);
}

function learntOf(corrections: HarvestCorrections, field: string, hybrid: string): number {
  return corrections.ofField(field) + corrections.ofHybrid(hybrid);
}

/** Share of the model's error for one hybrid that is to be expected for any other, too. */
function sharedPart({ newSeason, withinSeason, plot }: HeldOutError): number {
  return (newSeason - withinSeason) / (newSeason - plot);
}

/** Returns what the fitted model alone expects of every hybrid, in their order, t/ha. */
export function modelYields(model: MaizeModel, season: Season): number[] {
  const { offset, scale } = model.contextScaling;
  const context = Array.from(contextOf(model, season).mean, (value, j) =>
    j < offset.length ? (value - offset[j]!) / scale[j]! : value,
  );
  const latent = model.W[0]!.map((_, a) =>
    context.reduce((sum, value, j) => sum + value * model.W[j]![a]!, 0),
  );
  return model.V.map((factors) => toYield(model, innerProduct(factors, latent)));
}

interface Expectation {
  readonly hybrid: string;
  readonly index: number;
  readonly expected: number;
  readonly told: number;
  readonly fromModel: number;
}

function outlookOf(
  { model, season, corrections, error }: OutlookInput,
  { hybrid, index, expected, told, fromModel }: Expectation,
): Omit<HybridOutlook, 'rank' | 'chanceBetterThanUsual'> {
  const variance =
    error.newSeason * yieldRange(model) ** 2 + forecastVariance(model, season, index);
  const reach = INTERVAL_DEVIATIONS * Math.sqrt(variance);
  return {
    hybrid,
    expected,
    low: Math.max(0, expected - reach),
    high: expected + reach,
    fromModel,
    learnt: learntOf(corrections, season.field, hybrid),
    told,
  };
}

/** Variance of a hybrid's yield over the forecast, (t/ha)². */
function forecastVariance(model: MaizeModel, season: Season, index: number): number {
  const [warmth, light] = [TEMPERATURE_COORDINATE, RADIATION_COORDINATE].map(
    (j) =>
      (yieldRange(model) * innerProduct(model.V[index]!, model.W[j]!)) /
      model.contextScaling.scale[j]!,
  ) as [number, number];
  const [ofTemperature, between, , ofRadiation] = season.weather.covariance;
  return warmth ** 2 * ofTemperature! + 2 * warmth * light * between! + light ** 2 * ofRadiation!;
}

function toYield(model: MaizeModel, reward: number): number {
  return model.yieldScaling.min + yieldRange(model) * reward;
}

/** Returns what reward 1 is above reward 0, t/ha. */
export function yieldRange({ yieldScaling }: MaizeModel): number {
  return yieldScaling.max - yieldScaling.min;
}

function innerProduct(first: readonly number[], second: readonly number[]): number {
  return first.reduce((sum, value, i) => sum + value * second[i]!, 0);
}
