/**
 * The policy of a farm: which hybrid on which of one's own fields, starting from a yield model.
 *
 *   actions    the hybrids that can be bought, with their parents as attributes
 *   context    the model's weather and soil; the region; the field, one's own
 *   features   those of the model (design.ts), as products of an attribute and a coordinate
 *   prior      θ0, and σ² · Λ0, because a policy counts precision in measured rewards
 *   promise    about what is earned in the weather that came, on fields that are divided in strips
 *
 * Of the model's fields, hybrids, parents and regions those that are not used here are averaged over; what
 * the model has never seen has mean 0 and the variance of its kind. A field that the model knows by name
 * stays what it is. Fields come last, in context and features: a farm that gets one more only adds at the
 * end.
 */
import {
  type FeatureTerm,
  HedgerowError,
  type PolicyDefinition,
  type SplitDefinition,
  type VariableDefinition,
} from '@hedgerow/core';
import { type Feature, featuresOf, type Levels, seasonVariance } from '../model/design.ts';
import type { Covariate, MixedModel, ModelHybrid } from '../model/mixed-model.ts';
import { beliefsOver } from '../model/model-features.ts';
import { type HybridName, hybridOf } from '../model/situation.ts';
import { FARM_WORDS } from './farm-words.ts';
import { ELSEWHERE, usualNumber, usualRegion } from './usual-places.ts';

export interface FarmField {
  readonly name: string;
  /** A region of the model, a new one, or none: it then lies elsewhere. */
  readonly region?: string | null;
  readonly hectares?: number;
}

export interface FarmOptions {
  readonly fields: readonly FarmField[];
  /** What can be bought; all hybrids of the model if left out. */
  readonly hybrids?: readonly HybridName[];
  /** What is grown today. */
  readonly usual: string;
  /** α: the share of the usual hybrid's yield that may be lost. Default 0.1. */
  readonly allowedShortfall?: number;
  /** δ: probability with which the promise may fail. Default 0.01. */
  readonly failureProbability?: number;
  /** Between which the yields of fields lie; the model's range if left out. */
  readonly range?: { readonly min: number; readonly max: number };
  /** Between which the usual hybrid's yield lies in every field and season, if that can be vouched for. */
  readonly usualYield?: { readonly min: number; readonly max: number };
  /** What is known of strips, if it can be vouched for: drop, plotNoise and the like. */
  readonly split?: SplitDefinition;
  /** Variance of one measured strip around what its hybrid yields there; that of a plot if left out. */
  readonly noiseVariance?: number;
}

export const DEFAULT_SHORTFALL = 0.1;
export const DEFAULT_FAILURE = 0.01;
/** Typical size of fields that nobody measured. */
const DEFAULT_HECTARES = 10;
/** Weather is refused as a wrong unit so many scaled units outside of what was seen. */
const ROOM = 10;

/** Returns the definition; plain data, that the library, the service and a page run alike. */
export function farmDefinition(model: MixedModel, options: FarmOptions): PolicyDefinition {
  const levels = farmLevels(model, options);
  const range = options.range ?? model.range;
  return {
    actions: levels.hybrids.map(({ name }) => name),
    baseline: {
      action: options.usual,
      ...(options.usualYield === undefined ? {} : { reward: options.usualYield }),
    },
    context: contextOf(model, levels),
    features: featureMapOf(levels),
    reward: { ...range, unit: model.unit },
    allowedShortfall: options.allowedShortfall ?? DEFAULT_SHORTFALL,
    failureProbability: options.failureProbability ?? DEFAULT_FAILURE,
    promise: 'realised',
    split: options.split ?? {},
    size: { typical: typicalSize(options.fields), unit: 'ha' },
    prior: priorOf(model, levels, options.noiseVariance ?? model.variances.plot),
    words: FARM_WORDS,
  };
}

/** The levels that a farm has use for. */
function farmLevels(model: MixedModel, { fields, hybrids, usual }: FarmOptions): Levels {
  const chosen = (hybrids ?? model.hybrids).map((hybrid) => hybridOf(model, hybrid));
  requireFarm(fields, chosen, usual);
  const regions = fields.flatMap(({ name, region }) => region ?? knownRegion(model, name) ?? []);
  return {
    hybrids: chosen,
    parents: distinct(chosen.flatMap(({ parents }) => parents)),
    fields: fields.map(({ name }) => ({ name })),
    regions: model.regions.length === 0 ? [] : distinct([...regions, ELSEWHERE]),
    covariates: model.covariates,
  };
}

function knownRegion({ fields }: MixedModel, field: string): string | null {
  return fields.find(({ name }) => name === field)?.region ?? null;
}

