/**
 * The paper's maize experiment as data, with the sound strategy beside it.
 *
 * Two feature maps of the same fitted model, six strategies, four values of α. The paper gives neither
 * δ, λ, A nor D for maize; these are the values of the reference rows: δ = 0.001, λ = 1, A = the norm of
 * the true weights, D from the model file.
 */
import { fileURLToPath } from 'node:url';
import { HINT_DOUBT } from '@hedgerow/core/research';
import type {
  BilinearDefinition,
  Experiment,
  StrategyDefinition,
} from '../../experiments/experiment.ts';
import type { MaizeMap } from '../world/maize-features.ts';
import { MAIZE_DEFAULTS, type MaizeGenerator } from '../world/maize-world.ts';

/** δ and λ of the reference rows. */
export const FAILURE_PROBABILITY = 0.001;
const RIDGE_PENALTY = 1;

export const OUTER = 'outer-map';
export const HADAMARD = 'hadamard-map';
export const MAPS: readonly string[] = [OUTER, HADAMARD];

export const LUCB = 'lucb';
export const CONTEXT_UCB = 'context-ucb';
export const CLUCB = 'clucb';
export const ALGORITHM_1 = 'algorithm-1';
export const HEDGE = 'hedge';
export const UNGATED = 'ungated';

export const ALLOWED_SHORTFALLS: readonly number[] = [0.2, 0.4, 0.6, 0.9];
/** The α of figure (b); the paper does not say which it used. */
export const SHOWN_SHORTFALL = 0.4;
export const GENERATOR: MaizeGenerator = 'classical-calibrated';

/** The second model: the same data with contexts standardised, in which weather matters more. */
export const STANDARDISED_MODEL_FILE: string = fileURLToPath(
  new URL('../../../models/maize-strict-standardised.json', import.meta.url),
);

export interface MaizeSize {
  /** T: rounds of a trial. */
  readonly rounds: number;
  readonly trials: number;
  readonly seed: number;
}

export const MAIZE_FULL_SIZE: MaizeSize = { rounds: 1000, trials: 100, seed: 2203 };

/** The same horizon with fewer trials: a first look. */
export const MAIZE_QUICK_SIZE: MaizeSize = { rounds: 1000, trials: 16, seed: 2203 };

/** Returns the experiment for a size. */
export function maizeExperiment({ rounds, trials, seed }: MaizeSize): Experiment {
  return {
    format: 'hedgerow-experiment/1',
    name: 'maize',
    title: 'The paper’s maize experiment, and the same under hedge',
    rounds,
    trials,
    seed,
    environments: [bilinear(OUTER, 'latent-outer'), bilinear(HADAMARD, 'hadamard')],
    strategies: STRATEGIES,
    allowedShortfalls: ALLOWED_SHORTFALLS,
    differences: [{ strategy: ALGORITHM_1, minus: CLUCB }],
  };
}

/** Those who see the weather have the baseline that is 16th in it. */
function bilinear(id: string, map: MaizeMap): BilinearDefinition {
  const { baselineRank, noiseScale } = MAIZE_DEFAULTS;
  return {
    id,
    kind: 'bilinear',
    model: 'maize-strict',
    map,
    generator: GENERATOR,
    baselineRank,
    noiseScale,
    baselineRanking: 'sight',
  };
}

const COMMON = {
  ridgePenalty: RIDGE_PENALTY,
  failureProbability: FAILURE_PROBABILITY,
  noiseScale: MAIZE_DEFAULTS.noiseScale,
} as const;
const AS_WRITTEN = { ...COMMON, radius: 'paper' } as const;
const GATED = { ...AS_WRITTEN, startingSet: 'ball' } as const;
const SOUND = {
  ...COMMON,
  baselineReward: 'known',
  promise: 'expected',
  hintDoubt: HINT_DOUBT,
} as const;

const STRATEGIES: readonly StrategyDefinition[] = [
  { id: LUCB, kind: 'linearUcb', label: 'LUCB', ...AS_WRITTEN },
  { id: CONTEXT_UCB, kind: 'contextUcb', label: 'K&K UCB', feedback: 'hidden', ...AS_WRITTEN },
  { id: CLUCB, kind: 'conservativeLinearUcb', label: 'CLUCB', ...GATED },
  { id: ALGORITHM_1, kind: 'conservativeContextUcb', label: 'Algorithm 1', ...GATED },
  { id: HEDGE, kind: 'hedge', label: 'hedge', ...SOUND },
  { id: UNGATED, kind: 'hedge', label: 'hedge without its gate', gate: 'none', ...SOUND },
];
