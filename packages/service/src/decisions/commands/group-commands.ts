/**
 * Groups as commands: plan many decisions at once, issue the plan in one turn, close the group.
 *
 * The key of a plan stands with the first of its decisions; the entry before that is the plan.
 */
import { type SeasonPlan, seasonPlan } from '@hedgerow/core';
import type { Steps } from '../../instruments/steps.ts';
import type { Decided, Written } from '../../journal/entry.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { DecisionRow, Journal } from '../../journal/journal.ts';
import { isForgottenDecision } from '../../journal/tombstone.ts';
import {
  decisionForgotten,
  groupNotOpen,
  halted,
  keyReused,
  unknownPolicy,
} from '../../problems/refusals.ts';
import { callOf, refusing, refusingInSteps } from '../../problems/refused-input.ts';
import type { DecisionReceipt, GroupPlan, GroupReply, GroupRequest } from '../../wire.ts';
import { subjectOf } from '../fold/perform.ts';
import { seenSituations, togetherOptions } from '../fold/perform-plan.ts';
import { generationOf } from '../fold/policy-state.ts';
import { ReceiptReader } from '../views/receipt-reader.ts';
import type { Command, LongCommand } from './command.ts';
import { fillSituations } from './fill-request.ts';
import { requireGroupRoom } from './group-limits.ts';
import { type CallerKey, KeyLookup, keyOf } from './idempotency.ts';
import { requireActive } from './require-active.ts';
import { requireTrustedReward } from './require-trusted-reward.ts';
import { requireSiteRoom } from './site-limits.ts';

/** A new plan, or the first decision of the one that was made before under the same key. */
export type GroupAnswer =
  | { readonly kind: 'new'; readonly plan: GroupPlan }
  | { readonly kind: 'replay'; readonly id: string };

export interface IssueGroupInput {
  readonly request: GroupRequest;
  readonly caller: CallerKey;
  readonly journal: Journal;
}

/** Plans the group and issues all of it: every decision is written, or none. */
export function issueGroupCommand(input: IssueGroupInput): LongCommand<GroupAnswer> {
  const { request } = input;
  const { group, period } = request;
  const key = keyOf(input.caller, request);
  const lookup = new KeyLookup(key, input.journal);
  return {
    isWriting: true,
    isAlone: true,
    prepare: (state) => lookup.prepare(state),
    *runInSteps(accountant) {
      const { state } = accountant;
      const id = lookup.find(state);
      if (id !== null) return { kind: 'replay', id };
      if (generationOf(state) === 0) throw unknownPolicy(state.policy);
      requireActive(state);
      const situations = yield* asStored(request.situations);
      requireTrustedReward(state, situations);
      requireGroupRoom(state, group);
      const filled = fillSituations(state, situations, input.caller.site);
      requireSiteRoom(state, filled);
      const { count } = yield* accountant.plan({
        kind: 'planning',
        group,
        situations: filled,
        ...(period === undefined ? {} : { period }),
      });
      const receipts: DecisionReceipt[] = [];
      for (let taken = 0; taken < count; taken++) {
        const { index } = state.planned[0]!;
        const own = taken === 0 ? key : null;
        receipts[index] = accountant.decide({ kind: 'taking', key: own });
        yield;
      }
      return { kind: 'new', plan: issuedPlan(state.policy, group, receipts) };
    },
  };
}

/** What is stored is JSON; deciding about exactly that makes a replay see the same. */
function* asStored(situations: GroupRequest['situations']): Steps<GroupRequest['situations']> {
  const copies: GroupRequest['situations'][number][] = [];
  for (const situation of situations) {
    copies.push(JSON.parse(JSON.stringify(situation)));
    yield;
  }
  return copies;
}

/** The plan as it would be now; nothing is booked. */
export function previewGroupCommand(request: GroupRequest, site?: string): LongCommand<GroupPlan> {
  return {
    isWriting: false,
    isAlone: true,
    *runInSteps({ state }) {
      const { policy, core, halt, mode } = state;
      if (generationOf(state) === 0) throw unknownPolicy(policy);
      requireActive(state);
      if (core === null) throw halted(halt?.detail ?? '');
      const situations = fillSituations(state, request.situations, site);
      requireTrustedReward(state, situations);
      const steps = refusing(callOf(core), () => {
        const asked = seenSituations(state, situations);
        return core.previewTogetherInSteps(asked, togetherOptions(request, mode));
      });
      const plan = yield* refusingInSteps(callOf(core), steps);
      const subjects = situations.flatMap(({ subject, blocks = 1 }) =>
        Array.from({ length: blocks }, () => subjectOf({ subject })),
      );
      const receipts = plan.receipts.map((receipt, i) => ({ ...receipt, ...subjects[i] }));
      const { sites } = plan;
      return { policy, group: request.group, isCommitted: false, receipts, sites };
    },
  };
}

/** Closes the group that is open; its rewards count, and are learnt, from now on. */
export function closeGroupCommand(group: string): Command<GroupReply> {
  return {
    isWriting: true,
    run(accountant) {
      const { state } = accountant;
      const { policy } = state;
      if (generationOf(state) === 0) throw unknownPolicy(policy);
      if (state.core === null) throw halted(state.halt?.detail ?? '');
      if (state.openGroup === group) {
        accountant.do({ kind: 'group-closed', group });
        return { policy, group, outcome: 'recorded' };
      }
      if (state.openGroup === null && state.closedGroup === group) {
        return { policy, group, outcome: 'repeated' };
      }
      throw groupNotOpen(group);
    },
  };
}

/**
 * Returns the plan whose first decision stands in the row, from the entries alone. Of a forgotten decision no fingerprint is left, so
 * that only here it is seen that its key was never that of a plan.
 */
export async function readPlan(journal: Journal, row: DecisionRow): Promise<GroupPlan> {
  const { policy, position } = row;
  const [planned, first] = (await journal.read(policy, position - 2, 2)).map(({ text }) =>
    readEntryText(text),
  );
  if (planned?.kind !== 'group-planned') {
    if (first?.kind === 'decided' && first.planIndex === undefined) throw keyReused();
    throw new Error(`Entry ${position - 1} of ${policy} must hold the plan of ${row.id}.`);
  }
  const reader = new ReceiptReader(journal, policy);
  const receipts: DecisionReceipt[] = [];
  for (const { text } of await journal.read(policy, position - 1, planned.count)) {
    const decided = readEntryText(text) as Decided & Written;
    if (isForgottenDecision(decided)) throw decisionForgotten(decided.receipt.id);
    const { planIndex, receipt } = await reader.whole(decided);
    receipts[planIndex!] = receipt;
  }
  return issuedPlan(policy, planned.group, receipts);
}

function issuedPlan(
  policy: string,
  group: string,
  receipts: readonly DecisionReceipt[],
): GroupPlan {
  // Sums need no reasons, and `halted` is one that the core does not have.
  const { sites } = seasonPlan(receipts as SeasonPlan['receipts'], group);
  return { policy, group, isCommitted: true, receipts, sites };
}
