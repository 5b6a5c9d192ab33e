/**
 * A policy that grows: new fields, new hybrids, new things that are measured, and it goes on.
 *
 * Books, decisions in flight, the open group, coins and what was learnt stay; policy-growth.ts says what may
 * be added, and why the promise holds on. In the state of a policy two kinds of numbers are as long as its
 * features, and nothing else is:
 *
 *     feature vectors     0 where features are new: what was decided had nothing to do with them
 *     models (`kernel`)   what was learnt stays, and new features start from their prior (grow-state.ts)
 *
 * Both are found wherever they stand, here and nowhere else. Books are not looked into.
 */
import { assertInvariant } from '../../base/errors.ts';
import { grownState } from '../../model/grow-state.ts';
import { checkDefinition } from './checked-definition.ts';
import type { PolicyState } from './hedge-policy.ts';
import { type Policy, policyFromState, type RestoreOptions, stateOfSnapshot } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import { type GrowthPlan, planGrowth } from './policy-growth.ts';
import { needsCoin, type PolicyStreams, policyStreams } from './policy-streams.ts';
import { grownVector } from './shelf-text.ts';
import type { SplitPolicyState } from './split-policy.ts';

/**
 * Returns the policy with a definition that adds to its own, from where it stands: the same revision,
 * books, open decisions and knowledge. Throws HR_GROWTH where the definition does anything but add, and
 * nothing has changed then. Go on with what is returned and not with the one before: each would spend
 * the same budget.
 */
export function growPolicy(
  policy: Policy | string,
  definition: PolicyDefinition,
  options: RestoreOptions = {},
): Policy {
  const snapshot = typeof policy === 'string' ? policy : policy.snapshot();
  const state = stateOfSnapshot(snapshot, options);
  const origin = options.wasAccepted?.() === true ? 'stored' : 'new';
  const plan = planGrowth(state.definition, definition, origin);
  const streams = grownStreams(state, definition, options.coin !== undefined);
  return policyFromState({ ...grown(state, plan), definition, streams }, options);
}

/** A proposer that draws from now on needs a stream, and so do the first coins; others go on as they were. */
function grownStreams(
  { streams, definition: before }: Pick<PolicyState, 'streams' | 'definition'>,
  definition: PolicyDefinition,
  isCoinGiven: boolean,
): PolicyStreams {
  const { drawSeed, coinKey } = policyStreams(checkDefinition(definition, 'stored'), isCoinGiven);
  const hadCoin = needsCoin(checkDefinition(before, 'stored'));
  return {
    coinKey: hadCoin ? streams.coinKey : coinKey,
    drawSeed: streams.drawSeed ?? drawSeed,
  };
}

/** What belongs to books: none of it is about features. */
const BOOKS: readonly string[] = ['book', 'sites', 'entry'];

function grown<State extends PolicyState | SplitPolicyState>(
  state: State,
  plan: GrowthPlan,
): State {
  const { tickets, learner, growths = [] } = state;
  return {
    ...state,
    tickets: grow(tickets, plan),
    learner: grow(learner, plan),
    // Decisions that are kept elsewhere grow when they come back.
    growths: [...growths, plan.features],
  };
}

/** Copies plain data with all that is as long as the features grown. */
function grow<Data>(data: Data, plan: GrowthPlan, name = ''): Data {
  if (typeof data !== 'object' || data === null || BOOKS.includes(name)) return data;
  if (data instanceof Float64Array) {
    return (name === 'kernel' ? grownModel(data, plan) : grownVector(data, plan.features)) as Data;
  }
  if (Array.isArray(data)) return data.map((item) => grow(item, plan, name)) as Data;
  const fields = Object.entries(data).map(([field, value]) => [field, grow(value, plan, field)]);
  return Object.fromEntries(fields) as Data;
}

function grownModel(kernel: Float64Array, { model, start }: GrowthPlan): Float64Array {
  const count = model.places.length;
  const isWhole = kernel.length === count * (count + 3);
  assertInvariant(isWhole, 'a model must be as long as its features', kernel.length);
  return grownState(kernel, model, start);
}
