/**
 * SampLinUCB (Lamprier, Gisselbrecht and Gallinari, JMLR 2018): what an action is like is not known, only samples
 * around it are shown, so two things are uncertain, the profile of an action and the weights.
 *
 *     profile   x̂ = mean of its n samples, within ρ of the truth:  ρ = min(2 L, L √(2 d ln(2 d K t² / δ) / n))
 *     weights   ridge on x̂, each reward weighted by 1 / R²:         R² = σ² + L² A² / n
 *     play      largest x̂ᵀθ̂ + ρ ‖θ̂‖ + β (‖x̂‖ in V⁻¹ + ρ / √λ),     β = √(ln det(V / λᵈ) + 2 ln(1 / δ)) + √λ A
 *
 * Published for profiles that never change. As we read it here: `constant` takes the features that a forecast
 * gives an action for samples of one profile, so all past rewards are explained anew by the means of today;
 * `round` gives every round a profile of its own, of which the forecast is worth `sampleCount` samples. With L = 0
 * both are linear UCB with the penalty λ σ² (tested). The constants of ρ are ours: those of the
 * paper were not at hand. No promise.
 */
import { choleskyFactor, choleskySolve } from '@hedgerow/core/research';
import type { RivalRound, RivalRule } from '../rival-learner.ts';
import { bestOf, project } from '../rival-ridge.ts';

export interface SampledProfilesOptions {
  readonly dimension: number;
  readonly actionCount: number;
  readonly profiles: 'constant' | 'round';
  /** L: how far a sample may lie from its profile. */
  readonly sampleSpread: number;
  /** `round`: how many samples a forecast is worth. */
  readonly sampleCount: number;
  readonly noiseScale: number;
  readonly weightNormBound: number;
  readonly ridgePenalty: number;
  readonly failureProbability: number;
}

/** R² of a reward that is explained by the mean of so many samples. */
export function explainedVariance(
  { noiseScale, sampleSpread, weightNormBound }: SampledProfilesOptions,
  samples: number,
): number {
  const unknown = (sampleSpread * weightNormBound) ** 2 / samples;
  return Math.max(noiseScale ** 2 + unknown, Number.EPSILON);
}

/** ρ: how far the mean of so many samples may lie from the profile, in a round. */
export function profileRadius(
  { sampleSpread, dimension, actionCount, failureProbability }: SampledProfilesOptions,
  samples: number,
  round: number,
): number {
  const ways = (2 * dimension * actionCount * round ** 2) / failureProbability;
  const width = Math.sqrt((2 * dimension * Math.log(ways)) / samples);
  return sampleSpread * Math.min(2, width);
}

/** What has been seen: a weighted regression, and how many samples stand behind a profile. */
interface Evidence {
  readonly gram: Float64Array;
  readonly right: Float64Array;
  readonly samples: number;
}

export function sampledProfiles(options: SampledProfilesOptions): RivalRule {
  const memory =
    options.profiles === 'constant' ? constantProfiles(options) : roundProfiles(options);
  const weights = new Float64Array(options.dimension);
  return {
    hasGate: false,
    estimateWeights: (into) => into.set(weights),
    choose(round: RivalRound) {
      const shown = memory.show(round);
      const { gram, right, samples } = memory.evidence();
      const factor = choleskyFactor(gram, options.dimension)!;
      weights.set(choleskySolve(factor, right));
      const radius = weightRadius(factor, options);
      const doubt = profileRadius(options, samples, round.number);
      const bonus = doubt * (Math.hypot(...weights) + radius / Math.sqrt(options.ridgePenalty));
      const seen = { ...round, features: shown };
      const worth = (x: number) =>
        project(seen, x, weights) + radius * widthOf(factor, seen, x) + bonus;
      return { action: bestOf(round.actionCount, worth), chosenBy: 'learner' };
    },
    learn: ({ action, features }, reward) => memory.learn(action, features, reward),
  };
}

interface ProfileMemory {
  /** Takes the samples of a round, and returns the profiles of all actions as they are believed. */
  show(round: RivalRound): Float64Array;
  evidence(): Evidence;
  learn(action: number, features: Float64Array, reward: number): void;
}

/** One profile for each action: the mean of all that was ever shown of it. */
function constantProfiles(options: SampledProfilesOptions): ProfileMemory {
  const { dimension, actionCount, ridgePenalty } = options;
  const means = new Float64Array(actionCount * dimension);
  const plays = new Float64Array(actionCount);
  const rewards = new Float64Array(actionCount);
  let samples = 0;
  return {
    show({ features }) {
      samples += 1;
      for (let i = 0; i < means.length; i++) means[i]! += (features[i]! - means[i]!) / samples;
      return means;
    },
    evidence() {
      const sums = emptySums(dimension, ridgePenalty);
      const weight = 1 / explainedVariance(options, samples);
      for (let x = 0; x < actionCount; x++) {
        if (plays[x] === 0) continue;
        const profile = means.subarray(x * dimension, (x + 1) * dimension);
        addRow(sums, profile, { weight: weight * plays[x]!, reward: rewards[x]! / plays[x]! });
      }
      return { ...sums, samples };
    },
    learn(action, _features, reward) {
      plays[action]! += 1;
      rewards[action]! += reward;
    },
  };
}

/** A profile for each round and action, of which the forecast is a mean of some samples. */
function roundProfiles(options: SampledProfilesOptions): ProfileMemory {
  const { dimension, ridgePenalty, sampleCount } = options;
  const sums = emptySums(dimension, ridgePenalty);
  const weight = 1 / explainedVariance(options, sampleCount);
  return {
    show: ({ features }) => features,
    evidence: () => ({ ...sums, samples: sampleCount }),
    learn: (_action, features, reward) => addRow(sums, features, { weight, reward }),
  };
}

function emptySums(dimension: number, ridgePenalty: number): Omit<Evidence, 'samples'> {
  const gram = new Float64Array(dimension * dimension);
  for (let i = 0; i < dimension; i++) gram[i * dimension + i] = ridgePenalty;
  return { gram, right: new Float64Array(dimension) };
}

function addRow(
  { gram, right }: Omit<Evidence, 'samples'>,
  row: Float64Array,
  { weight, reward }: { readonly weight: number; readonly reward: number },
): void {
  const size = row.length;
  for (let i = 0; i < size; i++) {
    right[i]! += weight * row[i]! * reward;
    for (let j = 0; j < size; j++) gram[i * size + j]! += weight * row[i]! * row[j]!;
  }
}

/** β: the determinant form for noise of scale 1, which the weights have made of it. */
function weightRadius(factor: Float64Array, options: SampledProfilesOptions): number {
  const { dimension, ridgePenalty, failureProbability, weightNormBound } = options;
  let logDeterminant = -dimension * Math.log(ridgePenalty);
  for (let i = 0; i < dimension; i++) logDeterminant += 2 * Math.log(factor[i * dimension + i]!);
  const information = logDeterminant + 2 * Math.log(1 / failureProbability);
  return Math.sqrt(information) + Math.sqrt(ridgePenalty) * weightNormBound;
}

function widthOf(factor: Float64Array, { features, dimension }: RivalRound, x: number): number {
  const row = features.subarray(x * dimension, (x + 1) * dimension);
  const solved = choleskySolve(factor, row);
  return Math.sqrt(row.reduce((sum, value, i) => sum + value * solved[i]!, 0));
}
