/**
 * The format `hedgerow-replay/1`: a strategy and explicit rounds, as plain data.
 *
 * Every number is checked before anything is computed, and the first fault is reported with the
 * path of the field, so that a hand-made file can be mended without reading this code.
 */
import { HedgerowError } from '@hedgerow/core';
import { z } from 'zod';
import { checkedFile } from './checked-file.ts';

export interface ReplayFile {
  readonly format: 'hedgerow-replay/1';
  readonly strategy: ReplayStrategy;
  readonly rounds: readonly ReplayRound[];
  /** What an independent program computed for the same rounds, if the file carries it. */
  readonly expected?: readonly object[] | undefined;
}

export interface ReplayStrategy {
  readonly dimension: number;
  /** α, or null for no gate. */
  readonly allowedShortfall: number | null;
  readonly failureProbability: number;
  readonly ridgePenalty: number;
  readonly noiseScale: number;
  readonly weightNormBound: number;
  readonly featureNormBound: number;
  readonly radius: 'paper' | 'determinant';
  readonly learnFromBaseline: boolean;
  readonly selection: 'optimistic' | 'best-safe';
}

export interface ReplayRound {
  /** One vector ψ for each action. */
  readonly expectedFeatures: readonly (readonly number[])[];
  readonly baseline: { readonly action: number; readonly expectedReward: number };
  /** What each action would pay in this round. */
  readonly rewards: readonly number[];
  /** Variance of each action's reward; an observation then weighs 1 / variance. */
  readonly variances?: readonly number[] | undefined;
}

/** Beyond this, squares overflow and results would no longer be numbers. */
const LARGEST_NUMBER = 1e100;

const number = z.number().min(-LARGEST_NUMBER).max(LARGEST_NUMBER);
const notNegative = z.number().min(0).max(LARGEST_NUMBER);
const positive = z
  .number()
  .min(1 / LARGEST_NUMBER)
  .max(LARGEST_NUMBER);
const share = z.number().gt(0).lt(1);
const index = z.int().min(0);

const strategySchema = z.strictObject({
  dimension: z.int().min(1).max(4096),
  allowedShortfall: share.nullable(),
  failureProbability: share,
  ridgePenalty: positive,
  noiseScale: notNegative,
  weightNormBound: notNegative,
  featureNormBound: notNegative,
  radius: z.enum(['paper', 'determinant']),
  learnFromBaseline: z.boolean(),
  selection: z.enum(['optimistic', 'best-safe']),
});

const roundSchema = z.strictObject({
  expectedFeatures: z.array(z.array(number)).min(1),
  baseline: z.strictObject({ action: index, expectedReward: number }),
  rewards: z.array(number),
  variances: z.array(positive).optional(),
});

const fileSchema: z.ZodType<ReplayFile> = z.looseObject({
  format: z.literal('hedgerow-replay/1'),
  strategy: strategySchema,
  rounds: z.array(roundSchema),
  expected: z.array(z.looseObject({ round: index })).optional(),
});

/** Returns the checked contents of a replay file, or throws naming the field at fault. */
export function checkReplayFile(contents: unknown): ReplayFile {
  const file = checkedFile(fileSchema, contents, 'hedgerow-replay/1');
  file.rounds.forEach((round, i) => {
    requireConsistentRound(round, i, file.strategy.dimension);
  });
  return file;
}

/** Checks what a schema cannot say: that the lengths inside one round fit together. */
function requireConsistentRound(round: ReplayRound, roundIndex: number, dimension: number): void {
  const path = `rounds[${roundIndex}]`;
  const actionCount = round.expectedFeatures.length;
  round.expectedFeatures.forEach((features, k) => {
    requireCount(`${path}.expectedFeatures[${k}]`, features.length, dimension);
  });
  requireCount(`${path}.rewards`, round.rewards.length, actionCount);
  if (round.variances) requireCount(`${path}.variances`, round.variances.length, actionCount);
  if (round.baseline.action >= actionCount) {
    throw new HedgerowError({
      code: 'HR_FILE',
      rule: `${path}.baseline.action must be one of the ${actionCount} actions, counted from 0`,
      received: String(round.baseline.action),
    });
  }
}

function requireCount(path: string, count: number, wanted: number): void {
  if (count === wanted) return;
  throw new HedgerowError({
    code: 'HR_FILE',
    rule: `${path} must hold ${wanted} numbers`,
    received: `${count} long`,
  });
}
