/**
 * Definitions as they come over HTTP: what the service fills in, what is too large, what is the same.
 *
 * Over a network nobody knows whether an issued action was played, so `execution` is `confirm` unless
 * the caller says otherwise. Where the proposer draws, its seed is drawn here and stored, so that a
 * replay meets the same draws. No coin comes from it.
 */
import { describePolicy, type PolicyDefinition } from '@hedgerow/core';
import { ServiceProblem } from '../../problems/problem.ts';

const ACTION_COUNT_MAX = 1_000;
const DIMENSION_MAX = 384;
/** Actions times dimension: what one decision has to look at. */
const FEATURE_COUNT_MAX = 20_000;

/** Returns the definition with everything filled in that the service adds. */
export function completeDefinition(
  given: PolicyDefinition,
  drawSeed: () => string,
): PolicyDefinition {
  requireModestSize(given);
  // A window and `split` need `assume`; the core says so itself if they do not fit.
  const isAssumed = (given.window ?? 1) > 1 || given.split !== undefined;
  const execution = given.execution ?? (isAssumed ? 'assume' : 'confirm');
  const isDrawing = given.proposer?.kind === 'thompson' && given.seed === undefined;
  return { ...given, execution, ...(isDrawing ? { seed: drawSeed() } : {}) };
}

/** Whether the given definition says the same as the stored one; what it leaves open fits. */
export function isSameDefinition(given: PolicyDefinition, stored: PolicyDefinition): boolean {
  const { seed: givenSeed, execution: givenExecution, ...givenRest } = given;
  const { seed, execution, ...rest } = stored;
  const isSeedSame = givenSeed === undefined || String(givenSeed) === String(seed);
  const isExecutionSame = givenExecution === undefined || givenExecution === execution;
  return isSeedSame && isExecutionSame && isSame(givenRest, rest);
}

/** Whether two pieces of plain data are equal; fields that are undefined count as absent. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a, b] as Readonly<Record<string, unknown>>[];
  const isFieldSame = (name: string) => isSame(left![name], right![name]);
  return Object.keys(left!).every(isFieldSame) && Object.keys(right!).every(isFieldSame);
}

function requireModestSize(given: PolicyDefinition): void {
  const actionCount = Array.isArray(given.actions) ? given.actions.length : 0;
  requireAtMost('definition.actions', 'actions', actionCount, ACTION_COUNT_MAX);
  const dimension = featureDimension(given);
  requireAtMost('definition.features', 'features', dimension, DIMENSION_MAX);
  requireAtMost(
    'definition.features',
    'features of all actions together',
    actionCount * dimension,
    FEATURE_COUNT_MAX,
  );
}

function requireAtMost(field: string, what: string, count: number, most: number): void {
  if (count <= most) return;
  throw new ServiceProblem({
    code: 'HR_INVALID_INPUT',
    detail: `A policy may have at most ${most} ${what}, but this one has ${count}. Give actions numeric attributes, so that they share a model, or leave variables out.`,
    field,
  });
}

/** Length of a feature vector; 0 where the definition makes no sense, which the core will say. */
function featureDimension(definition: PolicyDefinition): number {
  try {
    return describePolicy(definition).dimension;
  } catch {
    return 0;
  }
}
