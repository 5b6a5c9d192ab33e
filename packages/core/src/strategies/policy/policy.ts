/**
 * A policy: the library's front door. Decide with names, observe with names, keep the promise.
 *
 * It joins the rooms: variables read the forecast, the feature map averages over it, the hedge
 * learner decides, and a receipt says what, who, why and how safe. Open decisions are kept until
 * their reward has come, however late; settled ones for a while, so that repeated rewards are
 * recognised and wrong ones can be corrected.
 */
import { HedgerowError } from '../../base/errors.ts';
import { hasSpread } from '../../context/has-spread.ts';
import type { FeatureMap } from '../../expectation/feature-map.ts';
import type { KernelEngine } from '../../model/kernel/ridge-kernel.ts';
import type { RewardInterval } from '../../safety/books/safety-book.ts';
import type { BaselineChoice } from '../learners/baseline-choice.ts';
import type { HedgeDecision } from '../learners/hedge/hedge-decision.ts';
import type { HedgeLearner } from '../learners/hedge/hedge-learner.ts';
import type { HedgeTicket } from '../learners/hedge/hedge-ticket.ts';
import { type CheckedDefinition, checkDefinition, requireAction } from './checked-definition.ts';
import { answerTo, type DecisionNews, type Outcome } from './decision-lifecycle.ts';
import { POLICY_DEFAULTS } from './defaults.ts';
import { requireBaselineReward, requireFloors, requirePeriodName } from './definition-rules.ts';
import { featureMapOf } from './feature-map-of.ts';
import { featureNames } from './feature-names.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import { policyLearner } from './policy-learner.ts';
import { type PolicyStreams, policyStreams } from './policy-streams.ts';
import { type PolicyWeights, policyWeights } from './policy-weights.ts';
import type { Receipt } from './receipt.ts';
import { requireAmount } from './require-amount.ts';
import { requireLearnable } from './require-learnable.ts';
import { decodeState, encodeInSteps, finishText, type TextInSteps } from './state-text.ts';
import { type ContextValue, createVariables, type Variables } from './variables.ts';
import { type ReceiptInput, writeReceipt } from './write-receipt.ts';

export interface DecideOptions {
  /** Another baseline for this call, or another expected reward of it. */
  readonly baseline?: { readonly action?: string; readonly reward?: number | RewardInterval };
  /** The actions that may be played this time; the baseline's is always allowed. */
  readonly allowed?: readonly string[];
  /**
   * Least expected reward of actions in this situation, by name, where you can vouch for more than
   * the lowest reward of all; takes the place of what the definition says of these actions.
   */
  readonly floors?: Readonly<Record<string, number>>;
  /** With `period: 'named'`: the period this decision belongs to, such as "2027"; a new name begins one. */
  readonly period?: string;
  /** What you would like to play, from a model or a person of your own; the books decide as ever. */
  readonly proposal?: string;
  /**
   * Only watch: the baseline is played and booked, and the receipt tells what the learner proposed.
   */
  readonly shadow?: boolean;
}

export interface ObserveOptions {
  /** The context as it turned out, if it was seen: learning from it is much faster. */
  readonly context?: ContextValue;
}

