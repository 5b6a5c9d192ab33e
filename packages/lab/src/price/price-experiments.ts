/**
 * The price of safety as experiments of the ordinary format.
 *
 *   synthetic          the paper's world in the calibrated reading; the baseline's number is told
 *   bounded            rewards between 0 and 1; the number is not told, but for the first row
 *   synthetic-cap-60   the paper's world, number not told, rewards declared to stay below 60
 *   synthetic-cap-40   the same with a tighter declaration
 *
 * and their strategies:
 *
 *   as-written     the paper's Algorithm 1: its promise does not hold with hidden contexts
 *   ledger-only    hedge without the hint: the baseline's number is used in the books alone
 *   hedge          the default: the proposer reads the number too, as if it were off by a fifth, while it fits
 *   exact-hint     the proposer takes the number for exact
 *   ungated        the proposer of ledger-only without any gate, judged by each α in turn
 *   known-number   ledger-only, next to strategies that are not told the number
 *   coin-…         the baseline's reward is unknown; a hold-out coin keeps one of three promises
 */
import { PAPER_WORLD } from '../environments/synthetic-world.ts';
import type {
  EnvironmentDefinition,
  Experiment,
  StrategyDefinition,
  SyntheticDefinition,
} from '../experiments/experiment.ts';

/** δ of every strategy, over a whole run. */
export const FAILURE_PROBABILITY = 0.001;
export const ALLOWED_SHORTFALLS: readonly number[] = [0.1, 0.3, 0.5, 0.8];
export const AS_WRITTEN = 'as-written';

const COMMON = { ridgePenalty: 1, failureProbability: FAILURE_PROBABILITY } as const;

/** Algorithm 1, in the worlds of the reference runs. */
export const ALGORITHM_1: Omit<StrategyDefinition, 'id'> = {
  ...COMMON,
  kind: 'conservativeContextUcb',
  radius: 'paper',
  startingSet: 'ball',
};

/** hedge, told the baseline's number. */
export const TOLD_HEDGE: Omit<StrategyDefinition, 'id'> = {
  ...COMMON,
  kind: 'hedge',
  hintDoubt: 0.2,
  baselineReward: 'known',
  promise: 'expected',
};

const KNOWN_NUMBER: StrategyDefinition = { ...TOLD_HEDGE, id: 'known-number', hintDoubt: null };
const COIN_POLICY = withCoin('coin-policy', 'expected');
const COINS: readonly StrategyDefinition[] = [
  COIN_POLICY,
  withCoin('coin-played', 'played'),
  // The floor of what is observed holds with its noise: the worlds cut it off there.
  { ...withCoin('coin-observed', 'observed'), noiseScale: 0 },
];

interface PricedWorld {
  readonly environment: EnvironmentDefinition;
  readonly strategies: readonly StrategyDefinition[];
}

const WORLDS: readonly PricedWorld[] = [
  {
    environment: synthetic('synthetic'),
    strategies: [
      { ...ALGORITHM_1, id: AS_WRITTEN },
      { ...TOLD_HEDGE, id: 'ledger-only', hintDoubt: null },
      { ...TOLD_HEDGE, id: 'hedge' },
      { ...TOLD_HEDGE, id: 'exact-hint', hintDoubt: 0.001 },
      ...ALLOWED_SHORTFALLS.map(ungated),
    ],
  },
  { environment: { id: 'bounded', kind: 'bounded' }, strategies: [KNOWN_NUMBER, ...COINS] },
  { environment: synthetic('synthetic-cap-60', 60), strategies: [KNOWN_NUMBER, ...COINS] },
  { environment: synthetic('synthetic-cap-40', 40), strategies: [COIN_POLICY] },
];

export const EXPERIMENT_NAMES: readonly string[] = WORLDS.map(({ environment }) => environment.id);

export interface PriceSize {
  readonly rounds: number;
  readonly trials: number;
  readonly seed: number;
}

/** Returns the experiments of these names, each strategy beside as-written where that plays. */
export function priceExperiments(names: readonly string[], size: PriceSize): Experiment[] {
  return WORLDS.filter(({ environment }) => names.includes(environment.id)).map(
    ({ environment, strategies }) => ({
      format: 'hedgerow-experiment/1',
      name: `price-${environment.id}`,
      ...size,
      environments: [environment],
      strategies,
      allowedShortfalls: ALLOWED_SHORTFALLS,
      differences: strategies.some(({ id }) => id === AS_WRITTEN)
        ? strategies.slice(1).map(({ id }) => ({ strategy: id, minus: AS_WRITTEN }))
        : [],
    }),
  );
}

function synthetic(id: string, rewardCeiling?: number): SyntheticDefinition {
  const { reading, contextDimension, actionCount, baselineRank, rewardNoiseScale } = PAPER_WORLD;
  return {
    id,
    kind: 'synthetic',
    reading,
    contextDimension,
    actionCount,
    baselineRank,
    noiseScale: rewardNoiseScale,
    ...(rewardCeiling === undefined ? {} : { rewardCeiling }),
  };
}

function ungated(allowedShortfall: number): StrategyDefinition {
  const id = `ungated-${100 * allowedShortfall}`;
  return { ...TOLD_HEDGE, id, label: 'ungated', hintDoubt: null, gate: 'none', allowedShortfall };
}

function withCoin(id: string, promise: 'expected' | 'played' | 'observed'): StrategyDefinition {
  return { ...COMMON, id, kind: 'hedge', hintDoubt: null, baselineReward: 'unknown', promise };
}
