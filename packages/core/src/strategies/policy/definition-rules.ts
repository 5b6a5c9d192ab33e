/**
 * Rules that a definition must keep before anything is made of it: known fields, known words, and
 * options that make sense together. A misspelt field that is silently ignored changes what is
 * promised and tells nobody.
 */
import { HedgerowError } from '../../base/errors.ts';
import {
  describeValue,
  requireBetween,
  requireFinite,
  requireLength,
  requireNotNegative,
  requireWhole,
} from '../../base/require.ts';
import { POLICY_DEFAULTS } from './defaults.ts';
import type { DecideOptions } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import { requireAmount } from './require-amount.ts';
import type { TogetherOptions } from './season-plan.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Refuses unknown fields, missing ones, and words that are not among the choices. */
export function requireShape(definition: PolicyDefinition): void {
  const root = requireFields('the definition', definition, ROOT_FIELDS);
  const baseline = requireFields('baseline', root.baseline, BASELINE_FIELDS);
  const reward = requireFields('reward', root.reward, REWARD_FIELDS);
  if (reward.floors !== undefined) requireFields('reward.floors', reward.floors, null);
  requireFields('context', root.context, null);
  if (!Array.isArray(root.actions)) throw notA('actions', 'a list of names', root.actions);
  if (root.proposer !== undefined) {
    const proposer = requireFields('proposer', root.proposer, ['kind', 'boldness']);
    requireWord('proposer.kind', proposer.kind, ['optimistic', 'thompson', 'greedy']);
    requireNotNegative('proposer.boldness', definition.proposer!.boldness ?? 0);
  }
  if (baseline.log !== undefined) {
    const log = requireFields('baseline.log', baseline.log, ['rewards', 'link']);
    requireWord('baseline.log.link', log.link, ['same-mean']);
  }
  const { period = 1 } = definition;
  if (period !== 'named') requireWhole('period', period, 1, Number.MAX_SAFE_INTEGER);
  if (definition.budgetMax !== undefined) requireAmount('budgetMax', definition.budgetMax);
  requireNotNegative('budgetMax', definition.budgetMax ?? 0);
  requireSizeField(root.size);
  requireLearning(root);
  requireSplitField(root.split);
  requireWords(root.words);
  requireWord('promise', root.promise ?? POLICY_DEFAULTS.promise, [
    'expected',
    'observed',
    'realised',
  ]);
  requireWord('execution', root.execution ?? POLICY_DEFAULTS.execution, ['assume', 'confirm']);
  requireWord('baseline.coin', baseline.coin ?? POLICY_DEFAULTS.coin, ['policy', 'played']);
}

function requireSizeField(size: unknown): void {
  if (size === undefined) return;
  const { typical } = requireFields('size', size, ['typical', 'unit']);
  requireAmount('size.typical', typical as number);
  requireBetween('size.typical', typical as number, 0, Number.POSITIVE_INFINITY);
}

function requireLearning({ prior, memory }: Fields): void {
  if (prior !== undefined) {
    const fields = requireFields('prior', prior, [
      'weights',
      'precision',
      'noiseVariance',
      'offset',
      'seasonVariance',
      'guard',
    ]);
    for (const name of ['weights', 'precision']) {
      if (!Array.isArray(fields[name]))
        throw notA(`prior.${name}`, 'a list of numbers', fields[name]);
    }
    requireSeasonVariance(fields);
    requireBetween(
      'prior.noiseVariance',
      fields.noiseVariance as number,
      0,
      Number.POSITIVE_INFINITY,
    );
    if (fields.offset !== undefined) requireAmount('prior.offset', fields.offset as number);
  }
  if (memory !== undefined) {
    const { halfLife, unit } = requireFields('memory', memory, ['halfLife', 'unit']);
    requireBetween('memory.halfLife', halfLife as number, 0, Number.POSITIVE_INFINITY);
    requireWord('memory.unit', unit, ['rewards', 'groups']);
  }
}

