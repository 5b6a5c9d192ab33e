/**
 * What a caller may say of the context: a number, a category, or any distribution of the core.
 *
 * Only shapes are checked here, so that the OpenAPI document tells them; whether weights sum to one
 * or quantiles cross is the core's to judge.
 */
import type { ContextDescription, QuantilesDescription } from '@hedgerow/core';
import { z } from 'zod';
import type { WireContext, WireContextValue } from '../../wire.ts';
import { STOP } from './fit.ts';
import { named } from './schema-registry.ts';
import { byName, name } from './text-schemas.ts';

const numbers = z.array(z.number()).min(1).max(5000);
const rows = z.array(z.array(z.number()).min(1, STOP).max(256, STOP)).min(1).max(5000);

const exact = z.strictObject({
  kind: z.literal('exact'),
  value: z.union([z.number(), numbers]),
});

const normal = z.strictObject({ kind: z.literal('normal'), mean: z.number(), sd: z.number() });

const multivariateNormal = z.strictObject({
  kind: z.literal('multivariate-normal'),
  mean: numbers,
  covariance: rows.exactOptional(),
  variances: numbers.exactOptional(),
});

const uniform = z.strictObject({ kind: z.literal('uniform'), min: z.number(), max: z.number() });

const uniformBox = z.strictObject({ kind: z.literal('uniform-box'), min: numbers, max: numbers });

const ensemble = z.strictObject({
  kind: z.literal('ensemble'),
  points: z.union([numbers, rows]),
  weights: numbers.exactOptional(),
});

const quantileFields = z
  .object({
    kind: z.literal('quantiles'),
    min: z.number().exactOptional(),
    max: z.number().exactOptional(),
  })
  .catchall(z.number());

// The library cannot say "any field named p and a number" in its types; the core checks the names.
const quantiles = quantileFields as typeof quantileFields & z.ZodType<QuantilesDescription>;

const categories = z.strictObject({
  kind: z.literal('categories'),
  probabilities: z.union([numbers, byName(z.number())]),
});

const mixture = z.strictObject({
  kind: z.literal('mixture'),
  components: z
    .array(z.strictObject({ weight: z.number(), distribution: z.lazy(() => contextDescription) }))
    .min(1)
    .max(1000),
});

const independent = z.strictObject({
  kind: z.literal('independent'),
  blocks: z
    .array(z.lazy(() => contextDescription))
    .min(1)
    .max(256),
});

const standardised = z.strictObject({
  kind: z.literal('standardised'),
  centre: numbers,
  scale: numbers,
  distribution: z.lazy(() => contextDescription),
});

/** Every kind of distribution the core knows, as plain data. */
export const contextDescription: z.ZodType<ContextDescription> = named(
  'ContextDescription',
  z.discriminatedUnion('kind', [
    exact,
    normal,
    multivariateNormal,
    uniform,
    uniformBox,
    ensemble,
    quantiles,
    categories,
    mixture,
    independent,
    standardised,
  ]),
  {
    description: 'A distribution: what is known of one or more context variables.',
    examples: [
      { kind: 'normal', mean: 20, sd: 3 },
      { kind: 'quantiles', p10: 20, p50: 90, p90: 210 },
    ],
  },
);

// Most are forecasts: whatever is tried before what fits leaves its faults for the collector of garbage.
const wireContextValue: z.ZodType<WireContextValue> = z.union([
  contextDescription,
  z.number(),
  name,
]);

export const wireContext: z.ZodType<WireContext> = named('Context', byName(wireContextValue), {
  description: 'For each variable of the policy a number, a category, or a distribution.',
  examples: [{ temperature: { kind: 'normal', mean: 20, sd: 3 }, rain: 90, soil: 'clay' }],
});
