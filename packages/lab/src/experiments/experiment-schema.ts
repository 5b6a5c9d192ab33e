/**
 * The format `hedgerow-experiment/1` as a schema: which fields each kind has, their ranges and their
 * defaults.
 *
 * Every kind lists its own fields, and others are refused: a radius given to a strategy that has none
 * would otherwise be believed to matter. Numbers that have a natural value in each environment (the
 * noise, the norm of the true weights) have no default here; they are taken from the environment.
 */
import { HINT_DOUBT } from '@hedgerow/core/research';
import { z } from 'zod';
import { TRAP_NAMES } from '../environments/trap-worlds.ts';
import type { EnvironmentDefinition, Experiment, StrategyDefinition } from './experiment.ts';

export const EXPERIMENT_FORMAT = 'hedgerow-experiment/1';

/** λ and δ of the reference runs; the paper gives neither. */
const RIDGE_PENALTY = 1;
const FAILURE_PROBABILITY = 0.001;

const identifier = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'it needs lower-case letters, digits and hyphens only')
  .max(64);
const share = z.number().gt(0).lt(1);
const positive = z.number().min(1e-100).max(1e100);
const notNegative = z.number().min(0).max(1e100);
const oneLine = z.string().regex(/^[^\r\n]+$/, 'it must be one line that is not empty');

const loggedNumber = z.number().min(-1e100).max(1e100);
const loggedRound = z.object({
  expectedFeatures: z.array(z.array(loggedNumber).min(1)).min(1),
  baseline: z.strictObject({ action: z.int().min(0), expectedReward: loggedNumber }),
  rewards: z.array(loggedNumber).min(1),
});

const own = {
  module: oneLine,
  sourceHash: z.string().optional(),
  options: z.record(z.string(), z.unknown()).optional(),
};

const environment = z.discriminatedUnion('kind', [
  z.strictObject({ id: identifier, kind: z.literal('own'), ...own }),
  z.strictObject({
    id: identifier,
    kind: z.literal('synthetic'),
    reading: z.enum(['centered', 'berkson', 'classical', 'classical-calibrated']),
    contextDimension: z.int().min(1).max(100).default(5),
    actionCount: z.int().min(1).max(10_000).default(20),
    baselineRank: z.int().min(1).default(10),
    noiseScale: notNegative.default(0.1),
    rewardCeiling: positive.optional(),
    paysSpread: z.boolean().optional(),
    features: z.strictObject(own).optional(),
  }),
  z.strictObject({ id: identifier, kind: z.literal('bounded') }),
  z.strictObject({ id: identifier, kind: z.literal('trap'), trap: z.enum(TRAP_NAMES) }),
  z.strictObject({ id: identifier, kind: z.literal('drift'), changesAfter: z.int().min(0) }),
  z.strictObject({
    id: identifier,
    kind: z.literal('bilinear'),
    model: z.enum(['maize-strict', 'maize-strict-standardised']).default('maize-strict'),
    file: oneLine.optional(),
    fitted: z.looseObject({ format: z.literal('hedgerow-maize-world/1') }).optional(),
    map: z.enum(['kronecker', 'latent-outer', 'hadamard']).default('latent-outer'),
    generator: z
      .enum(['centered', 'berkson', 'classical-calibrated', 'classical', 'climatology'])
      .default('classical-calibrated'),
    baselineRank: z.int().min(1).default(16),
    noiseScale: notNegative.default(0.1),
    baselineRanking: z.enum(['forecast', 'sight']).optional(),
  }),
  z.strictObject({
    id: identifier,
    kind: z.literal('log'),
    file: oneLine.optional(),
    rounds: z.array(loggedRound).min(1).optional(),
  }),
]);

