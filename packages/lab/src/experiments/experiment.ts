/**
 * An experiment as plain data: environments × strategies × allowed shortfalls × trials.
 *
 * One cell is one environment, one strategy and one α; strategies without a gate have α = null and
 * one cell an environment. Trial k of every cell meets the same world (common random numbers).
 */
import type { TrapName } from '../environments/trap-worlds.ts';

export interface Experiment {
  readonly format: 'hedgerow-experiment/1';
  /** Short name, used for files. */
  readonly name: string;
  /** One line for people. */
  readonly title?: string | undefined;
  /** T: rounds of a trial. */
  readonly rounds: number;
  readonly trials: number;
  readonly seed: number;
  readonly environments: readonly EnvironmentDefinition[];
  readonly strategies: readonly StrategyDefinition[];
  /** The values of α that strategies with a gate are run with. */
  readonly allowedShortfalls: readonly number[];
  /** Pairs of strategies whose difference is measured trial by trial. */
  readonly differences?: readonly StrategyPair[] | undefined;
}

/** `strategy` minus `minus`, by their ids. */
export interface StrategyPair {
  readonly strategy: string;
  readonly minus: string;
}

export type EnvironmentDefinition =
  | SyntheticDefinition
  | { readonly id: string; readonly kind: 'bounded' }
  | { readonly id: string; readonly kind: 'trap'; readonly trap: TrapName }
  | DriftDefinition
  | BilinearDefinition
  | LogDefinition;

export interface SyntheticDefinition {
  readonly id: string;
  readonly kind: 'synthetic';
  readonly reading: 'centered' | 'berkson' | 'classical' | 'classical-calibrated';
  readonly contextDimension: number;
  readonly actionCount: number;
  /** 1 is the best action. */
  readonly baselineRank: number;
  readonly noiseScale: number;
  /**
   * Declares rewards to lie between 0 and this: those observed are cut at 0, and those above count
   * as this much. Left out, rewards have no declared range.
   */
  readonly rewardCeiling?: number | undefined;
}

/** Two coins, of which the baseline becomes better for good after some rounds. */
export interface DriftDefinition {
  readonly id: string;
  readonly kind: 'drift';
  /** The last round before the change. */
  readonly changesAfter: number;
}

/** A world fitted to field trials, bilinear in context and action, with forecasts of the weather. */
export interface BilinearDefinition {
  readonly id: string;
  readonly kind: 'bilinear';
  /** One of the models that come with the lab. */
  readonly model: 'maize-strict' | 'maize-strict-standardised';
  readonly map: 'kronecker' | 'latent-outer' | 'hadamard';
  readonly generator: 'centered' | 'berkson' | 'classical-calibrated' | 'classical' | 'climatology';
  readonly baselineRank: number;
  readonly noiseScale: number;
  /**
   * What the baseline is ranked by for strategies that see the weather: the forecast, as for all
   * others, or what they see. The forecast if left out.
   */
  readonly baselineRanking?: 'forecast' | 'sight' | undefined;
}

/**
 * Rounds as they were logged, with what each action would have paid: played in random order, each as
 * often as chance will have it. What was logged counts as expected.
 */
export interface LogDefinition {
  readonly id: string;
  readonly kind: 'log';
  /** A file with `rounds` as in hedgerow-replay/1, beside the experiment file; read when it is run. */
  readonly file?: string | undefined;
  readonly rounds?: readonly LoggedRound[] | undefined;
}

export interface LoggedRound {
  /** ψ of each action. */
  readonly expectedFeatures: readonly (readonly number[])[];
  readonly baseline: { readonly action: number; readonly expectedReward: number };
  /** What each action would have paid. */
  readonly rewards: readonly number[];
}

/** What a strategy is told; every field is optional where the environment has a natural value. */
export interface StrategyDefinition {
  readonly id: string;
  readonly kind: StrategyKind;
  /** For figures and tables. */
  readonly label?: string | undefined;
  readonly ridgePenalty?: number | undefined;
  readonly failureProbability?: number | undefined;
  readonly noiseScale?: number | undefined;
  readonly weightNormBound?: number | undefined;
  readonly featureNormBound?: number | undefined;
  readonly radius?: 'paper' | 'determinant' | 'kirschner-krause' | undefined;
  readonly startingSet?: 'ball' | 'everything' | undefined;
  readonly feedback?: 'hidden' | 'revealed' | undefined;
  /** hedge: share by which the declared baseline reward may be off; null takes no hint. */
  readonly hintDoubt?: number | null | undefined;
  /** hedge: whether the baseline's expected reward is told. */
  readonly baselineReward?: 'known' | 'unknown' | undefined;
  readonly promise?: 'expected' | 'played' | 'observed' | undefined;
  /** α of its own instead of the experiment's; without a gate, what it is judged by. */
  readonly allowedShortfall?: number | undefined;
  /** hedge: plays what it proposes, and promises nothing. */
  readonly gate?: 'none' | undefined;
  /** hedge: who proposes. */
  readonly proposer?: ProposerDefinition | undefined;
  /** hedge: the promise holds after every so many rounds instead of after every one. */
  readonly window?: number | undefined;
  /** What a linear strategy with a gate plays if the proposal is refused: the best safe action. */
  readonly selection?: 'best-safe' | undefined;
}

export interface ProposerDefinition {
  readonly kind: 'optimistic' | 'thompson' | 'greedy';
  readonly boldness?: number | undefined;
}

export type StrategyKind =
  | 'baselineOnly'
  | 'linearUcb'
  | 'contextUcb'
  | 'conservativeLinearUcb'
  | 'conservativeContextUcb'
  | 'certifiedContextUcb'
  | 'hedge';

const GATED_KINDS: ReadonlySet<StrategyKind> = new Set<StrategyKind>([
  'conservativeLinearUcb',
  'conservativeContextUcb',
  'certifiedContextUcb',
  'hedge',
]);

/** Whether a strategy has a gate, and so makes a promise. */
export function hasGate({ kind, gate }: StrategyDefinition): boolean {
  return GATED_KINDS.has(kind) && gate !== 'none';
}

/** One cell of the experiment. */
export interface Cell {
  readonly environment: string;
  readonly strategy: string;
  /** α, or null for a strategy without a gate. */
  readonly allowedShortfall: number | null;
}
