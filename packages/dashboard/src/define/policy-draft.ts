/**
 * A policy as it is typed, and back: what the fields say becomes a definition, or what is wrong with it.
 *
 * Whether a definition can be is the core's to say. What it says begins with the name of a part
 * ("baseline.reward must …"), so it is shown beside the field of that part.
 */
import type { PolicyDefinition } from '@hedgerow/client';
import { describePolicy, HedgerowError, type PolicyDescription } from '@hedgerow/core';

export interface VariableDraft {
  readonly name: string;
  readonly kind: 'number' | 'categories';
  readonly min: string;
  readonly max: string;
  /** One on each line. */
  readonly categories: string;
}

export interface PolicyDraft {
  readonly name: string;
  /** One on each line. */
  readonly actions: string;
  readonly usual: string;
  /** What is known of what the usual choice earns. */
  readonly known: Known;
  readonly usualReward: string;
  readonly usualMin: string;
  readonly usualMax: string;
  readonly variables: readonly VariableDraft[];
  readonly rewardMin: string;
  readonly rewardMax: string;
  readonly unit: string;
  /** How long rewards are waited for, in days; empty for ever. */
  readonly rewardDays: string;
  readonly shortfall: number;
  readonly failureProbability: number;
  readonly promise: NonNullable<PolicyDefinition['promise']>;
}

/** `kept`: something that this form has no fields for, such as a log of rewards; it stays as it is. */
export type Known = 'number' | 'interval' | 'unknown' | 'kept';

export type FieldName =
  | 'name'
  | 'actions'
  | 'usual'
  | 'usualReward'
  | 'variables'
  | 'reward'
  | 'rewardDays'
  | 'shortfall'
  | 'failureProbability'
  | 'promise'
  | 'whole';

export type Faults = Readonly<Partial<Record<FieldName, string>>>;

export type ReadPolicy =
  | { readonly definition: null; readonly faults: Faults }
  | {
      readonly definition: PolicyDefinition;
      readonly description: PolicyDescription;
      readonly faults: Faults;
    };

export const EMPTY_VARIABLE: VariableDraft = {
  name: '',
  kind: 'number',
  min: '',
  max: '',
  categories: '',
};

export const EMPTY_POLICY: PolicyDraft = {
  name: '',
  actions: '',
  usual: '',
  known: 'unknown',
  usualReward: '',
  usualMin: '',
  usualMax: '',
  variables: [],
  rewardMin: '',
  rewardMax: '',
  unit: '',
  rewardDays: '',
  shortfall: 0.1,
  failureProbability: 0.01,
  promise: 'expected',
};

/** Returns what is typed as a definition; what a policy has beyond the form stays as it is. */
export function readPolicy(draft: PolicyDraft, before?: PolicyDefinition): ReadPolicy {
  const faults = missingIn(draft);
  if (Object.keys(faults).length > 0) return { definition: null, faults };
  const definition = definitionOf(draft, before);
  try {
    return { definition, description: describePolicy(definition), faults: {} };
  } catch (error) {
    if (!(error instanceof HedgerowError)) throw error;
    return { definition: null, faults: { [fieldOf(error.message)]: error.message } };
  }
}

/** Returns a definition as it would have been typed. */
export function draftOf(name: string, definition: PolicyDefinition): PolicyDraft {
  const { actions, baseline, context, reward } = definition;
  return {
    name,
    actions: actions.map(nameOf).join('\n'),
    usual: baseline.action,
    ...knownOf(baseline),
    variables: Object.entries(context).map(([variable, told]) => ({
      ...EMPTY_VARIABLE,
      name: variable,
      ...('categories' in told
        ? { kind: 'categories', categories: told.categories.join('\n') }
        : { min: String(told.min), max: String(told.max) }),
    })),
    rewardMin: String(reward.min),
    rewardMax: String(reward.max),
    unit: reward.unit ?? '',
    rewardDays: definition.rewardWithin === undefined ? '' : String(definition.rewardWithin.days),
    shortfall: definition.allowedShortfall ?? EMPTY_POLICY.shortfall,
    failureProbability: definition.failureProbability ?? EMPTY_POLICY.failureProbability,
    promise: definition.promise ?? (definition.split === undefined ? 'expected' : 'realised'),
  };
}

export function actionNames({ actions }: Pick<PolicyDraft, 'actions'>): string[] {
  return namesIn(actions);
}

function knownOf({
  reward,
  log,
}: PolicyDefinition['baseline']): Pick<
  PolicyDraft,
  'known' | 'usualReward' | 'usualMin' | 'usualMax'
> {
  const nothing = { usualReward: '', usualMin: '', usualMax: '' };
  if (log !== undefined || reward === 'per-call') return { ...nothing, known: 'kept' };
  if (reward === undefined) return { ...nothing, known: 'unknown' };
  if (typeof reward === 'number') {
    return { ...nothing, known: 'number', usualReward: String(reward) };
  }
  const { min, max } = reward;
  return { ...nothing, known: 'interval', usualMin: String(min), usualMax: String(max) };
}

