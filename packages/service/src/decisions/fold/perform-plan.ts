/**
 * Plans a group in a policy's core. The plan is one entry, and each of its decisions another:
 *
 *     group-planned   the situations, and what the strips were drawn with; the core books them all
 *     decided         the first of them, in the order of the books
 *     decided         …
 *
 * All of them are appended together or not at all. Live work and replay both come through here: what
 * the core planned waits in the state until its entries have taken it.
 *
 * A large plan takes long, so it is made in steps: whoever has others to serve pauses between them. Nothing else may be done to the
 * policy meanwhile.
 */
import type { PlanSituation, Policy, Receipt, TogetherOptions } from '@hedgerow/core';
import type { Steps } from '../../instruments/steps.ts';
import type { GroupPlanned, IdempotencyKey } from '../../journal/entry.ts';
import type { Mode, SituationRequest } from '../../wire.ts';
import { flipNone } from './coins.ts';
import {
  coreIdOf,
  generationOf,
  noCoin,
  type PlannedDecision,
  type PolicyState,
} from './policy-state.ts';
import { requireSound } from './require-sound.ts';
import { seenContext } from './seen-context.ts';

/** A group to be planned and issued. */
export interface Planning extends Pick<GroupPlanned, 'group' | 'situations' | 'period'> {
  readonly kind: 'planning';
  /** What was drawn when the entry was written; absent live. */
  readonly drawn?: GroupPlanned['draws'];
}

/** The next decision of the plan. */
export interface Taking {
  readonly kind: 'taking';
  /** The key of the whole plan stands with its first decision. */
  readonly key: IdempotencyKey | null;
}

/** Books the whole plan, or nothing; its decisions wait to be taken. */
export function* performPlan(state: PolicyState, intent: Planning): Steps<GroupPlanned> {
  const { group, situations, period } = intent;
  const { core } = state;
  const draws: (number | null)[] = [];
  const planned =
    core === null ? unasked(intent) : inOrder(intent, yield* plan({ state, core, intent, draws }));
  requireSoundPlan(state, planned);
  state.planned = planned;
  return {
    kind: 'group-planned',
    group,
    situations,
    ...(period === undefined ? {} : { period }),
    count: planned.length,
    draws: core === null ? [] : planned.map((_, i) => draws[i] ?? null),
    isAsked: core !== null,
  };
}

/** Returns the next decision of the plan. */
export function takeFromPlan(state: PolicyState): PlannedDecision {
  const next = state.planned.shift();
  if (next === undefined) throw new Error('No plan has so many decisions.');
  return next;
}

/** How the core is asked for a plan. */
export function togetherOptions(
  { group, period }: Pick<GroupPlanned, 'group' | 'period'>,
  mode: Mode,
): TogetherOptions {
  return {
    group,
    ...(period === undefined ? {} : { period }),
    ...(mode === 'shadow' ? { shadow: true } : {}),
  };
}

/** The situations as the core is to see them: nothing of subjects. */
export function seenSituations(
  state: PolicyState,
  situations: readonly SituationRequest[],
): readonly PlanSituation[] {
  return situations.map(({ subject, context, ...situation }) => ({
    ...situation,
    context: seenContext(state, context),
  }));
}

interface PlanInput {
  readonly state: PolicyState;
  readonly core: Policy;
  readonly intent: Planning;
  /** Filled with what is drawn, by place in the plan. */
  readonly draws: (number | null)[];
}

function* plan({ state, core, intent, draws }: PlanInput): Steps<readonly Receipt[]> {
  const { policy, sequence, mode } = state;
  const generation = generationOf(state);
  const first = Number(coreIdOf(state, sequence + 1)!.slice(1));
  const { revision } = core;
  state.coin = (coreSequence) => {
    const place = coreSequence - first;
    const name = { policy, generation, sequence: sequence + 1 + place };
    const { drawn } = intent;
    const number = drawn === undefined ? state.flip(name) : (drawn[place] ?? flipNone(name));
    draws[place] = number;
    return number;
  };
  try {
    const situations = seenSituations(state, intent.situations);
    return (yield* core.decideTogetherInSteps(situations, togetherOptions(intent, mode))).receipts;
  } catch (error) {
    // Whoever refuses must not have booked anything.
    if (core.revision === revision) throw error;
    throw new Error(`The plan broke off half-way (${String(error)}).`, { cause: error });
  } finally {
    state.coin = noCoin;
  }
}

/** All of it is looked at before any of it goes out. */
function requireSoundPlan(state: PolicyState, planned: readonly PlannedDecision[]): void {
  for (const [i, { receipt }] of planned.entries()) {
    if (receipt !== null) requireSound(receipt, coreIdOf(state, state.sequence + 1 + i));
  }
}

/** The plan in the order of the books. */
function inOrder(intent: Planning, receipts: readonly Receipt[]): PlannedDecision[] {
  const requests = requestsOf(intent);
  return receipts
    .map((receipt, index) => ({ index, request: requests[index]!, receipt }))
    .sort((a, b) => a.receipt.sequence - b.receipt.sequence);
}

function unasked(intent: Planning): PlannedDecision[] {
  return requestsOf(intent).map((request, index) => ({ index, request, receipt: null }));
}

/** What each decision of the plan would have been asked for by itself; one for each block. */
function requestsOf({ situations, group, period }: Planning): PlannedDecision['request'][] {
  return situations.flatMap(({ blocks = 1, ...situation }: SituationRequest) => {
    const { size } = situation;
    const request = {
      ...situation,
      ...(size === undefined ? {} : { size: size / blocks }),
      group,
      ...(period === undefined ? {} : { period }),
    };
    return Array.from({ length: blocks }, () => request);
  });
}