function requireSeasonVariance({ weights, seasonVariance, guard }: Fields): void {
  if (guard !== undefined) {
    const { level, action } = requireFields('prior.guard', guard, ['level', 'action']);
    requireNotNegative('prior.guard.level', level as number);
    requireNotNegative('prior.guard.action', action as number);
    requireAmount('prior.guard.level', level as number);
    requireAmount('prior.guard.action', action as number);
  }
  if (seasonVariance === undefined) {
    if (guard !== undefined) throw unfitting('prior.guard', 'prior.seasonVariance');
    return;
  }
  if (!Array.isArray(seasonVariance)) {
    throw notA('prior.seasonVariance', 'a list of numbers', seasonVariance);
  }
  requireLength('prior.seasonVariance', seasonVariance, (weights as unknown[]).length);
  seasonVariance.forEach((variance: number, i) => {
    requireNotNegative(`prior.seasonVariance[${i}]`, variance);
    requireAmount(`prior.seasonVariance[${i}]`, variance);
  });
}

/** Refuses lots that are no share of decisions, or among actions that are not there. */
export function requireExploration(
  { exploration }: PolicyDefinition,
  actionNames: readonly string[],
): void {
  if (exploration === undefined) return;
  const { share, among } = requireFields('exploration', exploration, ['share', 'among']);
  requireBetween('exploration.share', share as number, 0, 1);
  if (among === undefined) return;
  const isList = Array.isArray(among) && among.length > 0 && new Set(among).size === among.length;
  if (!isList) throw notA('exploration.among', 'a list of different actions', among);
  for (const name of among) {
    if (actionNames.includes(name)) continue;
    throw notA('exploration.among', `some of the actions (${actionNames.join(', ')})`, name);
  }
}

/** Words are read by people alone; they must be short texts. */
function requireWords(words: unknown): void {
  if (words === undefined) return;
  const fields = requireFields('words', words, ['action', 'subject', 'reward', 'site', 'group']);
  for (const [name, word] of Object.entries(fields)) {
    if (typeof word === 'string' && word.length >= 1 && word.length <= WORD_LENGTH_MAX) continue;
    throw notA(`words.${name}`, `a text of 1 to ${WORD_LENGTH_MAX} characters`, word);
  }
}

const WORD_LENGTH_MAX = 40;

function requireSplitField(split: unknown): void {
  if (split === undefined) return;
  const fields = requireFields('split', split, SPLIT_FIELDS);
  const { check = 0.1, strips = 20, plotNoise } = fields;
  requireBetween('split.check', check as number, 0, 1);
  requireWhole('split.strips', strips as number, 2, STRIPS_MAX);
  if (plotNoise === undefined) return;
  requireFields('split.plotNoise', plotNoise, ['scale', 'checkScale', 'isIndependent']);
}

const SPLIT_FIELDS = ['check', 'strips', 'drop', 'ratio', 'beside', 'plotNoise'];
/** More would be thinner than any machine. */
const STRIPS_MAX = 1000;

/** Refuses options that contradict each other, with what to do instead. */
export function requireFitting(
  definition: PolicyDefinition,
  baselineReward: PolicyDefinition['baseline']['reward'],
): void {
  const isUnknown = baselineReward === undefined;
  const isObserved = definition.promise === 'observed';
  if (definition.split !== undefined) requireFittingSplit(definition, baselineReward);
  else if (definition.promise === 'realised') {
    throw unfitting('promise "realised"', '`split`: only a check beside a try can measure it');
  }
  if (!isUnknown && baselineReward !== 'per-call')
    requireBaselineReward(definition, baselineReward);
  if (
    (definition.window ?? 1) > 1 &&
    (isUnknown || isObserved || definition.execution === 'confirm')
  ) {
    throw unfitting('window', 'a declared baseline, an expected promise and execution "assume"');
  }
  if ((definition.window ?? 1) > 1 && definition.period !== undefined) {
    throw unfitting('window', 'a promise over the whole life');
  }
  if (definition.size !== undefined && (definition.window ?? 1) > 1) {
    throw unfitting('window', 'no size');
  }
  if (definition.reward.floors !== undefined && isObserved) {
    throw unfitting('reward.floors', 'an expected promise');
  }
  if (definition.reward.deviationScale !== undefined && (isUnknown || isObserved)) {
    throw unfitting('reward.deviationScale', 'a declared baseline and an expected promise');
  }
  if (definition.baseline.weightNormBound !== undefined && (isUnknown || isObserved)) {
    throw unfitting('baseline.weightNormBound', 'a declared baseline and an expected promise');
  }
}