function requireFarm(
  fields: readonly FarmField[],
  hybrids: readonly ModelHybrid[],
  usual: string,
): void {
  const names = hybrids.map(({ name }) => name);
  if (fields.length === 0) throw unfit('fields must hold at least one field', 'empty');
  for (const [what, list] of [
    ['fields', fields.map(({ name }) => name)],
    ['hybrids', names],
  ] as const) {
    const twice = list.find((name, i) => list.indexOf(name) !== i);
    if (twice !== undefined) throw unfit(`${what} must have different names`, `${twice} twice`);
  }
  if (names.includes(usual)) return;
  throw unfit(`usual must be one of the hybrids (${names.join(', ')})`, JSON.stringify(usual));
}

function unfit(rule: string, received: string): HedgerowError {
  return new HedgerowError({ code: 'HR_INPUT_KIND', rule, received });
}

/** Weather and soil in their units, then the region, then the field. */
function contextOf(
  model: MixedModel,
  { covariates, regions, fields }: Levels,
): PolicyDefinition['context'] {
  return {
    ...Object.fromEntries(
      covariates.map((covariate) => [
        covariate.name,
        { ...variableOf(covariate), usual: usualNumber(model, covariate) },
      ]),
    ),
    ...(regions.length === 0
      ? {}
      : { region: { categories: regions, usual: usualRegion(model, regions) } }),
    field: { categories: fields.map(({ name }) => name) },
  };
}

function variableOf({ seen, scale, unit }: Covariate): VariableDefinition {
  const least = seen.min - ROOM * scale;
  // Amounts are never below 0, but degrees may be.
  const isAmount = seen.min >= 0 && !unit.startsWith('°');
  return {
    min: isAmount ? Math.max(0, least) : least,
    max: seen.max + ROOM * scale,
    seen: { ...seen, step: scale },
  };
}

/** The features of the model in the order of a farm: fields last. */
function farmFeatures(levels: Levels): Feature[] {
  const features = featuresOf(levels);
  return [
    ...features.filter(({ block }) => block !== 'field'),
    ...features.filter(({ block }) => block === 'field'),
  ];
}

function featureMapOf(levels: Levels): NonNullable<PolicyDefinition['features']> {
  const { hybrids, parents, covariates, regions, fields } = levels;
  const categoryCount = regions.length + fields.length;
  return {
    kind: 'standardised',
    centre: [...covariates.map(({ centre }) => centre), ...zeros(categoryCount)],
    scale: [...covariates.map(({ scale }) => scale), ...zeros(categoryCount).map(() => 1)],
    map: {
      kind: 'terms',
      actionVectors: hybrids.map((hybrid, i) => [
        ...hybrids.map((_, j) => (i === j ? 1 : 0)),
        ...parents.map((parent) => hybrid.parents.filter((one) => one === parent).length),
      ]),
      contextDimension: covariates.length + categoryCount,
      terms: farmFeatures(levels).map((feature) => termOf(levels, feature)),
    },
  };
}

/** Which attribute of a hybrid and which coordinate of the context make a feature. */
function termOf(levels: Levels, { block, level, covariate }: Feature): FeatureTerm {
  const { hybrids, parents, covariates, regions, fields } = levels;
  const weather = (name: string | null) => covariates.findIndex((one) => one.name === name);
  const parent = hybrids.length + parents.indexOf(level);
  switch (block) {
    case 'intercept':
      return [null, null];
    case 'weather':
      return [null, weather(level)];
    case 'hybrid':
      return [hybrids.findIndex(({ name }) => name === level), null];
    case 'parent':
      return [parent, null];
    case 'parentWeather':
      return [parent, weather(covariate)];
    case 'region':
      return [null, covariates.length + regions.indexOf(level)];
    case 'field':
      return [
        null,
        covariates.length + regions.length + fields.findIndex(({ name }) => name === level),
      ];
  }
}

function priorOf(
  model: MixedModel,
  levels: Levels,
  noiseVariance: number,
): NonNullable<PolicyDefinition['prior']> {
  const { features, weights, precisionUpper } = beliefsOver(model, farmFeatures(levels));
  return {
    weights,
    precision: precisionUpper.map((value) => noiseVariance * value),
    noiseVariance,
    seasonVariance: features.map((feature) => seasonVariance(feature, model.variances)),
    guard: model.guard,
  };
}

/** The middle one of the fields' sizes. */
function typicalSize(fields: readonly FarmField[]): number {
  const sizes = fields.flatMap(({ hectares }) => hectares ?? []).sort((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? DEFAULT_HECTARES;
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}

function zeros(count: number): number[] {
  return new Array<number>(count).fill(0);
}
