/**
 * The factors of the grid: everything that can be said in a definition or done with a policy and that
 * its promise could depend on. One line a factor; a new option of hedgerow is a new line here, and
 * `factors.test.ts` fails until it is, or until UNTESTED_FIELDS says why the promise cannot
 * depend on it.
 *
 * Each level is put into effect in one place: definitions in `cell-definition.ts`, the outcome in
 * `handling.ts`, who proposes in `play-run.ts`, the way in by the subjects.
 */
import type { RowOf } from './covering-array.ts';

export const FACTORS = {
  promise: ['expected', 'observed'],
  /** What is known of the baseline's reward. `equations` trusts the linear model as well. */
  baseline: [
    'number',
    'interval',
    'per-call-number',
    'per-call-interval',
    'log',
    'unknown-policy',
    'unknown-played',
    'equations',
  ],
  terms: ['shortfall-0.1', 'shortfall-0.3', 'loss-per-round'],
  execution: ['assume', 'confirm'],
  /** Lowest reward: at 0, above it, below it (`cell-range.ts`). */
  floor: ['zero', 'positive', 'negative'],
  noise: ['none', 'some'],
  deviation: ['absent', 'given'],
  reserve: ['none', 'some'],
  window: ['every-round', 'every-fifth'],
  /** Whether every period keeps the promise by itself. */
  period: ['whole-life', 'every-30', 'named'],
  /** Whether more is declared of single actions than the lowest reward: at first, and by call. */
  floors: ['none', 'given'],
  budget: ['no-limit', 'limited'],
  failure: ['delta-0.1', 'delta-0.3'],
  proposer: ['optimistic', 'thompson', 'greedy', 'caller', 'shadow', 'safe-mode'],
  /** Whether lots are drawn now and then among all actions. */
  exploration: ['none', 'lots'],
  /** Whether some calls name another baseline action, and its reward. */
  call: ['plain', 'other-baseline'],
  /** Whether decisions can be divided, and what is then declared of tries and checks. */
  split: ['whole', 'shares', 'blocks', 'declared', 'plot-noise'],
  /** Sizes of decisions: all alike, or from 1 to a million. */
  size: ['one', 'spread'],
  /** Whether ten decisions share one weather, and say so. */
  group: ['alone', 'of-ten'],
  /** Whether several sites have a promise each. */
  site: ['single', 'three'],
  /** Whether decisions are made one by one, or planned together. */
  asking: ['one-by-one', 'together'],
  /** What the learner starts from, and what it forgets: as misleading as can be. */
  prior: ['blank', 'hostile'],
  memory: ['whole-past', 'rewards', 'groups'],
  outcome: ['prompt', 'late', 'lost', 'corrected', 'void', 'fell-back', 'in-flight', 'otherwise'],
  way: ['library', 'restored', 'service'],
} as const;

/** One combination of levels. */
export type Cell = RowOf<typeof FACTORS>;

export type FactorName = keyof typeof FACTORS;

/** What the check of a definition may refuse, or that of a call. */
export const CONSTRAINED_FACTORS: readonly FactorName[] = [
  'promise',
  'baseline',
  'terms',
  'execution',
  'floor',
  'noise',
  'deviation',
  'window',
  'period',
  'floors',
  'split',
  'group',
];

/** Factors that meet in the books: all combinations of each group are in the grid, not only pairs. */
export const MEETINGS: readonly (readonly FactorName[])[] = [
  ['baseline', 'execution', 'floor', 'outcome'],
  ['baseline', 'outcome', 'way'],
  ['promise', 'baseline', 'outcome'],
  ['baseline', 'terms', 'floor'],
  ['baseline', 'noise', 'way'],
  ['baseline', 'noise', 'floor'],
  ['split', 'outcome', 'way'],
  ['split', 'site', 'asking'],
  ['group', 'execution', 'outcome'],
  ['group', 'site', 'period'],
  ['exploration', 'baseline', 'way'],
];

/** The factor that puts a field of a definition to the test. */
export const FIELD_FACTORS: Readonly<Record<string, FactorName>> = {
  baseline: 'baseline',
  reward: 'floor',
  allowedShortfall: 'terms',
  allowedLossPerRound: 'terms',
  reserve: 'reserve',
  window: 'window',
  period: 'period',
  budgetMax: 'budget',
  failureProbability: 'failure',
  promise: 'promise',
  proposer: 'proposer',
  'proposer.kind': 'proposer',
  exploration: 'exploration',
  'exploration.share': 'exploration',
  execution: 'execution',
  'baseline.action': 'call',
  'baseline.reward': 'baseline',
  'baseline.log': 'baseline',
  'baseline.log.rewards': 'baseline',
  'baseline.weightNormBound': 'baseline',
  'baseline.coin': 'baseline',
  'reward.min': 'floor',
  'reward.max': 'floor',
  'reward.noiseScale': 'noise',
  'reward.deviationScale': 'deviation',
  'reward.floors': 'floors',
  size: 'size',
  'size.typical': 'size',
  split: 'split',
  'split.drop': 'split',
  'split.ratio': 'split',
  'split.beside': 'split',
  'split.check': 'split',
  'split.plotNoise': 'split',
  'split.plotNoise.scale': 'split',
  'split.plotNoise.checkScale': 'split',
  prior: 'prior',
  'prior.weights': 'prior',
  'prior.precision': 'prior',
  'prior.noiseVariance': 'prior',
  'prior.offset': 'prior',
  'prior.seasonVariance': 'prior',
  memory: 'memory',
  'memory.halfLife': 'memory',
  'memory.unit': 'memory',
};

/** Fields that no promise can depend on, and why. */
export const UNTESTED_FIELDS: Readonly<Record<string, string>> = {
  actions: 'a promise is about what is proposed, and every adversary chooses that itself',
  context: 'only the proposer reads it; the world of the equations moves it all the same',
  features: 'only the proposer reads them, and the equations, whose world declares its own',
  ridgePenalty: 'only the model of the proposer has it, and adversaries propose what they like',
  'proposer.boldness': 'only the proposer has it, and adversaries propose what they like',
  'exploration.among': 'lots are drawn among all; fewer are a call that allows fewer',
  'baseline.log.link': 'there is one link',
  'reward.unit': 'a word for people',
  seed: 'every run has another one',
  'size.unit': 'a word for people',
  words: 'words for people',
  rewardWithin:
    'the core does not read it; over HTTP it is a factor of its own (service-levels.ts), and shelf.test.ts tries expiry against the books of one that keeps all',
  'prior.guard': 'it widens what people are told, and nothing else reads it',
  'split.strips': 'any number is drawn alike; the fields of the grid have ten',
  'split.plotNoise.isIndependent':
    'parts of one field err in opposite directions, so it must not be declared',
};