/** What says nothing, or something else, where decisions can be divided. */
function requireFittingSplit(
  definition: PolicyDefinition,
  baselineReward: PolicyDefinition['baseline']['reward'],
): void {
  const { promise, window, period, reward, baseline, execution, exploration } = definition;
  if (promise !== undefined && promise !== 'realised') {
    throw unfitting(
      `promise "${promise}"`,
      'no `split`, which promises about the weather that came',
    );
  }
  const given: [string, boolean][] = [
    ['window', (window ?? 1) > 1],
    ['period', period !== undefined],
    ['execution "confirm"', execution === 'confirm'],
    ['reward.deviationScale', reward.deviationScale !== undefined],
    ['reward.floors', reward.floors !== undefined],
    ['baseline.weightNormBound', baseline.weightNormBound !== undefined],
    ['baseline.coin', baseline.coin !== undefined],
    ['baseline.log', baseline.log !== undefined],
    ['baseline.reward "per-call"', baselineReward === 'per-call'],
    // Both actions are measured in every divided decision; lots of many fields would share one budget.
    ['exploration', exploration !== undefined],
  ];
  const unfit = given.find(([, isGiven]) => isGiven);
  if (unfit !== undefined) throw unfitting(unfit[0], 'no `split`');
}

const ROOT_FIELDS = [
  'actions',
  'baseline',
  'context',
  'reward',
  'allowedShortfall',
  'allowedLossPerRound',
  'size',
  'split',
  'reserve',
  'window',
  'period',
  'budgetMax',
  'failureProbability',
  'promise',
  'features',
  'proposer',
  'exploration',
  'ridgePenalty',
  'prior',
  'memory',
  'execution',
  'rewardWithin',
  'words',
  'seed',
];
const BASELINE_FIELDS = ['action', 'reward', 'log', 'weightNormBound', 'coin'];
const REWARD_FIELDS = ['min', 'max', 'noiseScale', 'deviationScale', 'floors', 'unit'];

function requireFields(name: string, value: unknown, known: readonly string[] | null): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw notA(name, 'an object', value);
  }
  const unknown =
    known === null ? undefined : Object.keys(value).find((field) => !known.includes(field));
  if (unknown === undefined) return value as Fields;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `${name} must hold only the fields ${known!.join(', ')}`,
    received: `one with ${JSON.stringify(unknown)}`,
    remedy: 'Remove the field or correct its spelling.',
  });
}

function requireWord(name: string, value: unknown, choices: readonly string[]): void {
  if (choices.includes(value as string)) return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `${name} must be ${choices.map((choice) => JSON.stringify(choice)).join(' or ')}`,
    received: describeValue(value),
  });
}

/**
 * Refuses what no baseline can earn. One claim of a huge amount would fill the budget for ever, and
 * everything that is spent later would vanish beside it.
 */
export function requireBaselineReward(
  { reward }: PolicyDefinition,
  declared: number | { readonly min: number; readonly max: number },
): void {
  const { min, max } = typeof declared === 'number' ? { min: declared, max: declared } : declared;
  requireFinite('baseline.reward', min);
  requireFinite('baseline.reward', max);
  if (min <= max && min >= reward.min && max <= reward.max) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: `baseline.reward must lie in the range of rewards, ${reward.min} to ${reward.max}, lower end first`,
    received: min === max ? String(min) : `${min} to ${max}`,
  });
}

