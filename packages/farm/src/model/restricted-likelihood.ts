/**
 * How well variances explain a table, with all effects integrated out (REML), and which way is better.
 *
 *     C = ΦᵀV⁻¹Φ + G⁻¹,  b = ΦᵀV⁻¹ȳ,  θ0 = C⁻¹b,  Λ0 = C
 *     −2ℓ_R = Σ ln|V_j| + Σ q_k ln τ_k + ln|C| + ȳᵀV⁻¹ȳ − bᵀθ0 + (rows − cells) ln σ² + squares within/σ²
 *
 * G holds the variance τ_k of each block of q_k features; the intercept is flat. Derivatives:
 *
 *     by ln τ_k:  q_k − (tr(C⁻¹)_kk + |θ_k|²)/τ_k
 *     by v in V:  Σ_j tr(M_j ∂V_j/∂v),  M = V⁻¹ − V⁻¹ΦC⁻¹ΦᵀV⁻¹ − aaᵀ,  a = V⁻¹(ȳ − Φθ0)
 */
import { priorVariance } from './design.ts';
import type { FieldYearDesign, FitDesign } from './fit-design.ts';
import type { VarianceName, Variances } from './mixed-model.ts';
import {
  addFieldYear,
  betweenCells,
  fittedCells,
  type NormalEquations,
} from './normal-equations.ts';
import { type SeasonPrecision, seasonPrecision, timesSymmetric } from './season-covariance.ts';
import { factorInPlace, inverseOf, solveInPlace } from './symmetric-matrix.ts';

export interface RestrictedLikelihood {
  /** −ℓ_R. */
  readonly negativeLog: number;
  /** ∂(−ℓ_R)/∂ ln variance; 0 for kinds without a feature. */
  readonly gradient: Readonly<Record<VarianceName, number>>;
  /** θ0. */
  readonly weights: Float64Array;
  /** Lower triangle of Λ0 = C, row by row. */
  readonly precision: Float64Array;
}

/** Evaluates all variances of a table; each of a kind that has features must be positive. */
export function restrictedLikelihood(
  design: FitDesign,
  variances: Variances,
): RestrictedLikelihood {
  const seasons = design.fieldYears.map((fieldYear) => seasonPrecision(fieldYear, variances));
  const equations = equationsOf(design, seasons, variances);
  const { size, matrix, answers } = equations;
  const factor = matrix.slice();
  const logDeterminant = factorInPlace(factor, size);
  const weights = answers.slice();
  solveInPlace(factor, size, weights);
  const covariance = inverseOf(factor, size);
  const posterior: Posterior = { weights, covariance };
  return {
    negativeLog:
      0.5 * (minusTwice(design, { seasons, variances, equations, posterior }) + logDeterminant),
    gradient: {
      ...lastingGradient(design, variances, posterior),
      ...seasonGradient(design, { seasons, variances, posterior }),
    },
    weights,
    precision: matrix,
  };
}

interface Posterior {
  readonly weights: Float64Array;
  /** C⁻¹, whole. */
  readonly covariance: Float64Array;
}

function equationsOf(
  { features, fieldYears }: FitDesign,
  seasons: readonly SeasonPrecision[],
  variances: Variances,
): NormalEquations {
  const size = features.length;
  const equations = {
    size,
    matrix: new Float64Array(size * size),
    answers: new Float64Array(size),
  };
  fieldYears.forEach((fieldYear, j) => {
    addFieldYear(equations, fieldYear, seasons[j]!.matrix);
  });
  features.forEach((feature, i) => {
    const variance = priorVariance(feature, variances);
    if (variance !== null) equations.matrix[i * size + i]! += 1 / variance;
  });
  return equations;
}

interface Evaluation {
  readonly seasons: readonly SeasonPrecision[];
  readonly variances: Variances;
  readonly equations: NormalEquations;
  readonly posterior: Posterior;
}