function definitionOf(draft: PolicyDraft, before?: PolicyDefinition): PolicyDefinition {
  const { unit: _unit, ...rewardBefore } = before?.reward ?? { min: 0, max: 0 };
  const unit = draft.unit.trim();
  const hasLoss = before?.allowedLossPerRound !== undefined;
  const { rewardWithin: _within, ...kept } = before ?? {};
  return {
    ...kept,
    actions: actionNames(draft).map(
      (name) => before?.actions.find((action) => nameOf(action) === name) ?? name,
    ),
    baseline: baselineOf(draft, before),
    context: Object.fromEntries(
      draft.variables.map((variable) => [
        variable.name.trim(),
        variableOf(variable, before?.context[variable.name.trim()]),
      ]),
    ),
    reward: {
      ...rewardBefore,
      min: Number(draft.rewardMin),
      max: Number(draft.rewardMax),
      ...(unit !== '' && { unit }),
    },
    ...(!hasLoss && { allowedShortfall: draft.shortfall }),
    failureProbability: draft.failureProbability,
    promise: draft.promise,
    ...(draft.rewardDays.trim() !== '' && { rewardWithin: { days: Number(draft.rewardDays) } }),
  };
}

function baselineOf(draft: PolicyDraft, before?: PolicyDefinition): PolicyDefinition['baseline'] {
  const { known, usual: action } = draft;
  if (known === 'kept') return { ...before?.baseline, action };
  const { reward: _reward, log: _log, ...rest } = before?.baseline ?? { action };
  if (known === 'number') return { ...rest, action, reward: Number(draft.usualReward) };
  if (known === 'unknown') return { ...rest, action };
  return {
    ...rest,
    action,
    reward: { min: Number(draft.usualMin), max: Number(draft.usualMax) },
  };
}

type Variable = PolicyDefinition['context'][string];

function variableOf({ kind, min, max, categories }: VariableDraft, before?: Variable): Variable {
  if (kind === 'categories') return { categories: namesIn(categories) };
  const seen = before !== undefined && 'seen' in before ? { seen: before.seen! } : {};
  return { min: Number(min), max: Number(max), ...seen };
}

/** What is not there, or no number, is said before the core is asked. */
function missingIn(draft: PolicyDraft): Faults {
  const { known, variables } = draft;
  const actions = actionNames(draft);
  const names = variables.map(({ name }) => name.trim());
  const told = { number: [draft.usualReward], interval: [draft.usualMin, draft.usualMax] };
  return {
    ...(draft.name.trim() === '' && { name: 'Give it a name.' }),
    ...(actions.length < 2 && { actions: 'Name at least two choices, one on each line.' }),
    ...(!actions.includes(draft.usual) && { usual: 'Say which of them you usually take.' }),
    ...((known === 'number' || known === 'interval') &&
      !told[known].every(isNumber) && { usualReward: 'A number is needed here.' }),
    ...(![draft.rewardMin, draft.rewardMax].every(isNumber) && {
      reward: 'The least and the most that a round can pay are needed, as numbers.',
    }),
    ...(draft.rewardDays.trim() !== '' &&
      !isNumber(draft.rewardDays) && {
        rewardDays: 'A number of days is needed here, or nothing.',
      }),
    ...(!variables.every(isWhole) && {
      variables: 'Each needs a name, and its least and most as numbers, or its categories.',
    }),
    ...(new Set(names).size < names.length && { variables: 'Each needs a name of its own.' }),
  };
}

function isWhole({ name, kind, min, max, categories }: VariableDraft): boolean {
  const isTold = kind === 'number' ? isNumber(min) && isNumber(max) : categories.trim() !== '';
  return name.trim() !== '' && isTold;
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

const PARTS: readonly (readonly [RegExp, FieldName])[] = [
  [/^(the )?actions?\b/, 'actions'],
  [/^baseline\.action\b/, 'usual'],
  [/^(the )?baseline\b/, 'usualReward'],
  [/^(context|variable)\b/, 'variables'],
  [/^(the )?reward\b/, 'reward'],
  [/^rewardWithin\b/, 'rewardDays'],
  [/^allowedShortfall\b/, 'shortfall'],
  [/^failureProbability\b/, 'failureProbability'],
  [/^promise\b/, 'promise'],
];

function fieldOf(message: string): FieldName {
  return PARTS.find(([part]) => part.test(message))?.[1] ?? 'whole';
}

function namesIn(text: string): string[] {
  return text
    .split('\n')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function nameOf(action: PolicyDefinition['actions'][number]): string {
  return typeof action === 'string' ? action : action.name;
}