export interface Policy {
  /** Chooses an action for a forecast and returns the receipt. */
  decide(context: ContextValue, options?: DecideOptions): Receipt;
  /**
   * The receipt that `decide` would return now; nothing is booked, and nothing changes. Where a coin
   * would decide, the preview has its probability and is the same however the coin will fall.
   */
  preview(context: ContextValue, options?: DecideOptions): Receipt;
  /** Takes the reward of an earlier decision. */
  observe(id: string, reward: number, options?: ObserveOptions): Outcome;
  /** Replaces a reward that was reported wrongly. */
  correct(id: string, reward: number): Outcome;
  /** With `execution: 'confirm'`: the action was really played. */
  confirm(id: string): Outcome;
  /** The baseline was played instead of what the receipt said. */
  fellBack(id: string): Outcome;
  /** Nothing was played: the round did not take place. */
  cancel(id: string): Outcome;
  /** The safety budget: what is proved that may still be lost, in reward units. */
  margin(): number;
  /** What has been learnt of each feature, in reward units; nothing changes by asking. */
  weights(): PolicyWeights;
  /** Number of decisions whose reward has not come. */
  readonly pendingCount: number;
  /** While on, every decision is the baseline. */
  safeMode: boolean;
  /**
   * Counts what was ever booked: decisions, rewards, corrections, what was played instead. It only
   * grows. Keep the newest where no old snapshot can overwrite it, and give it to `restorePolicy`.
   */
  readonly revision: number;
  /**
   * The whole state as text; `restorePolicy` continues from it bit for bit. It holds the key of the
   * policy's coin, unless the host flips it: keep it as secret as the coin. Going on from any but the
   * newest snapshot spends the same budget twice, and the promise does not hold any more.
   */
  snapshot(): string;
  /** The same text of the state as it is now, written in small steps while the policy goes on. */
  snapshotInSteps(): TextInSteps;
}

export interface PolicyOptions {
  /** Shared memory and code for many policies; private if absent. */
  readonly engine?: KernelEngine;
  /**
   * The coin of a decision: a number in [0, 1) by its sequence, always the same for the same one,
   * that nobody can foresee who has a hand in rewards or contexts. The policy's own if absent.
   */
  readonly coin?: (sequence: number) => number;
}

export interface RestoreOptions extends PolicyOptions {
  /** The newest `revision` that you know of; an older snapshot is refused. */
  readonly notBefore?: number;
}

/** Returns a policy that starts from nothing. */
export function createPolicy(definition: PolicyDefinition, options: PolicyOptions = {}): Policy {
  return new HedgePolicy(definition, options);
}

/**
 * Returns the policy that `snapshot()` described. Refuses damaged text, and with `notBefore` a
 * snapshot that is older than what you know of: what was spent after it would be spent again.
 */
export function restorePolicy(snapshot: string, options: RestoreOptions = {}): Policy {
  const state = decodeState(snapshot) as PolicyState;
  requireNotOlder(state.revision, options.notBefore ?? 0);
  const policy = new HedgePolicy(state.definition, options, state.streams);
  policy.importState(state);
  return policy;
}

interface PolicyState {
  readonly definition: PolicyDefinition;
  readonly streams: PolicyStreams;
  readonly revision: number;
  readonly safeMode: boolean;
  readonly learner: ReturnType<HedgeLearner['exportState']>;
  readonly tickets: readonly StoredTicket[];
  /** Decisions whose fate is known, in the order in which it became known: the first leaves first. */
  readonly settled: readonly number[];
  /** Decisions whose reward has come and waits for the next decision, in the order of arrival. */
  readonly waiting: readonly number[];
  /** The name of the present period; null before the first, and where periods have no names. */
  readonly periodName: string | null;
}

interface StoredTicket extends HedgeTicket {
  /** Which of all actions is played; the ticket counts only those that were allowed. */
  readonly actionIndex: number;
  /** What the reward was learnt with, if not the ticket's own features. */
  readonly revealedFeatures?: Float64Array;
}

class HedgePolicy implements Policy {
  safeMode = false;
  readonly #checked: CheckedDefinition;
  readonly #variables: Variables;
  readonly #featureMap: FeatureMap;
  readonly #learner: HedgeLearner;
  readonly #features: Float64Array;
  readonly #streams: PolicyStreams;
  #revision = 0;
  /** Decisions by sequence, oldest first; settled ones leave after a while. */
  #tickets = new Map<number, StoredTicket>();
  #settled: number[] = [];
  #periodName: string | null = null;