const named = {
  id: identifier,
  label: oneLine.optional(),
  allowedShortfall: share.optional(),
};
const ridge = {
  ridgePenalty: positive.default(RIDGE_PENALTY),
  failureProbability: share.default(FAILURE_PROBABILITY),
  noiseScale: notNegative.optional(),
};
const ellipsoid = {
  ...ridge,
  weightNormBound: notNegative.optional(),
  featureNormBound: notNegative.optional(),
  radius: z.enum(['paper', 'determinant']).default('paper'),
};
const gated = {
  startingSet: z.enum(['ball', 'everything']).default('ball'),
  selection: z.enum(['optimistic', 'best-safe']).optional(),
  learnFromBaseline: z.boolean().optional(),
  gate: z.enum(['none', 'stage-wise']).optional(),
};
const feedback = z.enum(['hidden', 'revealed']).default('hidden');

const strategy = z.discriminatedUnion('kind', [
  z.strictObject({ ...named, kind: z.literal('baselineOnly') }),
  z.strictObject({ ...named, kind: z.literal('linearUcb'), ...ellipsoid }),
  z.strictObject({
    ...named,
    kind: z.literal('contextUcb'),
    ...ellipsoid,
    radius: z.enum(['paper', 'determinant', 'kirschner-krause']).default('paper'),
    feedback,
  }),
  z.strictObject({
    ...named,
    kind: z.literal('conservativeLinearUcb'),
    ...ellipsoid,
    ...gated,
  }),
  z.strictObject({
    ...named,
    kind: z.literal('conservativeContextUcb'),
    ...ellipsoid,
    ...gated,
  }),
  z.strictObject({
    ...named,
    kind: z.literal('certifiedContextUcb'),
    ...ridge,
    weightNormBound: notNegative.optional(),
    feedback,
  }),
  z.strictObject({
    ...named,
    kind: z.literal('hedge'),
    ...ridge,
    hintDoubt: z.number().min(0).max(100).nullable().default(HINT_DOUBT),
    baselineReward: z.enum(['known', 'unknown']).default('known'),
    promise: z.enum(['expected', 'played', 'observed']).default('expected'),
    gate: z.literal('none').optional(),
    proposer: z
      .strictObject({
        kind: z.enum(['optimistic', 'thompson', 'greedy']),
        boldness: positive.optional(),
      })
      .optional(),
    window: z.int().min(1).max(1_000_000).optional(),
  }),
]);

const bounds = {
  weightNormBound: notNegative.optional(),
  featureNormBound: notNegative.optional(),
};
const regressed = {
  ...ridge,
  ...bounds,
  radius: z.enum(['paper', 'determinant']).default('paper'),
};
const stageWise = {
  ...named,
  ...regressed,
  choice: z.enum(['optimistic', 'thompson', 'greedy']).optional(),
  width: z.enum(['action', 'eigenvalue']).optional(),
  isEigenvalueTested: z.boolean().optional(),
  conservativeRound: z.enum(['baseline', 'coin']).optional(),
};
const inverseGap = {
  ...named,
  ...ridge,
  ...bounds,
  rewardRange: positive,
  marginScale: positive.optional(),
  marginFactor: notNegative.optional(),
  exploitation: positive.optional(),
  gate: z.literal('none').optional(),
};

const ranged = {
  rewardRange: positive.optional(),
  marginFactor: notNegative.optional(),
};

