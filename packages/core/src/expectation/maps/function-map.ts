/**
 * Features from the user's own function, for maps without a closed form.
 *
 * Over a finite list of points the function is averaged exactly. Otherwise it is averaged over
 * draws, the same draws for every action (common random numbers: differences between actions are
 * then far less noisy than the averages themselves). Every call of `expectedFeatures` draws anew;
 * `covariance` uses the draws of the latest call for the same forecast.
 *
 * Sampled features are a little wrong. `samplingBias` says how much, and the confidence radius must
 * be widened by it.
 */
import { HedgerowError } from '../../base/errors.ts';
import type { RandomSource } from '../../base/random-source.ts';
import { requireAllFinite, requireLength, requireWhole } from '../../base/require.ts';
import type { CombinationTerm, FeatureCovariance, FeatureMap } from '../feature-map.ts';
import { requireCombination, requireFitting, requireRoom } from '../lifted-map.ts';
import { weightedCovariance } from '../weighted-covariance.ts';
import { contextPoints, type WeightedContexts } from './context-points.ts';

export interface FunctionMapInput {
  /** d: length of a feature vector. */
  readonly dimension: number;
  readonly actionCount: number;
  readonly contextDimension: number;
  /** Writes the features of an action in a context into `into`, all `dimension` of them. */
  readonly evaluate: (actionIndex: number, context: Float64Array, into: Float64Array) => void;
  /** l: number of draws a forecast, at least 2. */
  readonly sampleCount: number;
  readonly random: RandomSource;
}

/** Returns the map that averages `evaluate`. It cannot be described as plain data. */
export function functionMap(input: FunctionMapInput): FeatureMap {
  const { dimension, actionCount, contextDimension } = input;
  requireSizes(input);
  const points = contextPoints(input);
  const evaluate = guardedEvaluate(input);
  return Object.freeze<FeatureMap>({
    kind: 'function',
    dimension,
    contextDimension,
    actionCount,
    features: (actionIndex, context, into, offset) => {
      requireWhole('actionIndex', actionIndex, 0, actionCount - 1);
      requireLength('context', context, contextDimension);
      requireRoom(into, offset + dimension);
      into.set(evaluate(actionIndex, context), offset);
    },
    expectedFeatures: (distribution, into) => {
      requireFitting(distribution, contextDimension);
      requireRoom(into, actionCount * dimension);
      const { contexts, weights } = points.renew(distribution);
      for (let x = 0; x < actionCount; x++) {
        for (let k = 0; k < contexts.length; k++) {
          const share = { weight: weights[k]!, isFirst: k === 0 };
          addShare(evaluate(x, contexts[k]!), share, into, x * dimension);
        }
      }
    },
    covariance: (distribution, combination) => {
      requireFitting(distribution, contextDimension);
      requireCombination(combination, actionCount);
      return combinedCovariance(evaluate, points.latest(distribution), combination);
    },
    describe: () => {
      throw notDescribable();
    },
  });
}

type Evaluate = (actionIndex: number, context: ArrayLike<number>) => Float64Array;

function requireSizes(input: FunctionMapInput): void {
  requireWhole('dimension', input.dimension, 1, Number.POSITIVE_INFINITY);
  requireWhole('actionCount', input.actionCount, 1, Number.POSITIVE_INFINITY);
  requireWhole('contextDimension', input.contextDimension, 1, Number.POSITIVE_INFINITY);
  requireWhole('sampleCount', input.sampleCount, 2, Number.POSITIVE_INFINITY);
}

/**
 * Calls the user's function on copies, and refuses what is not a number. The result starts as NaN,
 * so that a feature which was never written is noticed instead of keeping an old value.
 */
function guardedEvaluate(input: FunctionMapInput): Evaluate {
  const context = new Float64Array(input.contextDimension);
  const features = new Float64Array(input.dimension);
  return (actionIndex, given) => {
    context.set(given);
    features.fill(Number.NaN);
    input.evaluate(actionIndex, context, features);
    requireAllFinite(`features(action ${actionIndex})`, features);
    return features;
  };
}

interface Share {
  readonly weight: number;
  readonly isFirst: boolean;
}

/** The first share overwrites: adding to zero would turn −0 into 0, and known contexts differ. */
function addShare(
  features: Float64Array,
  { weight, isFirst }: Share,
  into: Float64Array,
  offset: number,
): void {
  for (let j = 0; j < features.length; j++) {
    const part = weight * features[j]!;
    into[offset + j] = isFirst ? part : into[offset + j]! + part;
  }
}

function combinedCovariance(
  evaluate: Evaluate,
  { contexts, weights, isSampled }: WeightedContexts,
  combination: readonly CombinationTerm[],
): FeatureCovariance {
  const vectors = contexts.map((context) => combinedFeatures(evaluate, context, combination));
  const correction = isSampled ? contexts.length / (contexts.length - 1) : 1;
  return weightedCovariance({ vectors, weights, correction });
}

function combinedFeatures(
  evaluate: Evaluate,
  context: Float64Array,
  combination: readonly CombinationTerm[],
): Float64Array {
  const [first, ...others] = combination;
  const sum = evaluate(first!.actionIndex, context).map((value) => first!.coefficient * value);
  for (const { actionIndex, coefficient } of others) {
    evaluate(actionIndex, context).forEach((value, j) => {
      sum[j]! += coefficient * value;
    });
  }
  return sum;
}

function notDescribable(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'A feature map must consist of numbers to be written down as plain data',
    received: 'one made from a function',
    remedy: 'Use one of the named maps, or keep the function in your program.',
  });
}
