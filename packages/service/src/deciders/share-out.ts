/**
 * A decision service whose policies are shared out over threads: each call goes to the one decider that has
 * the policy, and what is asked of all policies is put together.
 */
import type { DecisionService } from '../decisions/decision-service.ts';
import { parseDecisionId } from '../journal/decision-id.ts';
import type { Journal } from '../journal/journal.ts';
import { closing, deciderAway, journalUnavailable } from '../problems/refusals.ts';
import type { AuditView } from '../wire.ts';
import type { Decider } from './decider.ts';
import { placeOf } from './place-of.ts';

export interface ShareOutOptions {
  readonly deciders: readonly Decider[];
  /** Asked whether anything can be written; what is written is the deciders' business. */
  readonly journal: Pick<Journal, 'checkWritable'>;
}

/** Returns the service; close it to end the threads. */
export function shareOut({ deciders, journal }: ShareOutOptions): DecisionService {
  const ways = new Ways(deciders);
  let isClosing = false;
  return {
    ...acting(ways),
    ...looking(ways),
    ...overAll(ways, deciders),
    checkReady: async () => {
      if (isClosing) throw closing();
      if (deciders.some(({ isAway }) => isAway)) throw deciderAway();
      await journal.checkWritable().catch((error: unknown) => {
        throw journalUnavailable(error);
      });
    },
    waitingCount: () => deciders.reduce((sum, { waitingCount }) => sum + waitingCount, 0),
    close: async () => {
      isClosing = true;
      await Promise.all(deciders.map((decider) => decider.close()));
    },
  };
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
    policy: ways.byPolicy('policy'),
    definition: ways.byPolicy('definition'),
    sites: ways.byPolicy('sites'),
    decision: ways.byDecision('decision'),
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

/** What is asked of all deciders, each of which answers for its own policies. */
function overAll(ways: Ways, deciders: readonly Decider[]) {
  const each = <Name extends Promised>(name: Name, ...input: readonly unknown[]) =>
    Promise.all(deciders.map((decider) => decider.call(name, input))) as Promise<
      Awaited<ReturnType<DecisionService[Name]>>[]
    >;
  const failureProbability: DecisionService['failureProbability'] = async (policies) =>
    sumOf(await each('failureProbability', policies));
  const policies: DecisionService['policies'] = async (options) =>
    (await each('policies', options)).flat().sort((a, b) => compare(a.id, b.id));
  const siteBudgets: DecisionService['siteBudgets'] = async () =>
    (await each('siteBudgets')).flat().sort((a, b) => compare(a.policy, b.policy));
  const audit: DecisionService['audit'] = async (policy, options = {}) => {
    const others = deciders.filter((decider) => decider !== ways.of(policy));
    const totals = await Promise.all(
      others.map((decider) => decider.call('failureProbability', [options.policies])),
    );
    const input = { ...options, elsewhere: sumOf(totals as number[]) };
    return (await ways.of(policy).call('audit', [policy, input])) as AuditView;
  };
  return { failureProbability, policies, siteBudgets, audit };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The order of the journal, whatever the language of this machine. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
