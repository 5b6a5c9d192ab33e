/**
 * What a model expects of a hybrid in a field and season, and of one against another.
 *
 *     expectation:        φᵀθ0, variance φᵀΛ0⁻¹φ + the variances of what the model has never seen
 *     one field, season:  + τ_e + Σ τ_g + τ_s + (level² + own²) · far²
 *     a difference there: the same of φ_a − φ_b: field, region and season cancel; 2 (own · far)² stays
 *
 * Where the weather is a mean and a deviation s, s² [(∂φᵀθ)² + ∂φᵀΛ0⁻¹∂φ] comes on top, ∂φ being the
 * change of φ with it. `far` is the distance outside of what was seen; what it adds is declared.
 */
import { upperNormalProbability } from '@hedgerow/core/research';
import {
  type Feature,
  featureKey,
  featuresOf,
  hybridVector,
  placeVector,
  priorVariance,
  type SparseVector,
  seasonVariance,
  slopeVector,
} from './design.ts';
import type { MixedModel, ModelHybrid } from './mixed-model.ts';
import {
  type HybridName,
  hybridOf,
  type ScaledSituation,
  type Situation,
  scaledSituation,
} from './situation.ts';
import { factorInPlace, halfSolveInPlace, unpackUpper } from './symmetric-matrix.ts';

/** A yield, in the model's unit; deviations are of normal distributions. */
export interface YieldOutlook {
  readonly mean: number;
  /** Of the expectation: what more trials would settle. */
  readonly deviationExpected: number;
  /** Of the mean of a whole field in one season. */
  readonly deviationField: number;
  /** Of a single plot there. */
  readonly deviationPlot: number;
  /** Scaled units outside of what was seen. */
  readonly far: number;
}

export interface YieldDifference extends YieldOutlook {
  /** That the first yields more, field against field in the same season. */
  readonly chance: number;
}

export interface YieldPredictor {
  expect(hybrid: HybridName, situation: Situation): YieldOutlook;
  /** What the first hybrid yields more than the second in the same field and season. */
  compare(first: HybridName, second: HybridName, situation: Situation): YieldDifference;
}

/** Returns the predictor of a model; the precision is factored once. */
export function yieldPredictor(model: MixedModel): YieldPredictor {
  const quadratic = quadraticForms(model);
  const { guard, variances } = model;
  const outlook = (parts: OutlookParts): YieldOutlook => {
    const { vector, slopes, situation, guardVariance, plotCount } = parts;
    const { mean, variance } = withWeather(quadratic, { vector, slopes, situation });
    const season = seasonSum(vector, model) + guardVariance * situation.far ** 2;
    return {
      mean,
      deviationExpected: Math.sqrt(variance),
      deviationField: Math.sqrt(variance + season),
      deviationPlot: Math.sqrt(variance + season + plotCount * variances.plot),
      far: situation.far,
    };
  };
  return {
    expect(name, said) {
      const hybrid = hybridOf(model, name);
      const situation = scaledSituation(model, said);
      return outlook({
        vector: wholeVector(model, hybrid, situation),
        slopes: model.covariates.map((covariate) => slopeVector(covariate, hybrid)),
        situation,
        guardVariance: guard.level ** 2 + guard.action ** 2,
        plotCount: 1,
      });
    },
    compare(firstName, secondName, said) {
      const [first, second] = [hybridOf(model, firstName), hybridOf(model, secondName)];
      const situation = scaledSituation(model, said);
      const isSame = first.name === second.name;
      const difference = outlook({
        vector: wholeVector(model, first, situation).minus(wholeVector(model, second, situation)),
        slopes: model.covariates.map((one) =>
          slopeVector(one, first).minus(slopeVector(one, second)),
        ),
        situation,
        guardVariance: isSame ? 0 : 2 * guard.action ** 2,
        plotCount: 2,
      });
      const { mean, deviationField } = difference;
      return {
        ...difference,
        chance: isSame ? 0.5 : upperNormalProbability(-mean / deviationField),
      };
    },
  };
}

interface OutlookParts {
  readonly vector: SparseVector;
  /** ∂φ/∂z, covariate by covariate. */
  readonly slopes: readonly SparseVector[];
  readonly situation: ScaledSituation;
  /** What each squared unit outside adds. */
  readonly guardVariance: number;
  readonly plotCount: number;
}

interface Moments {
  readonly mean: number;
  readonly variance: number;
}

type QuadraticForms = (vector: SparseVector) => Moments;

/** Returns φᵀθ0 and φᵀΛ0⁻¹φ, with what has no column in Λ0 by the variance of its kind. */
function quadraticForms(model: MixedModel): QuadraticForms {
  const size = model.weights.length;
  const factor = unpackUpper(model.precisionUpper, size);
  factorInPlace(factor, size);
  const places = new Map(featuresOf(model).map((feature, i) => [featureKey(feature), i]));
  return (vector) => {
    const dense = new Float64Array(size);
    let mean = 0;
    let variance = 0;
    for (const { feature, value } of vector.entries()) {
      const place = places.get(featureKey(feature));
      if (place === undefined) variance += value ** 2 * varianceOf(feature, model);
      else {
        dense[place] = value;
        mean += value * model.weights[place]!;
      }
    }
    halfSolveInPlace(factor, size, dense);
    for (const value of dense) variance += value ** 2;
    return { mean, variance };
  };
}

function varianceOf(feature: Feature, { variances }: MixedModel): number {
  // Only the intercept has none, and it has a column in every model.
  return priorVariance(feature, variances)!;
}

function withWeather(
  quadratic: QuadraticForms,
  { vector, slopes, situation }: Pick<OutlookParts, 'vector' | 'slopes' | 'situation'>,
): Moments {
  const still = quadratic(vector);
  let variance = still.variance;
  Object.values(situation.deviations).forEach((deviation, k) => {
    if (deviation === 0) return;
    const slope = quadratic(slopes[k]!);
    variance += deviation ** 2 * (slope.mean ** 2 + slope.variance);
  });
  return { mean: still.mean, variance };
}

function wholeVector(
  model: MixedModel,
  hybrid: ModelHybrid,
  situation: ScaledSituation,
): SparseVector {
  const vector = placeVector(model, situation);
  for (const { feature, value } of hybridVector(
    model.covariates,
    hybrid,
    situation.scaled,
  ).entries()) {
    vector.add(feature, value);
  }
  return vector;
}

/** Σ value² · variance in one field and season. */
function seasonSum(vector: SparseVector, { variances }: MixedModel): number {
  let sum = 0;
  for (const { feature, value } of vector.entries()) {
    sum += value ** 2 * seasonVariance(feature, variances);
  }
  return sum;
}
