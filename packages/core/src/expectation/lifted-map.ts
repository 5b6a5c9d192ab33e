/**
 * Builds a feature map from a lift and the way an action turns the lifted context into features.
 *
 * The same `write` serves known contexts and forecasts, and a forecast without spread is evaluated
 * at its mean: so ψ of a known context equals φ bit for bit, by construction.
 *
 * E[g] is worked out once a call and Cov(g) once a forecast (the latest is kept), however many
 * actions there are. Scratch is held by the map: nothing of the size of the features is allocated.
 */
import { HedgerowError } from '../base/errors.ts';
import { largestEigenvalue } from '../base/largest-eigenvalue.ts';
import { lazily } from '../base/lazily.ts';
import { requireList } from '../base/number-lists.ts';
import { requireFinite, requireLength, requireWhole } from '../base/require.ts';
import type { ContextDistribution } from '../context/context-distribution.ts';
import { hasSpread } from '../context/has-spread.ts';
import type { ContextLift } from './context-lift.ts';
import type { CombinationTerm, FeatureMap } from './feature-map.ts';
import type { FeatureMapDescription } from './feature-map-description.ts';
import { type LiftSpread, liftedCovariance } from './lifted-covariance.ts';
import type { LiftedOperator } from './lifted-operator.ts';

export interface LiftedMapInput {
  readonly kind: FeatureMapDescription['kind'];
  readonly dimension: number;
  readonly actionCount: number;
  readonly lift: ContextLift;
  /** Writes the features of an action whose lifted context is given, from `offset` on. */
  readonly write: (
    actionIndex: number,
    lifted: Float64Array,
    into: Float64Array,
    offset: number,
  ) => void;
  /** The same for all actions, one after the other, where there is a faster way. */
  readonly writeAll?: (lifted: Float64Array, into: Float64Array) => void;
  /** Returns Σ coefficient · Aₓ; constants play no part in a covariance. */
  readonly combine: (combination: readonly CombinationTerm[]) => LiftedOperator;
  readonly describe: () => FeatureMapDescription;
}

export function liftedMap(input: LiftedMapInput): FeatureMap {
  const { kind, dimension, actionCount, lift, write, writeAll, combine, describe } = input;
  const lifted = new Float64Array(lift.dimension);
  const spreadOf = keepLatest((distribution) => liftSpread(lift, distribution));
  return Object.freeze<FeatureMap>({
    kind,
    dimension,
    contextDimension: lift.contextDimension,
    actionCount,
    features: (actionIndex, context, into, offset) => {
      requireWhole('actionIndex', actionIndex, 0, actionCount - 1);
      requireLength('context', context, lift.contextDimension);
      requireRoom(into, offset + dimension);
      lift.evaluate(context, lifted);
      write(actionIndex, lifted, into, offset);
    },
    expectedFeatures: (distribution, into) => {
      requireFitting(distribution, lift.contextDimension);
      requireRoom(into, actionCount * dimension);
      if (!lift.isAffine && hasSpread(distribution)) lift.mean(distribution, lifted);
      else lift.evaluate(distribution.mean, lifted);
      if (writeAll !== undefined) writeAll(lifted, into);
      else for (let x = 0; x < actionCount; x++) write(x, lifted, into, x * dimension);
    },
    covariance: (distribution, combination) => {
      requireFitting(distribution, lift.contextDimension);
      requireCombination(combination, actionCount);
      return liftedCovariance({
        dimension,
        operator: combine(combination),
        spread: spreadOf(distribution),
      });
    },
    describe,
  });
}

/** Refuses a distribution over another number of coordinates than the map expects. */
export function requireFitting(distribution: ContextDistribution, contextDimension: number): void {
  if (distribution.dimension === contextDimension) return;
  throw new HedgerowError({
    code: 'HR_INPUT_DIMENSION',
    rule: `The context distribution must have ${contextDimension} coordinates`,
    received: `one with ${distribution.dimension}`,
  });
}

/** Refuses an array too short for what is to be written. */
export function requireRoom(into: Float64Array, length: number): void {
  if (into.length >= length) return;
  throw new HedgerowError({
    code: 'HR_INPUT_DIMENSION',
    rule: `into must have room for ${length} numbers`,
    received: `${into.length} long`,
  });
}

/** Refuses an empty combination, unknown actions and coefficients that are not finite. */
export function requireCombination(
  combination: readonly CombinationTerm[],
  actionCount: number,
): void {
  requireList('combination', combination);
  combination.forEach(({ actionIndex, coefficient }, k) => {
    requireWhole(`combination[${k}].actionIndex`, actionIndex, 0, actionCount - 1);
    requireFinite(`combination[${k}].coefficient`, coefficient);
  });
}

/** Computes a value for a distribution and keeps it until another distribution is asked for. */
export function keepLatest<Value>(
  compute: (distribution: ContextDistribution) => Value,
): (distribution: ContextDistribution) => Value {
  let latest: { readonly distribution: ContextDistribution; readonly value: Value } | undefined;
  return (distribution) => {
    if (latest?.distribution !== distribution) {
      latest = { distribution, value: compute(distribution) };
    }
    return latest.value;
  };
}

function liftSpread(lift: ContextLift, distribution: ContextDistribution): LiftSpread {
  const covariance = hasSpread(distribution)
    ? lift.covariance(distribution)
    : new Float64Array(lift.dimension ** 2);
  return {
    covariance,
    largestEigenvalue: lazily(() => Math.max(largestEigenvalue(covariance, lift.dimension), 0)),
  };
}
