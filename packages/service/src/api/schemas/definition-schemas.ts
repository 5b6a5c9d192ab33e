/**
 * The definition of a policy, complete in shape; the core judges its meaning.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { z } from 'zod';
import type { ShownDefinition } from '../../wire.ts';
import { featureMap } from './feature-map-schemas.ts';
import { named } from './schema-registry.ts';
import { ACTION_COUNT_MAX, DIMENSION_MAX } from './size-limits.ts';
import { name } from './text-schemas.ts';

const interval = z.strictObject({ min: z.number(), max: z.number() });

const action = z.union([name, z.strictObject({ name, attributes: z.record(name, z.number()) })]);

const baseline = z.strictObject({
  action: name,
  reward: z.union([z.number(), interval, z.literal('per-call')]).exactOptional(),
  log: z
    .strictObject({
      rewards: z.array(z.number()).min(1).max(20_000),
      link: z.literal('same-mean'),
    })
    .exactOptional(),
  weightNormBound: z.number().exactOptional(),
  coin: z.enum(['policy', 'played']).exactOptional(),
});

const seen = z.strictObject({ min: z.number(), max: z.number(), step: z.number() });

const usualOf = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({ value, at: z.record(name, z.record(name, value)).exactOptional() });

const variable = z.union([
  z.strictObject({
    min: z.number(),
    max: z.number(),
    seen: seen.exactOptional(),
    usual: usualOf(z.strictObject({ mean: z.number(), sd: z.number() })).exactOptional(),
  }),
  z.strictObject({
    categories: z.array(name).min(1).max(DIMENSION_MAX),
    usual: usualOf(name).exactOptional(),
  }),
]);

const reward = z.strictObject({
  min: z.number(),
  max: z.number(),
  noiseScale: z.number().exactOptional(),
  deviationScale: z.number().exactOptional(),
  floors: z.record(name, z.number()).exactOptional(),
  unit: z.string().max(40).exactOptional(),
});

const proposer = z.strictObject({
  kind: z.enum(['optimistic', 'thompson', 'greedy']),
  boldness: z.number().exactOptional(),
});

const exploration = z.strictObject({
  share: z.number().describe('How often an action is drawn in place of what was proposed.'),
  among: z
    .array(name)
    .min(1)
    .max(ACTION_COUNT_MAX)
    .exactOptional()
    .describe('The actions among which it is drawn, all alike; all that are allowed if left out.'),
});

const size = z.strictObject({
  typical: z.number(),
  unit: z.string().max(40).exactOptional(),
});

const plotNoise = z.strictObject({
  scale: z.number(),
  checkScale: z.number().exactOptional(),
  isIndependent: z.boolean().exactOptional(),
});

const split = z.strictObject({
  check: z.number().exactOptional(),
  strips: z.int().min(2).exactOptional(),
  drop: z.number().exactOptional(),
  ratio: z.number().exactOptional(),
  beside: z.number().exactOptional(),
  plotNoise: plotNoise.exactOptional(),
});

const prior = z.strictObject({
  weights: z.array(z.number()).min(1).max(DIMENSION_MAX),
  precision: z
    .array(z.number())
    .min(1)
    .max(DIMENSION_MAX ** 2),
  noiseVariance: z.number(),
  offset: z.number().exactOptional(),
  seasonVariance: z.array(z.number()).min(1).max(DIMENSION_MAX).exactOptional(),
  guard: z.strictObject({ level: z.number(), action: z.number() }).exactOptional(),
});

const word = z.string().min(1).max(40);
const words = z.strictObject({
  action: word.exactOptional(),
  subject: word.exactOptional(),
  reward: word.exactOptional(),
  site: word.exactOptional(),
  group: word.exactOptional(),
});

const memory = z.strictObject({ halfLife: z.number(), unit: z.enum(['rewards', 'groups']) });

const EXAMPLE: PolicyDefinition = {
  actions: ['P1197', 'DKC62', 'local'],
  baseline: { action: 'local', reward: 8 },
  context: { temperature: { min: 5, max: 35 }, rain: { min: 0, max: 400 } },
  reward: { min: 0, max: 20, unit: 't/ha' },
  allowedShortfall: 0.1,
};

const definitionShape = {
  actions: z.array(action).min(1).max(ACTION_COUNT_MAX),
  baseline,
  context: z.record(name, variable),
  reward,
  allowedShortfall: z.number().exactOptional(),
  allowedLossPerRound: z.number().exactOptional(),
  size: size.exactOptional(),
  split: split.exactOptional(),
  reserve: z.number().exactOptional(),
  window: z.int().min(1).exactOptional(),
  period: z.union([z.int().min(1), z.literal('named')]).exactOptional(),
  budgetMax: z.number().exactOptional(),
  failureProbability: z.number().exactOptional(),
  promise: z.enum(['expected', 'observed', 'realised']).exactOptional(),
  features: featureMap.exactOptional(),
  proposer: proposer.exactOptional(),
  exploration: exploration
    .exactOptional()
    .describe(
      'Lets a small share of decisions be drawn by lot where the books allow it, so that logs tell of all actions.',
    ),
  ridgePenalty: z.number().exactOptional(),
  prior: prior.exactOptional(),
  memory: memory.exactOptional(),
  words: words.exactOptional(),
  rewardWithin: z
    .strictObject({ days: z.number().positive().max(36_525) })
    .exactOptional()
    .describe(
      'How long rewards are waited for; after it a decision is the worst it can be, for ever.',
    ),
  execution: z.enum(['assume', 'confirm']).exactOptional(),
  seed: z
    .union([z.int(), z.string().regex(/^-?[0-9]{1,40}$/, 'expected a whole number as text')])
    .exactOptional(),
};

export const policyDefinition: z.ZodType<PolicyDefinition> = named(
  'PolicyDefinition',
  z.strictObject(definitionShape),
  {
    description:
      'A policy as plain data. If it is left out, `execution` is `confirm` over HTTP, and `assume` with `split` or a `window` above 1; a `seed` is for the draws of a Thompson proposer alone, and drawn where it is missing.',
    examples: [EXAMPLE],
  },
);

export const shownDefinition: z.ZodType<ShownDefinition> = named(
  'ShownDefinition',
  z.strictObject({
    ...definitionShape,
    prior: prior.extend({ precision: prior.shape.precision.exactOptional() }).exactOptional(),
  }),
  {
    description:
      'A definition in a view: a long `prior.precision` is left out. GET /v1/policies/{id}/definition has all of it.',
  },
);
