/**
 * An experiment as plain data: environments × strategies × allowed shortfalls × trials.
 *
 * One cell is one environment, one strategy and one α; strategies without a gate have α = null and
 * one cell an environment. Trial k of every cell meets the same world (common random numbers).
 */
import type { TrapName } from '../environments/trap-worlds.ts';
import type { AnyLearnerDefinition } from '../rivals/rival-definition.ts';

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
  /** Measures of one's own, by module. */
  readonly measures?: readonly (OwnModule & { readonly id: string })[] | undefined;
  /** Pairs of strategies whose difference is measured trial by trial. */
  readonly differences?: readonly StrategyPair[] | undefined;
}

/** `strategy` minus `minus`, by their ids. */
export interface StrategyPair {
  readonly strategy: string;
  readonly minus: string;
}

/**
 * An ES module beside the experiment file whose default export makes something of one's own: own-things.ts says
 * what each is given and must return.
 */
export interface OwnModule {
  /** Path from the folder of the experiment file, such as ./mine.ts. */
  readonly module: string;
  /** SHA-256 of its text, so that results of another text are never mixed with these; filled in. */
  readonly sourceHash?: string | undefined;
  /** Handed to it as it is. */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

export interface OwnEnvironmentDefinition extends OwnModule {
  readonly id: string;
  readonly kind: 'own';
}

export type EnvironmentDefinition =
  | OwnEnvironmentDefinition
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
  /** A feature map of one's own in place of the paper's; true weights are not known then. */
  readonly features?: OwnModule | undefined;
  /** Whether rewards are higher by what the spread of forecasts adds to expectations. */
  readonly paysSpread?: boolean | undefined;
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
  /** One of your own in its place, beside the experiment file: from `hedgerow maize fit`; read when it is run. */
  readonly file?: string | undefined;
  /** What that file holds. */
  readonly fitted?: Readonly<Record<string, unknown>> | undefined;
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

/**
 * A learner and its names; every field is optional where the environment has a natural value. Its
 * `allowedShortfall` is one of its own instead of the experiment's; without a gate, what it is judged by.
 */
export interface StrategyDefinition extends AnyLearnerDefinition, Partial<OwnModule> {
  readonly id: string;
  /** For figures and tables. */
  readonly label?: string | undefined;
  readonly allowedShortfall?: number | undefined;
}

/** One cell of the experiment. */
export interface Cell {
  readonly environment: string;
  readonly strategy: string;
  /** α, or null for a strategy without a gate. */
  readonly allowedShortfall: number | null;
}
