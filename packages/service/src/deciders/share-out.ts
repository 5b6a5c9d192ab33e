/**
 * A decision service whose policies are shared out over threads: each call goes to the one decider that has
 * the policy, and what is told of all policies is read here.
 */
import { createFailureSum, listPolicies } from '../decisions/calls/listing.ts';
import { readRows } from '../decisions/calls/room.ts';
import { createTotals } from '../decisions/calls/totals.ts';
import type { DecisionService } from '../decisions/decision-service.ts';
import { nextRound } from '../instruments/next-round.ts';
import { parseDecisionId } from '../journal/decision-id.ts';
import type { Journal } from '../journal/journal.ts';
import { closing, deciderAway, journalUnavailable } from '../problems/refusals.ts';
import type { AuditView } from '../wire.ts';
import type { Decider } from './decider.ts';
import { placeOf } from './place-of.ts';

export interface ShareOutOptions {
  readonly deciders: readonly Decider[];
  /** Only read here, and asked whether anything can be written: that is the deciders' business. */
  readonly journal: Journal;
}

/** Returns the service; close it to end the threads. */
export function shareOut({ deciders, journal }: ShareOutOptions): DecisionService {
  const ways = new Ways(deciders);
  let isClosing = false;
  return {
    ...acting(ways),
    ...looking(ways),
    ...overAll(ways, journal),
    checkReady: async () => {
      if (isClosing) throw closing();
      if (deciders.some(({ isAway }) => isAway)) throw deciderAway();
      await journal.checkWritable().catch((error: unknown) => {
        throw journalUnavailable(error);
      });
    },
    waitingCount: () => deciders.reduce((sum, { counts }) => sum + counts.waiting, 0),
    awakeCount: () => deciders.reduce((sum, { counts }) => sum + counts.awake, 0),
    close: async () => {
      isClosing = true;
      await Promise.all(deciders.map((decider) => decider.close()));
    },
  };
}

/** Asks the decider that has the policy for what is no call of the service. */
export function askDeciders(deciders: readonly Decider[]) {
  const ways = new Ways(deciders);
  return (policy: string, name: string, input: readonly unknown[]): Promise<unknown> =>
    ways.of(policy).call(name, input);
}

type Promised = {
  [Name in keyof DecisionService]-?: NonNullable<DecisionService[Name]> extends (
    ...input: never[]
  ) => Promise<unknown>
    ? Name
    : never;
}[keyof DecisionService];
type Paged = 'allDecisions' | 'decisionLog';

/** How a call finds its decider. */
class Ways {
  readonly #deciders: readonly Decider[];

  constructor(deciders: readonly Decider[]) {
    this.#deciders = deciders;
  }

  of(policy: string): Decider {
    return this.#deciders[placeOf(policy, this.#deciders.length)]!;
  }

  /** The first argument is the policy. */
  byPolicy<Name extends Promised>(name: Name): DecisionService[Name] {
    const call = (policy: string, ...rest: readonly unknown[]) =>
      this.of(policy).call(name, [policy, ...rest]);
    return call as unknown as DecisionService[Name];
  }

  /** The first argument is a decision; any decider refuses what names none. */
  byDecision<Name extends Promised>(name: Name): DecisionService[Name] {
    const call = (decision: string, ...rest: readonly unknown[]) => {
      const policy = parseDecisionId(decision)?.policy ?? decision;
      return this.of(policy).call(name, [decision, ...rest]);
    };
    return call as unknown as DecisionService[Name];
  }

  pages<Name extends Paged>(name: Name): DecisionService[Name] {
    const call = (policy: string, site?: string) => this.of(policy).pages(name, [policy, site]);
    return call as unknown as DecisionService[Name];
  }
}

function acting(ways: Ways) {
  return {
    decide: ways.byPolicy('decide'),
    decideMany: ways.byPolicy('decideMany'),
    issueGroup: ways.byPolicy('issueGroup'),
    closeGroup: ways.byPolicy('closeGroup'),
    ack: ways.byDecision('ack'),
    void: ways.byDecision('void'),
    reward: ways.byDecision('reward'),
    rewardMany: ways.byPolicy('rewardMany'),
    correct: ways.byDecision('correct'),
    setMode: ways.byPolicy('setMode'),
    define: ways.byPolicy('define'),
    renew: ways.byPolicy('renew'),
    remove: ways.byPolicy('remove'),
    erase: ways.byPolicy('erase'),
    forget: ways.byPolicy('forget'),
    restore: ways.byPolicy('restore'),
    putSubjects: ways.byPolicy('putSubjects'),
    putSubject: ways.byPolicy('putSubject'),
    removeSubject: ways.byPolicy('removeSubject'),
  };
}

function looking(ways: Ways) {
  const watch: DecisionService['watch'] = (policy, listener, site) =>
    ways.of(policy).watch(policy, listener, site);
  return {
    preview: ways.byPolicy('preview'),
    previewGroup: ways.byPolicy('previewGroup'),
    previewDefinition: ways.byPolicy('previewDefinition'),
    subjects: ways.byPolicy('subjects'),
    terms: ways.byPolicy('terms'),
    definition: ways.byPolicy('definition'),
    sites: ways.byPolicy('sites'),
    decision: ways.byDecision('decision'),
    decisionByKey: ways.byPolicy('decisionByKey'),
    decisions: ways.byPolicy('decisions'),
    allDecisions: ways.pages('allDecisions'),
    decisionLog: ways.pages('decisionLog'),
    corridor: ways.byPolicy('corridor'),
    weights: ways.byPolicy('weights'),
    forecasts: ways.byPolicy('forecasts'),
    watch,
    news: ways.byPolicy('news'),
  };
}

/** What is told of all policies is read from their lines in the journal, and no decider need be asked. */
function overAll(ways: Ways, journal: Journal) {
  const monotonic = { nowMs: () => performance.now() };
  const rows = { journal, read: readRows, pause: nextRound, monotonic };
  const policy = ways.byPolicy('policy');
  const failureProbability = ways.byPolicy('failureProbability');
  const policies: DecisionService['policies'] = (options = {}) =>
    listPolicies(rows, options, policy);
  const totals = createTotals(rows);
  const failureSum = createFailureSum(rows, failureProbability);
  const audit: DecisionService['audit'] = async (id, options = {}) => {
    const total = await failureSum(options.policies);
    return (await ways.of(id).call('audit', [id, { ...options, total }])) as AuditView;
  };
  const removals: DecisionService['removals'] = () => readRows(() => journal.readRemovals());
  return { policy, failureProbability, policies, totals, audit, removals };
}
