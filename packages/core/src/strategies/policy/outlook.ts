/**
 * What a season may bring, action by action, from the same posterior that proposes: for people, no
 * promise rests on it. Only where a prior says how weights stray from season to season.
 *
 *   level        ψᵀθ of an action; not known of it: the weights, how this season strays here, the weather
 *                that the forecast leaves open, and a doubt where no data reach
 *   beside       the same for the difference to the baseline's action in the same place and season: what
 *                they have in common cancels, so it is known much better
 *
 * With Λ⁻¹ what is not known of the weights, S how they stray, and u the directions in which the features
 * move with the weather (columns of a root of its covariance):
 *
 *     variance = ψᵀΛ⁻¹ψ + ψᵀSψ + Σ [ (uᵀθ)² + uᵀΛ⁻¹u ] + (guard · far)²
 */
import { upperNormalProbability } from '../../base/normal-distribution.ts';
import { weightedProduct } from '../../base/small-matrix.ts';
import { symmetricEigen } from '../../base/symmetric-eigen.ts';
import type { ContextDistribution } from '../../context/context-distribution.ts';
import { hasSpread } from '../../context/has-spread.ts';
import type { FeatureMap } from '../../expectation/feature-map.ts';
import type { Beliefs } from '../learners/hedge/beliefs.ts';
import { LIKELY_DEVIATIONS } from './likely-deviations.ts';
import { outsideOf } from './outside.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import type { ActionBounds, OutsideVariable, Receipt } from './receipt.ts';

/** Eight of ten normal numbers lie within this many deviations. */
const EIGHT_OF_TEN = 1.2815515655446004;

export interface OutlookInput {
  readonly definition: PolicyDefinition;
  readonly beliefs: Beliefs;
  /** What is predicted where all features are 0. */
  readonly offset: number;
  readonly map: FeatureMap;
  readonly context: ContextDistribution;
  /** Actions of the map, and which of them is the baseline's. */
  readonly allowed: readonly number[];
  readonly baselineIndex: number;
  readonly names: readonly string[];
}

export interface Outlook {
  readonly bounds: readonly ActionBounds[];
  readonly outside: readonly OutsideVariable[];
}

/** Features of an action here, and how they move with what the forecast leaves open. */
interface Reaction {
  readonly features: Float64Array;
  readonly moves: readonly Float64Array[];
}

interface Guess {
  readonly predicted: number;
  /** √ of what is not known of what is expected. */
  readonly deviation: number;
  /** √ of what is not known of what comes in this place and season. */
  readonly seasonDeviation: number;
}

/** Returns the outlook; null where nothing is said of how seasons stray. */
export function outlookOf(input: OutlookInput): Outlook | null {
  const { definition, context, allowed, baselineIndex, names, offset } = input;
  const { prior, reward } = definition;
  if (prior?.seasonVariance === undefined) return null;
  const { far, outside } = outsideOf(definition.context, context.mean);
  const guard = prior.guard ?? { level: 0, action: 0 };
  const doubt = far * Math.hypot(guard.level, guard.action);
  const doubtBeside = far * Math.SQRT2 * guard.action;
  const reactions = reactionsOf(input);
  const usual = reactions[allowed.indexOf(baselineIndex)]!;
  const bounds = reactions.map((reaction, row): ActionBounds => {
    const level = guess(input, reaction, doubt);
    const predicted = offset + level.predicted;
    const isUsual = reaction === usual;
    const within = (value: number) => Math.min(Math.max(value, reward.min), reward.max);
    return {
      action: names[allowed[row]!]!,
      predicted,
      low: within(predicted - LIKELY_DEVIATIONS * level.deviation),
      high: within(predicted + LIKELY_DEVIATIONS * level.deviation),
      outlook: {
        low: within(predicted - EIGHT_OF_TEN * level.seasonDeviation),
        high: within(predicted + EIGHT_OF_TEN * level.seasonDeviation),
        beside: isUsual ? NOTHING : besideOf(guess(input, between(reaction, usual), doubtBeside)),
      },
    };
  });
  return { bounds, outside };
}

/** The part of a receipt that says what is outside; nothing where nothing is. */
export function outsideField(outlook: Outlook | null): Pick<Receipt, 'outside'> {
  return outlook === null || outlook.outside.length === 0 ? {} : { outside: outlook.outside };
}

const NOTHING = { predicted: 0, low: 0, high: 0, chance: 0.5 };

function besideOf({ predicted, seasonDeviation }: Guess) {
  const reach = EIGHT_OF_TEN * seasonDeviation;
  const chance = seasonDeviation > 0 ? upperNormalProbability(-predicted / seasonDeviation) : 0.5;
  return { predicted, low: predicted - reach, high: predicted + reach, chance };
}

function guess(
  { beliefs, definition }: OutlookInput,
  { features, moves }: Reaction,
  doubt: number,
): Guess {
  const { prediction, deviation } = beliefs.along(features);
  const strays = weightedProduct(definition.prior!.seasonVariance!, features, features);
  const weather = moves.reduce((sum, move) => {
    const moved = beliefs.along(move);
    return sum + moved.prediction ** 2 + moved.deviation ** 2;
  }, 0);
  const variance = deviation ** 2 + strays + weather + doubt ** 2;
  return { predicted: prediction, deviation, seasonDeviation: Math.sqrt(variance) };
}

function between(one: Reaction, other: Reaction): Reaction {
  return {
    features: minus(one.features, other.features),
    moves: one.moves.map((move, k) => minus(move, other.moves[k]!)),
  };
}

function reactionsOf({ map, context, allowed }: OutlookInput): Reaction[] {
  const { dimension, actionCount } = map;
  const expected = new Float64Array(actionCount * dimension);
  map.expectedFeatures(context, expected);
  const directions = spreadDirections(context);
  return allowed.map((action) => ({
    features: expected.slice(action * dimension, (action + 1) * dimension),
    moves: directions.map((direction) => {
      const there = featuresAt(
        map,
        action,
        context.mean.map((value, i) => value + direction[i]!),
      );
      return minus(there, featuresAt(map, action, context.mean));
    }),
  }));
}

function featuresAt(map: FeatureMap, action: number, context: ArrayLike<number>): Float64Array {
  const features = new Float64Array(map.dimension);
  map.features(action, context, features, 0);
  return features;
}

/** Columns of a root of the context's covariance, over the coordinates that have any. */
function spreadDirections(context: ContextDistribution): Float64Array[] {
  if (!hasSpread(context)) return [];
  const { dimension, covariance } = context;
  const open = Array.from({ length: dimension }, (_, i) => i).filter(
    (i) => covariance[i * dimension + i]! > 0,
  );
  const size = open.length;
  const matrix = Float64Array.from({ length: size * size }, (_, at) => {
    return covariance[open[Math.floor(at / size)]! * dimension + open[at % size]!]!;
  });
  const { values, vectors } = symmetricEigen(matrix, size);
  return Array.from(values, (value, k) => {
    const direction = new Float64Array(dimension);
    open.forEach((i, at) => {
      direction[i] = Math.sqrt(Math.max(value, 0)) * vectors[k * size + at]!;
    });
    return direction;
  });
}

function minus(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value - b[i]!);
}
