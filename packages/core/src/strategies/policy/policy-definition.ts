/**
 * A policy as plain data: what can be done, what is done today, what is known, what is promised.
 *
 * It holds no functions, so the same definition runs in a program, in the service and in a page.
 */
import type { FeatureMapDescription } from '../../expectation/feature-map-description.ts';

export interface PolicyDefinition {
  /** What can be done: names, or names with numeric attributes that actions share. */
  readonly actions: readonly (string | ActionDefinition)[];
  readonly baseline: BaselineDefinition;
  /** What the reward may depend on: variables with their usual range, or with categories. */
  readonly context: Readonly<Record<string, VariableDefinition>>;
  readonly reward: RewardDefinition;
  /** α: the share of the baseline's total that may be lost. Give this or `allowedLossPerRound`. */
  readonly allowedShortfall?: number;
  /** The absolute form, for rewards that can be negative: loss per round, in reward units. */
  readonly allowedLossPerRound?: number;
  /** Decisions have sizes (hectares, visitors): the promise is about the sum of size · reward. */
  readonly size?: SizeDefinition;
  /**
   * Decisions can be divided (strips of a field, shares of traffic): tried on a part, with a check
   * beside it. The promise is then about what is earned in the weather that came.
   */
  readonly split?: SplitDefinition;
  /**
   * What may be lost once, in reward units. Default 0. A policy in place of another starts with what that one
   * hands on, `reserveLeft()`, if that is less; below 0 it is a debt, and is made up for first.
   */
  readonly reserve?: number;
  /** The promise is kept at multiples of so many rounds. Default 1: at every round. */
  readonly window?: number;
  /**
   * Keep the promise in every period by itself: so many rounds, or `named` if every decision names its
   * period ("2027", "May"). Default: over the whole life.
   */
  readonly period?: number | 'named';
  /** The most that may be saved up to be risked later, in reward units. Default: no limit. */
  readonly budgetMax?: number;
  /** δ: probability with which the promise may fail, over the whole life. Default 0.01. */
  readonly failureProbability?: number;
  /** Whether expected or observed rewards are promised about. Default `expected`. */
  readonly promise?: PromiseSubject;
  /** How features are made of action and context; from actions and context by default. */
  readonly features?: FeatureMapDescription;
  readonly proposer?: ProposerDefinition;
  /**
   * Lets a small share of decisions be drawn by lot, where the books allow what is drawn, so that logs tell of all
   * actions: what it costs is paid from the budget like any proposal.
   */
  readonly exploration?: ExplorationDefinition;
  /** λ: ridge penalty of the proposer's model. Default 1. */
  readonly ridgePenalty?: number;
  /** A fitted model to start from, in place of the ridge penalty; no promise rests on it. */
  readonly prior?: PriorDefinition;
  /** Lets the learner forget, for worlds that change; the promise holds either way. */
  readonly memory?: MemoryDefinition;
  /** Whether issued actions count as played, or only once confirmed. Default `assume`. */
  readonly execution?: ExecutionMode;
  /**
   * How long a reward is waited for by whoever keeps decisions; no promise rests on it. A decision whose reward
   * has not come by then counts as the worst it can be, for ever.
   */
  readonly rewardWithin?: { readonly days: number };
  /** What things are called, for people: actions "hybrid", subjects "field". */
  readonly words?: PolicyWords;
  /**
   * Names the policy's coins and draws, for runs that can be made again: whoever knows it can foresee
   * them. Leave it out otherwise; a secret key is made then. An integer or its decimal text.
   */
  readonly seed?: number | string;
}

/** Words for one of each, in place of ours. */
export interface PolicyWords {
  readonly action?: string;
  /** What is decided about again and again: a field, a shop. */
  readonly subject?: string;
  readonly reward?: string;
  readonly site?: string;
  readonly group?: string;
}

export interface SizeDefinition {
  /** A usual size; others may be a thousand times smaller or larger. */
  readonly typical: number;
  /** For people: "ha". */
  readonly unit?: string;
}

export interface ActionDefinition {
  readonly name: string;
  readonly attributes: Readonly<Record<string, number>>;
}

export interface BaselineDefinition {
  /** The action taken today; a call may name another. */
  readonly action: string;
  /** Its expected reward, if it is known: a number, an interval, or given with every call. */
  readonly reward?: number | { readonly min: number; readonly max: number } | 'per-call';
  /**
   * Rewards it has earned before, where you declare that its mean stays what it was: they give the
   * interval for `reward`. Half of the failure probability goes to that interval.
   */
  readonly log?: { readonly rewards: readonly number[]; readonly link: 'same-mean' };
  /**
   * Trust the linear model: rewards are exactly linear in the features with weights no longer than
   * this, in reward units, and the declared baseline rewards are right. Much sooner, if true.
   */
  readonly weightNormBound?: number;
  /** If it is not known: whether the coin is averaged over in the promise. Default `policy`. */
  readonly coin?: CoinScope;
}

