/**
 * What a new definition may do to a policy that goes on: add, and nothing else.
 *
 * Why a promise holds on over a growing set of actions. Every book adds up rounds. What a round adds, and
 * what is bet on it, follow from the action that is issued, the baseline beside it, what was predicted of
 * both before their rewards, and what is declared of rewards: the range, floors, noise, shortfall, δ
 * (safety/books: only `equationBook` is told the number of features, none the number of actions). Which
 * actions there were to choose from stands in no book. It may be chosen anew in every round from all that is
 * past, as `allowed` does in every call; a definition that appends actions is a call in which they were not
 * allowed before. Features and the model make predictions, and a bad prediction costs slack, never safety.
 * So the proof goes through with the same δ, over all rounds before and after.
 *
 * What is declared of all actions is from then on declared of the new ones, too: that they keep to the
 * range, and above all to what `split` says of them.
 *
 *     may differ      actions, categories and variables appended; features that hold those of today; a prior
 *                     for the new ones; floors of new actions; proposer, exploration, memory, units, words, how
 *                     long rewards are waited for; ranges of variables, if no feature changes with them; the
 *                     usual baseline, where calls may name any other as well
 *     must stay       all else. A field that nobody here has heard of must stay, too
 */
import { HedgerowError } from '../../base/errors.ts';
import { isSameData } from '../../base/plain-data.ts';
import { describeValue } from '../../base/require.ts';
import { lacksConstant } from '../../expectation/lacks-constant.ts';
import { isSameStart, startState } from '../../model/grow-state.ts';
import { checkDefinition, type DefinitionOrigin } from './checked-definition.ts';
import { POLICY_DEFAULTS } from './defaults.ts';
import { type GrownFeatures, grownFeatures } from './grown-features.ts';
import type { PolicyDefinition, PriorDefinition } from './policy-definition.ts';

/** What a definition adds to another one. */
export interface PolicyGrowth {
  readonly actions: readonly string[];
  readonly variables: readonly string[];
  /** New categories of variables that were there. */
  readonly categories: Readonly<Record<string, readonly string[]>>;
  /** Number of features that were not there. */
  readonly features: number;
}

/** Where the coordinates of features and of the model stand from now on. */
export interface GrowthPlan {
  readonly added: PolicyGrowth;
  /** Length of a feature vector, and for each feature of before its place; null if it was always 0. */
  readonly features: { readonly dimension: number; readonly places: readonly (number | null)[] };
  /** The same with the constant of the model, which stands last. */
  readonly model: { readonly dimension: number; readonly places: readonly (number | null)[] };
  /** How a model of the new definition begins. */
  readonly start: Float64Array;
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields with rules of their own, or with none. */
const ROOT_RULED = [
  'actions',
  'context',
  'features',
  'prior',
  'proposer',
  'exploration',
  'memory',
  'rewardWithin',
  'words',
];
const ROOT_PARTS = ['baseline', 'reward', 'size', 'seed'];

/** Returns what `after` adds to `before`; throws HR_GROWTH where it does anything but add. */
export function policyGrowth(before: PolicyDefinition, after: PolicyDefinition): PolicyGrowth {
  return planGrowth(before, after).added;
}

/** The same with all that is needed to do it. */
export function planGrowth(
  before: PolicyDefinition,
  after: PolicyDefinition,
  origin: DefinitionOrigin = 'new',
): GrowthPlan {
  checkDefinition(after, origin);
  requireUntrusting(before);
  requireSameFields('', before, after, { except: [...ROOT_RULED, ...ROOT_PARTS] });
  requireSameFields('reward.', before.reward, after.reward, { except: ['unit', 'floors'] });
  requireSameFields('baseline.', before.baseline, after.baseline, { except: ['action'] });
  requireSameFields('size.', before.size ?? {}, after.size ?? {}, { except: ['unit'] });
  requireSeed(before, after);
  requireFloors(before, after);
  requireBaseline(before, after);
  const actions = appended('actions', before.actions, after.actions).map(nameOf);
  const { variables, categories } = addedContext(before.context, after.context);
  const features = grownFeatures(before, after);
  const added = features.after.dimension - features.before.dimension;
  return {
    added: { actions, variables, categories, features: added },
    ...coordinates(before, after, features),
  };
}

/** The equations of a linear model that is trusted are about so many features and no more. */
function requireUntrusting({ baseline }: PolicyDefinition): void {
  if (baseline.weightNormBound === undefined) return;
  throw refusal(
    'a policy that is to grow must not trust a linear model (baseline.weightNormBound)',
    'one that does',
    'What it has proved is about these features alone. Begin anew.',
  );
}

function requireSameFields(
  path: string,
  before: object,
  after: object,
  { except, remedy }: { readonly except: readonly string[]; readonly remedy?: string },
): void {
  const [old, now] = [before, after] as [Fields, Fields];
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (!except.includes(name)) requireSame(`${path}${name}`, old[name], now[name], remedy);
  }
}

function requireSame(field: string, before: unknown, after: unknown, remedy?: string): void {
  if (isSameData(before, after)) return;
  const rule = `${field} must stay ${textOf(before)} while a policy goes on`;
  throw refusal(rule, textOf(after), remedy);
}

/** The seed of coins stays. Where nothing was drawn so far, a proposer that draws may bring one. */
function requireSeed(before: PolicyDefinition, after: PolicyDefinition): void {
  const isDrawingNow = before.proposer?.kind !== 'thompson' && after.proposer?.kind === 'thompson';
  if (before.seed === undefined && isDrawingNow) return;
  requireSame('seed', textOfSeed(before), textOfSeed(after));
}

function textOfSeed({ seed }: PolicyDefinition): string | undefined {
  return seed === undefined ? undefined : String(seed);
}

