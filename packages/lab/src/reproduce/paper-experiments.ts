/**
 * The paper's synthetic experiment as data, with what we add to it.
 *
 *   paper     both readings of the data, all strategies, four values of α, 100 trials of 2000 rounds
 *   half      the same worlds up to half the horizon: what still grows in the second half?
 *   free      the learners of `hedge` with a promise so weak that it never binds
 *   stress    a baseline that is hard to beat, and a tight promise: does the gate hold?
 *   long      Algorithm 1 ten times as long, and the same worlds up to half and a quarter: how does it grow?
 *   offset    “centered” with rewards as high as its forecasts expect: what breaks the confidence set there?
 *
 * The paper gives neither λ, δ, A nor D; these are the values of the reference runs: λ = 1,
 * δ = 0.001, A = the true norm of the weights, D = 40.
 */
import type {
  Experiment,
  StrategyDefinition,
  SyntheticDefinition,
} from '../experiments/experiment.ts';

export const FAILURE_PROBABILITY = 0.001;
export const RIDGE_PENALTY = 1;
export const NOISE_SCALE = 0.1;
/** Five weights 1, five weights 1, five weights −2. */
export const WEIGHT_NORM_BOUND: number = Math.sqrt(30);
export const FEATURE_NORM_BOUND = 40;
export const FEATURE_COUNT = 15;
export const ALLOWED_SHORTFALLS: readonly number[] = [0.1, 0.3, 0.5, 0.8];
/** So weak a promise that it stops practically nothing: 0.1 % of the baseline. */
export const FREE_SHORTFALL = 0.999;
export const STRESS_SHORTFALL = 0.05;
/** The α of figures and claims that show only one; the paper does not say which it used. */
export const SHOWN_SHORTFALL = 0.5;

export const LUCB = 'lucb';
export const CONTEXT_UCB = 'context-ucb';
export const CLUCB = 'clucb';
export const ALGORITHM_1 = 'algorithm-1';
export const HEDGE_LEDGER = 'hedge-ledger';
export const HEDGE_HINT = 'hedge-hint';
export const ALGORITHM_1_LITERAL = 'algorithm-1-literal';

export const CENTERED = 'centered';
export const BERKSON = 'berkson';
export const GOOD_BASELINE = 'good-baseline';

export interface PaperExperiments {
  readonly paper: Experiment;
  readonly half: Experiment;
  readonly free: Experiment;
  readonly stress: Experiment;
  readonly long: Experiment;
  readonly longHalf: Experiment;
  readonly longQuarter: Experiment;
  readonly offset: Experiment;
}

export interface PaperSize {
  /** T: rounds of a trial. */
  readonly rounds: number;
  readonly trials: number;
  readonly seed: number;
  readonly stressRounds: number;
  readonly stressTrials: number;
  /** For how regret grows; a multiple of 4. */
  readonly longRounds: number;
  readonly longTrials: number;
}

export const FULL_SIZE: PaperSize = {
  rounds: 2000,
  trials: 100,
  seed: 2203,
  stressRounds: 600,
  stressTrials: 200,
  longRounds: 20_000,
  longTrials: 50,
};

/** The same horizon with fewer trials: a first look. */
export const QUICK_SIZE: PaperSize = {
  rounds: 2000,
  trials: 16,
  seed: 2203,
  stressRounds: 600,
  stressTrials: 40,
  longRounds: 20_000,
  longTrials: 16,
};