/** The comparators of the literature: rivals/create-rival.ts. */
const rival = z.discriminatedUnion('kind', [
  z.strictObject({
    ...named,
    ...ridge,
    kind: z.literal('conservativeUcb'),
    armRadius: z.enum(['union', 'iterated']).optional(),
  }),
  z.strictObject({
    ...named,
    ...regressed,
    kind: z.literal('clucb2'),
    gateNoiseScale: notNegative.optional(),
  }),
  z.strictObject({ ...stageWise, kind: z.literal('stageWiseUcb') }),
  z.strictObject({
    ...stageWise,
    kind: z.literal('safeLucb'),
    seedRounds: z.int().min(0).optional(),
  }),
  z.strictObject({
    ...stageWise,
    kind: z.literal('discUcb'),
    hiddenNoiseScale: positive.optional(),
  }),
  z.strictObject({ ...inverseGap, kind: z.literal('conservativeSquareCb') }),
  z.strictObject({ ...inverseGap, kind: z.literal('conservativeFastCb') }),
  z.strictObject({
    ...named,
    ...regressed,
    kind: z.literal('supLinUcb'),
    rewardRange: positive.optional(),
  }),
  z.strictObject({ ...named, ...regressed, kind: z.literal('knapsackUcb') }),
  z.strictObject({ ...named, ...ridge, ...bounds, kind: z.literal('linearThompson') }),
  z.strictObject({
    ...named,
    ...regressed,
    kind: z.literal('conformalControl'),
    riskLevel: share.optional(),
    explorationShare: share.optional(),
    memory: z.int().min(1).max(10_000).optional(),
  }),
  z.strictObject({
    ...named,
    ...ridge,
    ...bounds,
    kind: z.literal('kernelUcb'),
    kernel: z.enum(['rbf', 'linear']).optional(),
    lengthScale: positive.optional(),
  }),
  z.strictObject({
    ...named,
    ...ridge,
    kind: z.literal('measurementErrorUcb'),
    explorationShare: share.optional(),
    plainRounds: z.int().min(0).optional(),
  }),
  z.strictObject({ ...named, kind: z.literal('ucb1'), rewardRange: positive.optional() }),
  z.strictObject({
    ...named,
    kind: z.literal('disjointLinUcb'),
    failureProbability: share.default(FAILURE_PROBABILITY),
    noiseScale: notNegative.optional(),
  }),
  z.strictObject({ ...named, ...ridge, ...bounds, ...ranged, kind: z.literal('confidenceBall') }),
  z.strictObject({
    ...named,
    ...ridge,
    ...bounds,
    kind: z.literal('sampLinUcb'),
    profiles: z.enum(['constant', 'round']).optional(),
    sampleSpread: notNegative.optional(),
    sampleCount: positive.optional(),
  }),
  z.strictObject({
    ...named,
    kind: z.literal('neuralBandit'),
    hiddenUnits: z.array(z.int().min(0).max(1000)).min(1).max(100).optional(),
    learningRate: positive.optional(),
    explorationShare: share.optional(),
    rewardRange: positive.optional(),
  }),
  z.strictObject({ ...named, ...ridge, ...bounds, kind: z.literal('constrainedThompson') }),
  z.strictObject({
    ...named,
    ...ranged,
    kind: z.literal('convexKnapsacks'),
    failureProbability: share.default(FAILURE_PROBABILITY),
  }),
  z.strictObject({
    ...named,
    ...ranged,
    kind: z.literal('resourceful'),
    failureProbability: share.default(FAILURE_PROBABILITY),
    policyCount: z.int().min(0).max(1000).optional(),
  }),
]);

const ownStrategy = z.strictObject({
  ...named,
  ...own,
  kind: z.literal('own'),
  ownPromise: z.enum(['expected', 'stage']).optional(),
  failureProbability: share.default(FAILURE_PROBABILITY),
  feedback,
});

const anyStrategy = z.discriminatedUnion('kind', [
  ...strategy.options,
  ...rival.options,
  ownStrategy,
]);

export const experimentSchema: z.ZodType<Experiment> = z.strictObject({
  format: z.literal(EXPERIMENT_FORMAT),
  name: identifier,
  title: oneLine.optional(),
  rounds: z.int().min(1).max(100_000_000),
  trials: z.int().min(1).max(1_000_000),
  seed: z
    .int()
    .min(0)
    .max(2 ** 32 - 1),
  environments: z.array(environment satisfies z.ZodType<EnvironmentDefinition>).min(1),
  strategies: z.array(anyStrategy satisfies z.ZodType<StrategyDefinition>).min(1),
  allowedShortfalls: z.array(share).default([]),
  measures: z.array(z.strictObject({ id: identifier, ...own })).optional(),
  differences: z.array(z.strictObject({ strategy: identifier, minus: identifier })).optional(),
});