export interface PriorDefinition {
  /** One number for each feature, in reward units. */
  readonly weights: readonly number[];
  /**
   * How sure: one number for each feature, or a matrix row by row, or its rows from the diagonal on. In
   * rewards: 4 counts like four.
   */
  readonly precision: readonly number[];
  /** Variance of rewards around what is predicted, in reward units squared. */
  readonly noiseVariance: number;
  /** What is predicted where all features are 0. Default 0. */
  readonly offset?: number;
  /**
   * How far the weights of one situation (a field in its season) stray from those of all: a variance for
   * each feature, in reward units squared. What is measured there strays together, so levels and
   * differences are learnt as one; and the noise is taken as it is declared.
   */
  readonly seasonVariance?: readonly number[];
  /** What is doubted on top for each step outside of what was `seen`; only for people. */
  readonly guard?: GuardDefinition;
}

/** In reward units for each step outside. */
export interface GuardDefinition {
  /** Of what all actions have in common. */
  readonly level: number;
  /** Of each action by itself. */
  readonly action: number;
}

export interface MemoryDefinition {
  /** Half of what was learnt is forgotten in so many rewards, or groups. */
  readonly halfLife: number;
  readonly unit: 'rewards' | 'groups';
}

export type VariableDefinition =
  | {
      readonly min: number;
      readonly max: number;
      readonly seen?: SeenRange;
      readonly usual?: Usual<UsualNumber>;
    }
  | { readonly categories: readonly string[]; readonly usual?: Usual<string> };

/**
 * What a variable is where nobody says it. Whoever asks fills it in, by the same rule everywhere; no decision
 * looks at it.
 */
export interface Usual<Value> {
  /** Where nothing else is known. */
  readonly value: Value;
  /** What is known of single categories of other variables: by variable, then by category. */
  readonly at?: Readonly<Record<string, Readonly<Record<string, Value>>>>;
}

export interface UsualNumber {
  readonly mean: number;
  /** How far it strays; 0 for what stays as it is. */
  readonly sd: number;
}

/** Where the data of a prior lie: receipts say what is outside, and doubt more there. */
export interface SeenRange {
  readonly min: number;
  readonly max: number;
  /** What counts as one step outside, in units of the variable. */
  readonly step: number;
}

export interface RewardDefinition {
  /** Lowest reward there can be. The higher it truly is, the sooner hedgerow may learn. */
  readonly min: number;
  /** Highest reward there can be. */
  readonly max: number;
  /** Scale of noise on top of that range; 0 (the default) if observed rewards keep to the range. */
  readonly noiseScale?: number;
  /**
   * How far rewards stray from what the forecast leads one to expect (sub-Gaussian scale), if you
   * can vouch for it. Makes learning much sooner where rewards are large against their spread.
   */
  readonly deviationScale?: number;
  /**
   * Least expected reward of single actions in every situation, by name, where you can vouch for more
   * than `min`: what an action cannot lose need not be saved up first.
   */
  readonly floors?: Readonly<Record<string, number>>;
  /** For people: "t/ha", "€". */
  readonly unit?: string;
}

/** What is known of decisions that can be divided; every line is worth something only if it is true. */
export interface SplitDefinition {
  /** Share of a decision that stays with the baseline at least, measured beside the try. Default 0.1. */
  readonly check?: number;
  /** Number of equal strips a decision can be divided into. Default 20. */
  readonly strips?: number;
  /** No action stays more than this below the baseline beside it, on average over the strips. */
  readonly drop?: number;
  /** Every action earns at least this share of the baseline beside it, on average over the strips. */
  readonly ratio?: number;
  /** Like `drop`, but for every single pair of measured parts. */
  readonly beside?: number;
  /** How far the measured mean of a part strays from the true one (sub-Gaussian scale). */
  readonly plotNoise?: PlotNoiseDefinition;
}

export interface PlotNoiseDefinition {
  readonly scale: number;
  /** That of the check, if it is another. */
  readonly checkScale?: number;
  /** Whether the errors of parts of one decision are independent. Default false: parts share a field. */
  readonly isIndependent?: boolean;
}

/**
 * `expected`: averages over context and noise. `observed`: what was really earned, against the
 * declared number on the rounds taken from the baseline. `realised`: in the context that came, against
 * what the baseline would have earned in it; for decisions that can be divided.
 */
export type PromiseSubject = 'expected' | 'observed' | 'realised';

/** `policy`: averaged over the coin too. `played`: about the actions really played; stronger. */
export type CoinScope = 'policy' | 'played';

export type ExecutionMode = 'assume' | 'confirm';

export interface ProposerDefinition {
  readonly kind: 'optimistic' | 'thompson' | 'greedy';
  /** How much uncertainty is worth, in deviations: 1.5 by default, 1 with `split`, 0 is greedy. */
  readonly boldness?: number;
}

export interface ExplorationDefinition {
  /** How often an action is drawn in place of what was proposed: 0.02 is one decision of fifty. */
  readonly share: number;
  /** Names of the actions among which it is drawn, all alike. Default: all that are allowed. */
  readonly among?: readonly string[];
}