  constructor(definition: PolicyDefinition, options: PolicyOptions, restored?: PolicyStreams) {
    this.#checked = checkDefinition(definition);
    const streams = restored ?? policyStreams(this.#checked, options.coin !== undefined);
    this.#streams = streamsWith(options, streams, this.#checked);
    this.#variables = createVariables(definition.context);
    this.#featureMap = featureMapOf(definition, this.#variables);
    this.#learner = policyLearner(this.#checked, this.#featureMap, { ...options, streams });
    this.#features = new Float64Array(this.#featureMap.actionCount * this.#featureMap.dimension);
  }

  get revision(): number {
    return this.#revision;
  }

  get pendingCount(): number {
    return this.#tickets.size - this.#settled.length;
  }

  decide(context: ContextValue, options: DecideOptions = {}): Receipt {
    const issued = this.#issue(context, options);
    const { ticket, playedAction } = issued.decision;
    const actionIndex = issued.allowed[playedAction]!;
    this.#tickets.set(ticket.sequence, { ...ticket, actionIndex });
    this.#revision += 1;
    return writeReceipt(issued);
  }

  preview(context: ContextValue, options: DecideOptions = {}): Receipt {
    const periodName = this.#periodName;
    try {
      return this.#learner.rehearse(() => writeReceipt(this.#issue(context, options)));
    } finally {
      this.#periodName = periodName;
    }
  }

  observe(id: string, reward: number, options: ObserveOptions = {}): Outcome {
    this.#requireReward(reward);
    return this.#hear(id, { kind: 'rewarded', value: reward }, (ticket) => {
      const revealedFeatures = this.#revealedFeatures(ticket, options);
      this.#learner.settle(ticket, reward, revealedFeatures);
      if (revealedFeatures) this.#tickets.set(ticket.sequence, { ...ticket, revealedFeatures });
      this.#markSettled(ticket.sequence);
    });
  }

  correct(id: string, reward: number): Outcome {
    this.#requireReward(reward);
    return this.#hear(id, { kind: 'corrected', value: reward }, (ticket) =>
      this.#learner.correct(ticket, reward, ticket.revealedFeatures ?? ticket.features),
    );
  }

  confirm(id: string): Outcome {
    return this.#hear(id, { kind: 'confirmed' }, ({ entry }) => this.#learner.book.confirm(entry));
  }

  fellBack(id: string): Outcome {
    return this.#hear(id, { kind: 'fell-back' }, ({ entry, sequence }) => {
      this.#learner.book.fallBack(entry);
      this.#markSettled(sequence);
    });
  }

  cancel(id: string): Outcome {
    return this.#hear(id, { kind: 'voided' }, ({ entry, sequence }) => {
      this.#learner.book.cancel(entry);
      this.#markSettled(sequence);
    });
  }

  margin(): number {
    return this.#learner.provedSlack();
  }

  weights(): PolicyWeights {
    const { definition } = this.#checked;
    const names = featureNames(definition, this.#variables, this.#featureMap.dimension);
    return this.#learner.rehearse(() => {
      this.#learner.takeInRewards();
      return policyWeights(this.#learner.beliefs, names);
    });
  }

  snapshot(): string {
    return finishText(this.snapshotInSteps());
  }

  snapshotInSteps(): TextInSteps {
    const state: PolicyState = {
      definition: this.#checked.definition,
      streams: this.#streams,
      revision: this.#revision,
      safeMode: this.safeMode,
      learner: this.#learner.exportState(),
      // What becomes of a decision is noted in its entry; all else of a ticket stays as it is.
      tickets: Array.from(this.#tickets.values(), (ticket) => ({
        ...ticket,
        entry: { ...ticket.entry },
      })),
      settled: [...this.#settled],
      waiting: this.#learner.waiting.map(({ ticket }) => ticket.sequence),
      periodName: this.#periodName,
    };
    return encodeInSteps(state);
  }

  importState(state: PolicyState): void {
    this.#revision = state.revision;
    this.safeMode = state.safeMode;
    this.#learner.importState(state.learner);
    this.#tickets = new Map(state.tickets.map((ticket) => [ticket.sequence, ticket]));
    this.#settled = [...state.settled];
    this.#periodName = state.periodName;
    for (const sequence of state.waiting) {
      const ticket = this.#tickets.get(sequence)!;
      const features = ticket.revealedFeatures ?? ticket.features;
      this.#learner.settle(ticket, ticket.entry.reward!, features);
    }
  }

  /** Answers what is said of a decision; takes it in where that is the answer. */
  #hear(id: string, news: DecisionNews, takeIn: (ticket: StoredTicket) => void): Outcome {
    const ticket = this.#tickets.get(sequenceOf(id));
    if (ticket === undefined) return 'unknown-decision';
    const { execution: state, reward } = ticket.entry;
    const answer = answerTo({ state, reward }, news);
    if (answer !== 'recorded') return answer;
    takeIn(ticket);
    this.#revision += 1;
    return 'recorded';
  }

  /** Decides and books; what comes back is what the receipt is written from. */
  #issue(contextValue: ContextValue, options: DecideOptions): ReceiptInput {
    const context = this.#variables.read(contextValue);
    const baselineIndex = this.#baselineIndex(options);
    const allowed = this.#allowedActions(options, baselineIndex);
    this.#featureMap.expectedFeatures(context, this.#features);
    this.#requireLearnable(this.#features);
    this.#copyAllowed(allowed);
    this.#writeFloors(allowed, options);
    const baseline: BaselineChoice = {
      action: allowed.indexOf(baselineIndex),
      expectedReward: this.#baselineReward(options),
    };
    const proposal = this.#proposalRow(options, allowed);
    this.#learner.checkBaseline(baseline);
    // From here on nothing is refused any more.
    this.#enterPeriod(options);
    const decision = this.#decideRow(baseline, proposal, { options, allowed });
    const [checked, learner] = [this.#checked, this.#learner];
    const isCallersProposal = options.proposal !== undefined && !this.safeMode;
    const othersInFlight = this.pendingCount;
    const made = { decision, allowed, baselineIndex, context, isCallersProposal, othersInFlight };
    return { checked, learner, ...made };
  }

  #decideRow(
    baseline: BaselineChoice,
    proposal: number | null,
    { options, allowed }: { options: DecideOptions; allowed: readonly number[] },
  ): HedgeDecision {
    if (this.safeMode) return this.#learner.followBaseline(baseline);
    return options.shadow === true
      ? this.#learner.watch(baseline, allowed.length, proposal)
      : this.#learner.decide(baseline, allowed.length, proposal);
  }

  #markSettled(sequence: number): void {
    this.#settled.push(sequence);
    if (this.#settled.length <= POLICY_DEFAULTS.settledDecisionsKept) return;
    // What leaves must not be needed any more.
    this.#learner.takeInRewards();
    this.#tickets.delete(this.#settled.shift()!);
  }

  #baselineIndex(options: DecideOptions): number {
    const { actionNames, definition } = this.#checked;
    const name = options.baseline?.action ?? definition.baseline.action;
    return requireAction(actionNames, 'baseline.action', name);
  }

  #baselineReward(options: DecideOptions): number | RewardInterval | null {
    const given = options.baseline?.reward;
    if (given !== undefined) {
      requireBaselineReward(this.#checked.definition, given);
      return given;
    }
    const { baselineReward: declared, definition } = this.#checked;
    if (declared === 'per-call') throw missingBaselineReward();
    const action = options.baseline?.action ?? definition.baseline.action;
    if (declared !== undefined && action !== definition.baseline.action) {
      throw rewardOfAnother(action, definition.baseline.action);
    }
    return declared ?? null;
  }

  /** Indices of the actions that may be played, in declared order, the baseline's included. */
  #allowedActions(options: DecideOptions, baselineIndex: number): number[] {
    const { actionNames } = this.#checked;
    if (options.allowed === undefined) return actionNames.map((_, index) => index);
    const wanted = new Set(
      options.allowed.map((name) => requireAction(actionNames, 'allowed', name)),
    );
    wanted.add(baselineIndex);
    return [...wanted].sort((a, b) => a - b);
  }

  /** The caller's proposal as a row of the allowed actions; null if there is none. */
  #proposalRow({ proposal }: DecideOptions, allowed: readonly number[]): number | null {
    if (proposal === undefined) return null;
    const names = allowed.map((index) => this.#checked.actionNames[index]!);
    return requireAction(names, 'proposal', proposal);
  }

  #copyAllowed(allowed: readonly number[]): void {
    const { dimension, actionCount } = this.#featureMap;
    if (allowed.length === actionCount) {
      this.#learner.expectedFeatures.set(this.#features);
      return;
    }
    allowed.forEach((actionIndex, row) => {
      const start = actionIndex * dimension;
      const features = this.#features.subarray(start, start + dimension);
      this.#learner.expectedFeatures.set(features, row * dimension);
    });
  }

  /** The declared floors of the allowed actions, those of this call first. */
  #writeFloors(allowed: readonly number[], { floors = {} }: DecideOptions): void {
    const { actionNames, definition } = this.#checked;
    requireFloors(definition, floors);
    const declared = { ...definition.reward.floors, ...floors };
    this.#learner.expectedFloors.fill(Number.NEGATIVE_INFINITY);
    for (const name of Object.keys(declared)) {
      const row = allowed.indexOf(actionNames.indexOf(name));
      if (row >= 0) this.#learner.expectedFloors[row] = declared[name]!;
    }
  }

  /** A new name begins a new period; the first one is named when the first decision is made. */
  #enterPeriod({ period }: DecideOptions): void {
    requirePeriodName(this.#checked.definition, period);
    if (period === undefined || period === this.#periodName) return;
    if (this.#periodName !== null) this.#learner.startPeriod();
    this.#periodName = period;
  }

  #revealedFeatures(ticket: StoredTicket, options: ObserveOptions): Float64Array | undefined {
    if (options.context === undefined) return undefined;
    const context = this.#variables.read(options.context);
    if (hasSpread(context)) throw notRevealed();
    const features = new Float64Array(this.#featureMap.dimension);
    this.#featureMap.features(ticket.actionIndex, context.mean, features, 0);
    this.#requireLearnable(features);
    return features;
  }

  #requireLearnable(features: Float64Array): void {
    const { ridgePenalty = POLICY_DEFAULTS.ridgePenalty } = this.#checked.definition;
    requireLearnable(features, ridgePenalty);
  }

  #requireReward(reward: number): void {
    requireAmount('reward', reward);
    const { min, max } = this.#checked.definition.reward;
    if (this.#checked.noiseScale > 0 || (reward >= min && reward <= max)) return;
    throw new HedgerowError({
      code: 'HR_INPUT_RANGE',
      rule: `reward must lie in its declared range, ${min} to ${max}`,
      received: String(reward),
      remedy:
        'The promise rests on the range. Declare a wider one, or a noiseScale, and start anew.',
    });
  }
}