/** Refuses floors of actions that are not declared, or outside the range of rewards. */
export function requireFloors(
  { actions, reward, promise }: PolicyDefinition,
  floors: Readonly<Record<string, number>>,
): void {
  const names = Object.keys(requireFields('floors', floors, null));
  if (names.length === 0) return;
  if (promise === 'observed') throw unfitting('floors', 'an expected promise');
  const known = actions.map((action) => (typeof action === 'string' ? action : action.name));
  for (const name of names) {
    if (!known.includes(name))
      throw notA('floors', `about the actions (${known.join(', ')})`, name);
    const floor = floors[name]!;
    requireFinite(`floors.${name}`, floor);
    if (floor >= reward.min && floor <= reward.max) continue;
    throw new HedgerowError({
      code: 'HR_INPUT_RANGE',
      rule: `floors.${name} must lie in the range of rewards, ${reward.min} to ${reward.max}`,
      received: String(floor),
    });
  }
}

/** Refuses a missing or unreadable name of a period, and one that says nothing. */
export function requirePeriodName({ period }: PolicyDefinition, name: unknown): void {
  if (period !== 'named') {
    if (name !== undefined) throw unfitting('period', 'a definition with `period: "named"`');
    return;
  }
  if (typeof name === 'string' && name.length >= 1 && name.length <= NAME_LENGTH_MAX) return;
  throw notA(
    'period',
    `the name of the decision's period, of 1 to ${NAME_LENGTH_MAX} characters`,
    name,
  );
}

const NAME_LENGTH_MAX = 64;

/** Refuses what is no name of a group or a site. */
export function requireName(field: string, name: unknown): void {
  if (typeof name === 'string' && name.length >= 1 && name.length <= NAME_LENGTH_MAX) return;
  throw notA(field, `a name of 1 to ${NAME_LENGTH_MAX} characters`, name);
}

/** Sizes need a usual one, by which the bettors are chosen before the first decision. */
export function requireSize(definition: PolicyDefinition, size: number): void {
  if (definition.size === undefined) throw unfitting('size', 'a definition with `size`');
  requireAmount('size', size);
  requireBetween('size', size, 0, Number.POSITIVE_INFINITY);
}

/** Refuses what says nothing about a plan of decisions that can be divided. */
export function requireSplitPlan({ group, period }: TogetherOptions): void {
  if (group !== undefined) requireName('group', group);
  if (period !== undefined) throw unfitting('period', 'no `split`');
}

/** Refuses what says nothing about a decision that can be divided. */
export function requireSplitCall(
  { period, floors, baseline }: DecideOptions,
  { blocks, divisible }: { readonly blocks: number; readonly divisible: boolean },
): void {
  requireWhole('blocks', blocks, 1, BLOCKS_MAX);
  if (blocks > 1 && !divisible) throw unfitting('blocks', 'a decision that can be divided');
  if (period !== undefined) throw unfitting('period', 'no `split`');
  if (floors !== undefined) throw unfitting('floors', 'no `split`');
  if (baseline?.reward !== undefined) throw unfitting('baseline.reward', 'no `split`');
}

const BLOCKS_MAX = 100;

/** Refuses a seed that is not a whole number. */
export function requireSeed({ seed }: PolicyDefinition): void {
  if (seed === undefined || /^\d{1,20}$/.test(String(seed))) return;
  throw new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'seed must be a whole number of at least 0, or its decimal text',
    received: describeValue(seed),
  });
}

function notA(name: string, wanted: string, value: unknown): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `${name} must be ${wanted}`,
    received: describeValue(value),
  });
}

function unfitting(name: string, needs: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `${name} must be left out unless there is ${needs}`,
    received: 'given',
    remedy: 'Leave it out: it would change nothing, or not hold.',
  });
}