/** Returns the experiments for a size. */
export function paperExperiments(size: PaperSize): PaperExperiments {
  const { rounds, trials, seed } = size;
  const common = { format: 'hedgerow-experiment/1', rounds, trials, seed } as const;
  const readings = [synthetic(CENTERED, 'centered'), synthetic(BERKSON, 'berkson')];
  return {
    paper: {
      ...common,
      name: 'paper',
      title: 'The paper’s synthetic experiment, and the same under hedge',
      environments: readings,
      strategies: STRATEGIES,
      allowedShortfalls: ALLOWED_SHORTFALLS,
    },
    half: {
      ...common,
      name: 'half',
      title: 'The same worlds, half as long',
      rounds: Math.floor(rounds / 2),
      environments: readings,
      strategies: [...STRATEGIES.slice(0, 4), LITERAL],
      allowedShortfalls: [SHOWN_SHORTFALL],
    },
    free: {
      ...common,
      name: 'free',
      title: 'The learners of hedge with a promise that never binds',
      environments: [readings[1]!],
      strategies: STRATEGIES.slice(4),
      allowedShortfalls: [FREE_SHORTFALL],
    },
    stress: {
      ...common,
      name: 'stress',
      title: 'The best action as the baseline, and a tight promise',
      seed: seed + 1,
      rounds: size.stressRounds,
      trials: size.stressTrials,
      environments: [{ ...synthetic(GOOD_BASELINE, 'berkson'), baselineRank: 1 }],
      strategies: STRATEGIES.slice(3, 5),
      allowedShortfalls: [STRESS_SHORTFALL],
    },
    ...longExperiments(size, readings),
    offset: {
      ...common,
      name: 'offset',
      title: '“centered”, paying what its forecasts expect',
      environments: [{ ...synthetic(CENTERED, 'centered'), paysSpread: true }],
      strategies: STRATEGIES.slice(3, 4),
      allowedShortfalls: ALLOWED_SHORTFALLS.slice(0, 1),
    },
  };
}

function longExperiments(
  { longRounds, longTrials, seed }: PaperSize,
  environments: readonly SyntheticDefinition[],
): Pick<PaperExperiments, 'long' | 'longHalf' | 'longQuarter'> {
  const whole: Experiment = {
    format: 'hedgerow-experiment/1',
    name: 'long',
    title: 'Algorithm 1, longer',
    rounds: longRounds,
    trials: longTrials,
    seed: seed + 2,
    environments,
    strategies: STRATEGIES.slice(3, 4),
    allowedShortfalls: [SHOWN_SHORTFALL],
  };
  return {
    long: whole,
    longHalf: { ...whole, name: 'long-half', rounds: longRounds / 2 },
    longQuarter: { ...whole, name: 'long-quarter', rounds: longRounds / 4 },
  };
}

function synthetic(id: string, reading: SyntheticDefinition['reading']): SyntheticDefinition {
  return {
    id,
    kind: 'synthetic',
    reading,
    contextDimension: 5,
    actionCount: 20,
    baselineRank: 10,
    noiseScale: NOISE_SCALE,
  };
}

const AS_WRITTEN = {
  ridgePenalty: RIDGE_PENALTY,
  failureProbability: FAILURE_PROBABILITY,
  noiseScale: NOISE_SCALE,
  weightNormBound: WEIGHT_NORM_BOUND,
  featureNormBound: FEATURE_NORM_BOUND,
  radius: 'paper',
} as const;

const SOUND = {
  kind: 'hedge',
  ridgePenalty: RIDGE_PENALTY,
  failureProbability: FAILURE_PROBABILITY,
  noiseScale: NOISE_SCALE,
  baselineReward: 'known',
  promise: 'expected',
} as const;

const STRATEGIES: readonly StrategyDefinition[] = [
  { id: LUCB, kind: 'linearUcb', label: 'LUCB', ...AS_WRITTEN },
  { id: CONTEXT_UCB, kind: 'contextUcb', label: 'K&K UCB', feedback: 'hidden', ...AS_WRITTEN },
  { id: CLUCB, kind: 'conservativeLinearUcb', label: 'CLUCB', ...AS_WRITTEN },
  {
    id: ALGORITHM_1,
    kind: 'conservativeContextUcb',
    label: 'Algorithm 1',
    startingSet: 'ball',
    ...AS_WRITTEN,
  },
  { id: HEDGE_LEDGER, label: 'hedge (ledger only)', hintDoubt: null, ...SOUND },
  { id: HEDGE_HINT, label: 'hedge (hint)', hintDoubt: 0.2, ...SOUND },
];

const LITERAL: StrategyDefinition = {
  id: ALGORITHM_1_LITERAL,
  kind: 'conservativeContextUcb',
  label: 'Algorithm 1 from ℝᵈ',
  ...AS_WRITTEN,
  startingSet: 'everything',
};