/** −2ℓ_R but for ln|C|. */
function minusTwice(design: FitDesign, evaluation: Evaluation): number {
  const { seasons, variances, equations, posterior } = evaluation;
  let sum = design.withinDegrees * Math.log(variances.plot) + design.withinSquares / variances.plot;
  design.fieldYears.forEach(({ yields }, j) => {
    const weighted = timesSymmetric(seasons[j]!.matrix, yields);
    sum += seasons[j]!.logDeterminant;
    for (let i = 0; i < yields.length; i++) sum += yields[i]! * weighted[i]!;
  });
  design.features.forEach((feature, i) => {
    const variance = priorVariance(feature, variances);
    if (variance !== null) sum += Math.log(variance);
    sum -= equations.answers[i]! * posterior.weights[i]!;
  });
  return sum;
}

type LastingName = 'weather' | 'hybrid' | 'parent' | 'field' | 'region' | 'parentWeather';
type SeasonName = Exclude<VarianceName, LastingName>;

function lastingGradient(
  { features }: FitDesign,
  variances: Variances,
  { weights, covariance }: Posterior,
): Record<LastingName, number> {
  const gradient = { weather: 0, hybrid: 0, parent: 0, field: 0, region: 0, parentWeather: 0 };
  features.forEach(({ block }, i) => {
    if (block === 'intercept') return;
    const spread = covariance[i * features.length + i]! + weights[i]! ** 2;
    gradient[block] += 0.5 * (1 - spread / variances[block]);
  });
  return gradient;
}

function seasonGradient(
  design: FitDesign,
  { seasons, variances, posterior }: Omit<Evaluation, 'equations'>,
): Record<SeasonName, number> {
  const { plot } = variances;
  const slopes = {
    fieldYear: 0,
    parentFieldYear: 0,
    hybridFieldYear: 0,
    plot: design.withinDegrees / plot - design.withinSquares / plot ** 2,
  };
  design.fieldYears.forEach((fieldYear, j) => {
    addSlopes(slopes, fieldYear, misfitMatrix(fieldYear, seasons[j]!.matrix, posterior));
  });
  return {
    fieldYear: 0.5 * variances.fieldYear * slopes.fieldYear,
    parentFieldYear: 0.5 * variances.parentFieldYear * slopes.parentFieldYear,
    hybridFieldYear: 0.5 * variances.hybridFieldYear * slopes.hybridFieldYear,
    plot: 0.5 * plot * slopes.plot,
  };
}

/** tr(M ∂V/∂v) for the four variances in V. */
function addSlopes(
  slopes: Record<SeasonName, number>,
  { cellCount, common, plots }: FieldYearDesign,
  misfit: Float64Array,
): void {
  for (let i = 0; i < cellCount; i++) {
    const own = misfit[i * cellCount + i]!;
    slopes.hybridFieldYear += own;
    slopes.plot += own / plots[i]!;
    for (let k = 0; k < cellCount; k++) {
      slopes.fieldYear += misfit[i * cellCount + k]!;
      slopes.parentFieldYear += misfit[i * cellCount + k]! * common[i * cellCount + k]!;
    }
  }
}

/** M = V⁻¹ − V⁻¹ΦC⁻¹ΦᵀV⁻¹ − aaᵀ. */
function misfitMatrix(
  fieldYear: FieldYearDesign,
  precision: Float64Array,
  { weights, covariance }: Posterior,
): Float64Array {
  const { cellCount, yields } = fieldYear;
  const fitted = fittedCells(fieldYear, weights);
  const pull = timesSymmetric(
    precision,
    yields.map((one, i) => one - fitted[i]!),
  );
  const uncertain = betweenCells(fieldYear, covariance, weights.length);
  const explained = product(product(precision, uncertain, cellCount), precision, cellCount);
  return precision.map(
    (value, at) =>
      value - explained[at]! - pull[Math.floor(at / cellCount)]! * pull[at % cellCount]!,
  );
}

function product(first: Float64Array, second: Float64Array, size: number): Float64Array {
  const result = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) {
      const value = first[i * size + k]!;
      for (let j = 0; j < size; j++) result[i * size + j]! += value * second[k * size + j]!;
    }
  }
  return result;
}
