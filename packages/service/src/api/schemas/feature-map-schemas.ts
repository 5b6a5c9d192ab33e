/**
 * Feature maps as plain data: every kind the core knows.
 */
import type { ContextLiftDescription, FeatureMapDescription, FeatureTerm } from '@hedgerow/core';
import { z } from 'zod';
import { STOP } from './fit.ts';
import { named } from './schema-registry.ts';
import { ACTION_COUNT_MAX, DIMENSION_MAX } from './size-limits.ts';

const row = z.array(z.number()).min(1, STOP).max(DIMENSION_MAX, STOP);
const rows = z.array(row).min(1).max(ACTION_COUNT_MAX);
/** One row for each coordinate of the context. */
const contextRows = z.array(row).min(1).max(DIMENSION_MAX);
const contextDimension = z.int().min(1).max(DIMENSION_MAX);

/** Of an attribute or a coordinate, counted from 0. */
const place = z.int().min(0).max(DIMENSION_MAX);

/** Attribute and coordinate, or null for 1. */
const term = z.array(place.nullable()).length(2, STOP) as unknown as z.ZodType<FeatureTerm>;

const contextLift: z.ZodType<ContextLiftDescription> = named(
  'ContextLift',
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('identity'), contextDimension }),
    z.strictObject({ kind: z.literal('affine'), contextDimension }),
    z.strictObject({ kind: z.literal('degree-two'), contextDimension }),
    z.strictObject({ kind: z.literal('squares-and-linear'), contextDimension }),
    z.strictObject({ kind: z.literal('linear'), weights: contextRows }),
    z.strictObject({ kind: z.literal('random-fourier'), frequencies: contextRows, phases: row }),
  ]),
  { description: 'The numbers, made of the context, in which features are linear.' },
);

export const featureMap: z.ZodType<FeatureMapDescription> = named(
  'FeatureMap',
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('synthetic'), actions: rows }),
    z.strictObject({ kind: z.literal('kronecker'), actionVectors: rows, lift: contextLift }),
    z.strictObject({
      kind: z.literal('latent-outer'),
      actionFactors: rows,
      contextWeights: contextRows,
    }),
    z.strictObject({
      kind: z.literal('hadamard'),
      actionFactors: rows,
      contextWeights: contextRows,
    }),
    z.strictObject({
      kind: z.literal('per-action'),
      actionCount: z.int().min(1).max(ACTION_COUNT_MAX),
      contextDimension,
    }),
    z.strictObject({ kind: z.literal('polynomial'), actionVectors: rows, contextDimension }),
    z.strictObject({
      kind: z.literal('random-fourier'),
      actionVectors: rows,
      frequencies: contextRows,
      phases: row,
    }),
    z.strictObject({
      kind: z.literal('terms'),
      actionVectors: rows,
      contextDimension,
      terms: z.array(term).min(1).max(DIMENSION_MAX),
    }),
    z.strictObject({
      kind: z.literal('standardised'),
      centre: row,
      scale: row,
      map: z.lazy(() => featureMap),
    }),
  ]),
  { description: 'How features are made of action and context, coefficients included.' },
);