/** A floor that is declared for an action was counted on; new actions may have one. */
function requireFloors(before: PolicyDefinition, after: PolicyDefinition): void {
  const [old, now] = [before.reward.floors ?? {}, after.reward.floors ?? {}];
  for (const name of before.actions.map(nameOf)) {
    requireSame(`reward.floors.${name}`, old[name], now[name]);
  }
}

/** Where a number is declared of the baseline it is that of its action; else any call may name another. */
function requireBaseline({ baseline: before }: PolicyDefinition, after: PolicyDefinition): void {
  const isAnyCallsChoice =
    before.log === undefined && (before.reward === undefined || before.reward === 'per-call');
  if (!isAnyCallsChoice) requireSame('baseline.action', before.action, after.baseline.action);
}

/** Returns what a list has beyond another one that it begins with. */
function appended<Item>(field: string, before: readonly Item[], after: readonly Item[]): Item[] {
  const changed = before.findIndex((item, i) => !isSameData(item, after[i]));
  if (changed < 0) return after.slice(before.length);
  throw refusal(
    `${field}[${changed}] must stay ${textOf(before[changed])} while a policy goes on`,
    textOf(after[changed]),
    'Nothing is taken away or moved: append what is new, and use `allowed` for what is not to be played. Otherwise begin anew.',
  );
}

function addedContext(
  before: PolicyDefinition['context'],
  after: PolicyDefinition['context'],
): Pick<PolicyGrowth, 'variables' | 'categories'> {
  const variables = appended('context', Object.keys(before), Object.keys(after));
  const categories: Record<string, readonly string[]> = {};
  for (const [name, old] of Object.entries(before)) {
    const now = after[name]!;
    const isCategory = 'categories' in old;
    requireSame(`whether context.${name} has categories`, isCategory, 'categories' in now, MEANT);
    if (!isCategory || !('categories' in now)) continue;
    const fresh = appended(`context.${name}.categories`, old.categories, now.categories);
    if (fresh.length > 0) categories[name] = fresh;
  }
  return { variables, categories };
}

/** Where all coordinates stand, with those of the models; refuses a prior that does more than add. */
function coordinates(
  before: PolicyDefinition,
  after: PolicyDefinition,
  { before: old, after: now, places }: GrownFeatures,
): Omit<GrowthPlan, 'added'> {
  requireSame(
    'whether there is a prior',
    before.prior !== undefined,
    after.prior !== undefined,
    WITH_WHAT_WAS_LEARNT,
  );
  const [hadConstant, hasConstant] = [learnsConstant(before, old), learnsConstant(after, now)];
  if (hadConstant) {
    const field = 'whether a constant is learnt beside features';
    requireSame(field, true, hasConstant, WITH_WHAT_WAS_LEARNT);
  }
  const features = { dimension: now.dimension, places };
  const model = {
    dimension: now.dimension + (hasConstant ? 1 : 0),
    places: hadConstant ? [...places, now.dimension] : places,
  };
  const { ridgePenalty = POLICY_DEFAULTS.ridgePenalty } = after;
  const begin = (prior: PriorDefinition | undefined, dimension: number) =>
    startState({ ridgePenalty, ...(prior === undefined ? {} : { prior }) }, dimension);
  const start = begin(after.prior, model.dimension);
  if (!isSameStart(begin(before.prior, model.places.length), model, start)) throw otherPrior();
  requireSamePrior(before.prior, after.prior, places);
  return { features, model, start };
}

/** As policy-learner.ts has it. */
function learnsConstant({ prior, split }: PolicyDefinition, map: GrownFeatures['after']): boolean {
  return prior === undefined && split === undefined && lacksConstant(map);
}

/** What a prior says beside its weights: one number for all, or one for each feature. */
function requireSamePrior(
  before: PriorDefinition | undefined,
  after: PriorDefinition | undefined,
  places: readonly (number | null)[],
): void {
  if (before === undefined || after === undefined) return;
  requireSameFields('prior.', kept(before, [...places.keys()]), kept(after, places), {
    except: ['weights', 'precision', 'guard'],
    remedy: WITH_WHAT_WAS_LEARNT,
  });
}

/** Lists with one number for each feature, those of the features at these places alone. */
function kept(prior: PriorDefinition, places: readonly (number | null)[]): Fields {
  const isByFeature = (value: unknown): value is readonly unknown[] =>
    Array.isArray(value) && value.length === prior.weights.length;
  return Object.fromEntries(
    Object.entries(prior).map(([name, value]) => [
      name,
      isByFeature(value) ? places.map((place) => value[place!]) : value,
    ]),
  );
}

function otherPrior(): HedgerowError {
  return refusal(
    'prior must say of the features of today, by themselves, what it said',
    'another one',
    WITH_WHAT_WAS_LEARNT,
  );
}

function nameOf(action: PolicyDefinition['actions'][number]): string {
  return typeof action === 'string' ? action : action.name;
}

function textOf(value: unknown): string {
  if (value === undefined) return 'absent';
  const text = JSON.stringify(value);
  return text.length <= TEXT_LENGTH_MAX ? text : describeValue(value);
}

const TEXT_LENGTH_MAX = 60;

function refusal(rule: string, received: string, remedy = BEGIN_ANEW): HedgerowError {
  return new HedgerowError({ code: 'HR_GROWTH', rule, received, remedy });
}

const MEANT = 'Decisions were made with it as it is: give what is new another name.';
const WITH_WHAT_WAS_LEARNT =
  'What was learnt began from it: append entries for new features alone, or begin anew.';
const BEGIN_ANEW = 'The promise rests on it: to change it begin anew, with a promise of its own.';