function sequenceOf(id: string): number {
  return /^d[1-9]\d*$/.test(id) ? Number(id.slice(1)) : -1;
}

/** With the host's coin no key is kept; without it there must be one. */
function streamsWith(
  { coin }: PolicyOptions,
  streams: PolicyStreams,
  { baselineReward }: CheckedDefinition,
): PolicyStreams {
  if (coin !== undefined) return { ...streams, coinKey: null };
  if (baselineReward !== undefined || streams.coinKey !== null) return streams;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'coin must be given with a snapshot of a policy whose coin the host flips',
    received: 'absent',
    remedy: 'Give the same function as before.',
  });
}

function requireNotOlder(revision: number, notBefore: number): void {
  if (revision >= notBefore) return;
  throw new HedgerowError({
    code: 'HR_FILE',
    rule: `a snapshot must be of revision ${notBefore} or later`,
    received: `of revision ${revision}`,
    remedy:
      'Restore the newest one: what was spent after an old snapshot would be spent again. If it is lost, begin a new policy.',
  });
}

function missingBaselineReward(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'baseline.reward must be given with every call of this policy',
    received: 'absent',
    remedy: 'Give { baseline: { reward: … } } with the decision.',
  });
}

/** What is declared of one action says nothing of another. */
function rewardOfAnother(action: string, declared: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: `baseline.reward must be given when the baseline is another action (${action}) than the one whose reward is declared (${declared})`,
    received: 'absent',
    remedy: 'Pass { baseline: { action: …, reward: … } } with the call.',
  });
}

function notRevealed(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'a revealed context must be known exactly',
    received: 'a distribution with spread',
    remedy: 'Give plain numbers, or leave the context out.',
  });
}
