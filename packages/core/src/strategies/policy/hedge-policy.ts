/**
 * The policy at work: variables read the forecast, the feature map averages over it, the hedge learner
 * decides, and a receipt says what, who, why and how safe. Open decisions are kept until their reward
 * has come, however late; settled ones for a while, so that repeated rewards are recognised and wrong
 * ones can be corrected.
 */

import { HedgerowError } from '../../base/errors.ts';
import { finish } from '../../base/finish.ts';
import type { ContextDistribution } from '../../context/context-distribution.ts';
import type { HedgeDecision } from '../learners/hedge/hedge-decision.ts';
import type { HedgeLearner, HedgeLearnerState } from '../learners/hedge/hedge-learner.ts';
import type { HedgeTicket } from '../learners/hedge/hedge-ticket.ts';
import { type CheckedDefinition, checkDefinition } from './checked-definition.ts';
import { answerTo, type DecisionNews, type Outcome } from './decision-lifecycle.ts';
import { requirePeriodName } from './definition-rules.ts';
import { type GiveUp, requireGiveUp } from './give-up.ts';
import { type Outlook, outlookOf } from './outlook.ts';
import type { PartRewards } from './part-rewards.ts';
import type { DecideOptions, ObserveOptions, Policy, PolicyOptions } from './policy.ts';
import type { PolicyDefinition, PriorDefinition } from './policy-definition.ts';
import { PolicyFeatures } from './policy-features.ts';
import { policyLearner } from './policy-learner.ts';
import { type PolicyStreams, policyStreams, streamsWith } from './policy-streams.ts';
import { type PolicyWeights, policyWeights } from './policy-weights.ts';
import { type ReadCall, readCall } from './read-call.ts';
import type { Receipt } from './receipt.ts';
import { requireAmount } from './require-amount.ts';
import {
  type PlanInSteps,
  type PlanSituation,
  type SeasonPlan,
  seasonPlan,
  type TogetherOptions,
} from './season-plan.ts';
import { readShelfText, type Shelving, shelfText, type VectorGrowth } from './shelf-text.ts';
import { encodeInSteps, type TextInSteps } from './state-text.ts';
import { numberOf, type StoredTickets, TicketStore } from './ticket-store.ts';
import type { ContextValue } from './variables.ts';
import { type ReceiptInput, writeReceipt } from './write-receipt.ts';

export interface PolicyState extends StoredTickets<StoredTicket> {
  readonly definition: PolicyDefinition;
  readonly streams: PolicyStreams;
  readonly revision: number;
  readonly safeMode: boolean;
  readonly learner: HedgeLearnerState;
  /** Decisions whose reward has come and waits for the next decision, in the order of arrival. */
  readonly waiting: readonly number[];
  /** The same for rewards that wait for their group to be closed; absent for none. */
  readonly waitingForGroup?: readonly number[];
  /** How it grew, oldest first, for decisions that were handed out before; absent if never. */
  readonly growths?: readonly VectorGrowth[];
}

interface StoredTicket extends HedgeTicket {
  /** Which of all actions is played; the ticket counts only those that were allowed. */
  readonly actionIndex: number;
  /** What the reward was learnt with, if not the ticket's own features. */
  readonly revealedFeatures?: Float64Array;
}

export class HedgePolicy implements Policy {
  safeMode = false;
  readonly #checked: CheckedDefinition;
  readonly #wasAccepted: () => boolean;
  readonly #features: PolicyFeatures;
  readonly #learner: HedgeLearner;
  readonly #streams: PolicyStreams;
  readonly #tickets = new TicketStore<StoredTicket>();
  #revision = 0;
  #growths: readonly VectorGrowth[] = [];

  constructor(definition: PolicyDefinition, options: PolicyOptions, restored?: PolicyStreams) {
    this.#wasAccepted = options.wasAccepted ?? (() => false);
    const isStored = restored !== undefined || this.#wasAccepted();
    this.#checked = checkDefinition(definition, isStored ? 'stored' : 'new');
    const streams = restored ?? policyStreams(this.#checked, options.coin !== undefined);
    this.#streams = streamsWith(options, streams, this.#checked);
    this.#features = new PolicyFeatures(definition);
    this.#learner = policyLearner(this.#checked, this.#features.map, {
      ...options,
      streams,
      correctableFrom: () => this.#tickets.correctableFrom,
    });
  }

  get variables(): Policy['variables'] {
    return this.#checked.definition.context;
  }

  get revision(): number {
    return this.#revision;
  }

  get pendingCount(): number {
    return this.#tickets.pendingCount;
  }

  get heldCount(): number {
    return this.#tickets.heldCount;
  }

  get groupCounts(): Policy['groupCounts'] {
    const { closedGroupCount: closed, waitingForGroup } = this.#learner;
    return { closed, waiting: waitingForGroup.length };
  }

  get sites(): readonly string[] {
    return this.#learner.sites;
  }

  decide(context: ContextValue, options: DecideOptions = {}): Receipt {
    this.#learner.beginCall();
    return this.#keep(this.#issue(context, options));
  }

  preview(context: ContextValue, options: DecideOptions = {}): Receipt {
    const takeBack = this.#learner.beginRehearsal();
    try {
      this.#learner.beginCall();
      return writeReceipt(this.#issue(context, options));
    } finally {
      takeBack();
    }
  }

  decideTogether(situations: readonly PlanSituation[], options?: TogetherOptions): SeasonPlan {
    return finish(this.decideTogetherInSteps(situations, options));
  }

  previewTogether(situations: readonly PlanSituation[], options?: TogetherOptions): SeasonPlan {
    return finish(this.previewTogetherInSteps(situations, options));
  }

  *decideTogetherInSteps(
    situations: readonly PlanSituation[],
    options: TogetherOptions = {},
  ): PlanInSteps {
    const ranked = yield* this.#ranked(situations, options);
    this.#learner.beginCall();
    const receipts: Receipt[] = new Array(situations.length);
    for (const { index, proposal } of ranked) {
      const { context, ...own } = situations[index]!;
      const issued = this.#issue(context, { ...own, ...options }, proposal);
      receipts[index] = this.#keep(issued);
      yield;
    }
    return seasonPlan(receipts, options.group);
  }

  *previewTogetherInSteps(
    situations: readonly PlanSituation[],
    options: TogetherOptions = {},
  ): PlanInSteps {
    const ranked = yield* this.#ranked(situations, options);
    const takeBack = this.#learner.beginRehearsal();
    try {
      this.#learner.beginCall();
      const receipts: Receipt[] = new Array(situations.length);
      for (const { index, proposal } of ranked) {
        const { context, ...own } = situations[index]!;
        receipts[index] = writeReceipt(this.#issue(context, { ...own, ...options }, proposal));
        yield;
      }
      return seasonPlan(receipts, options.group);
    } finally {
      takeBack();
    }
  }

  observe(id: string, reward: number | PartRewards, options: ObserveOptions = {}): Outcome {
    this.#requireReward(reward);
    return this.#hear(id, { kind: 'rewarded', value: reward }, (ticket) => {
      const revealedFeatures = this.#features.revealed(ticket.actionIndex, options.context);
      const stored = revealedFeatures === undefined ? ticket : { ...ticket, revealedFeatures };
      this.#learner.settle(stored, reward, revealedFeatures);
      this.#tickets.put(stored);
      this.#markSettled(ticket.sequence);
    });
  }

  correct(id: string, reward: number | PartRewards): Outcome {
    this.#requireReward(reward);
    return this.#hear(id, { kind: 'corrected', value: reward }, (ticket) =>
      this.#learner.correct(ticket, reward, featuresLearnt(ticket)),
    );
  }

  confirm(id: string): Outcome {
    return this.#hear(id, { kind: 'confirmed' }, (ticket) => this.#learner.confirm(ticket));
  }

  fellBack(id: string, why: GiveUp): Outcome {
    requireGiveUp(why);
    const { reason } = why;
    return this.#hear(id, { kind: 'fell-back', reason }, (ticket) => {
      this.#learner.fallBack(ticket, reason);
      this.#markSettled(ticket.sequence);
    });
  }

  cancel(id: string, why: GiveUp): Outcome {
    requireGiveUp(why);
    const { reason } = why;
    return this.#hear(id, { kind: 'voided', reason }, (ticket) => {
      this.#learner.cancel(ticket, reason);
      this.#markSettled(ticket.sequence);
    });
  }

  abandon(last: string, count: number): void {
    this.#tickets.abandon(numberOf(last), count, isSettled);
    this.#revision += 1;
  }

  forget(ids: readonly string[]): readonly string[] {
    this.#learner.takeInRewards();
    const pinned = new Set(this.#learner.waitingForGroup.map(({ ticket }) => ticket));
    const known = ids.flatMap((id) => this.#tickets.find(id) ?? []);
    const isKept = (ticket: StoredTicket) => !isSettled(ticket) || pinned.has(ticket);
    for (const ticket of known) if (!isKept(ticket)) this.#tickets.drop(ticket.sequence);
    this.#revision += 1;
    return known.filter(isKept).map(({ sequence }) => `d${sequence}`);
  }

  awaitsGroup(id: string): boolean {
    const ticket = this.#tickets.find(id);
    return ticket !== undefined && this.#learner.isWaitingForGroup(ticket);
  }

  closeGroup(): void {
    this.#learner.takeInRewards();
    this.#learner.closeGroup();
    this.#revision += 1;
  }

  margin(site?: string): number {
    return this.#learner.provedSlack(site);
  }

  reserveLeft(site?: string): number {
    return this.#learner.reserveLeft(site);
  }

  weights(): PolicyWeights {
    return this.#learner.rehearse(() => {
      this.#learner.takeInRewards();
      return policyWeights(this.#learner.beliefs, this.#features.names);
    });
  }

  exportPrior(): PriorDefinition {
    return this.#learner.rehearse(() => {
      this.#learner.takeInRewards();
      return this.#learner.beliefs.asPrior() as PriorDefinition;
    });
  }

  snapshot(): string {
    return finish(this.snapshotInSteps()).join('');
  }

  snapshotInSteps(): TextInSteps {
    const waitingForGroup = this.#learner.waitingForGroup.map(({ ticket }) => ticket.sequence);
    const state: PolicyState = {
      definition: this.#checked.definition,
      streams: this.#streams,
      revision: this.#revision,
      safeMode: this.safeMode,
      learner: this.#learner.exportState(),
      // What becomes of a decision is noted in its ticket and entry.
      ...this.#tickets.exportState((ticket) => ({ ...ticket, entry: { ...ticket.entry } })),
      waiting: this.#learner.waiting.map(({ ticket }) => ticket.sequence),
      ...(waitingForGroup.length === 0 ? {} : { waitingForGroup }),
      ...(this.#growths.length === 0 ? {} : { growths: this.#growths }),
    };
    return encodeInSteps(state);
  }

  holds(id: string): boolean {
    return this.#tickets.find(id) !== undefined;
  }

  remembers(id: string): boolean {
    return this.#tickets.remembers(id);
  }

  shelve(keep: number): Shelving {
    const { sequence: newest, waiting, waitingForGroup } = this.#learner;
    // Rewards that wait to be learnt are learnt from the very ticket.
    const pinned = new Set([...waiting, ...waitingForGroup].map(({ ticket }) => ticket));
    const old = this.#tickets.upTo(newest - keep).filter((ticket) => !pinned.has(ticket));
    this.#tickets.handOut(old);
    const shelved = old.map((ticket) => {
      const { sequence } = ticket;
      return { first: sequence, last: sequence, text: shelfText([ticket], this.#growths.length) };
    });
    return { shelved, forgotten: this.#tickets.takeLeft() };
  }

  unshelve(text: string): void {
    for (const ticket of readShelfText<StoredTicket>(text, this.#growths)) {
      const { sequence } = ticket;
      const isHeld = this.#tickets.get(sequence) !== undefined;
      if (isHeld || this.#tickets.hasLeft(sequence, isSettled(ticket))) continue;
      this.#tickets.takeBack(ticket);
    }
  }

  importState(state: PolicyState): void {
    this.#revision = state.revision;
    this.safeMode = state.safeMode;
    this.#learner.importState(state.learner);
    this.#tickets.importState(state);
    this.#growths = state.growths ?? [];
    for (const sequence of state.waiting) {
      const ticket = this.#tickets.get(sequence);
      this.#learner.settle(ticket, ticket.entry.reward!, featuresLearnt(ticket));
    }
    for (const sequence of state.waitingForGroup ?? []) {
      const ticket = this.#tickets.get(sequence);
      const reward = ticket.entry.reward!;
      this.#learner.restoreWaiting({ ticket, reward, features: featuresLearnt(ticket) });
    }
  }

  /** Answers what is said of a decision; takes it in where that is the answer. */
  #hear(id: string, news: DecisionNews, takeIn: (ticket: StoredTicket) => void): Outcome {
    const ticket = this.#tickets.find(id);
    if (ticket === undefined) return 'unknown-decision';
    const { execution: state, reward, reason: giveUpReason } = ticket.entry;
    const answer = answerTo({ state, reward, giveUpReason }, news);
    if (answer !== 'recorded') return answer;
    takeIn(ticket);
    this.#revision += 1;
    return 'recorded';
  }

  /** Keeps what was issued, and writes its receipt. */
  #keep(issued: ReceiptInput): Receipt {
    const { ticket, playedAction } = issued.decision;
    const actionIndex = issued.allowed[playedAction]!;
    this.#tickets.put({ ...ticket, actionIndex });
    this.#revision += 1;
    return writeReceipt(issued);
  }

  /** In which order situations are decided: by what they promise for what they can cost. */
  *#ranked(
    situations: readonly PlanSituation[],
    options: TogetherOptions,
  ): Generator<void, RankedSituation[], void> {
    const takeBack = this.#learner.beginRehearsal();
    try {
      this.#learner.beginCall();
      const foreseen: RankedSituation[] = [];
      for (const [index, situation] of situations.entries()) {
        foreseen.push({ index, ...this.#foresee(situation, options) });
        yield;
      }
      return foreseen.sort((a, b) => b.worth - a.worth || a.index - b.index);
    } finally {
      takeBack();
    }
  }

  #foresee({ context, ...own }: PlanSituation, options: TogetherOptions) {
    requireWhole(own);
    const { call } = this.#show(context, { ...own, ...options });
    const { baseline, allowed, terms } = call;
    const { proposedAction, gain, cost } = this.#learner.foresee(baseline, allowed.length, terms);
    return { proposal: proposedAction, worth: cost === 0 ? Infinity : gain / cost };
  }

  /** Shows a situation to the learner; refuses what must not be said of it. */
  #show(contextValue: ContextValue, options: DecideOptions) {
    requirePeriodName(this.#checked.definition, options.period);
    const call = readCall(this.#checked, options, this.#wasAccepted());
    if (options.divisible === true) throw notDivisible();
    const context = this.#features.read(contextValue);
    this.#features.write(call.allowed, this.#learner.expectedFeatures);
    this.#writeFloors(call);
    this.#learner.check(call.baseline, call.terms);
    return { call, context };
  }

  /**
   * Decides and books; what comes back is what the receipt is written from. A `proposal` is what the
   * learner itself thought of before, in a plan.
   */
  #issue(
    contextValue: ContextValue,
    options: DecideOptions,
    proposal: number | null = null,
  ): ReceiptInput {
    const { call, context } = this.#show(contextValue, options);
    // From here on nothing is refused any more.
    const terms = { ...call.terms, proposal: call.terms.proposal ?? proposal };
    const decision = this.#decideRow({ ...call, terms }, options);
    return {
      checked: this.#checked,
      learner: this.#learner,
      decision,
      allowed: call.allowed,
      baselineIndex: call.baselineIndex,
      context,
      isCallersProposal: options.proposal !== undefined && !this.safeMode,
      othersInFlight: this.pendingCount,
      terms: namedTerms(call),
      outlook: this.#outlook(call, context),
    };
  }

  #outlook({ allowed, baselineIndex }: ReadCall, context: ContextDistribution): Outlook | null {
    const { definition, actionNames: names } = this.#checked;
    const { beliefs } = this.#learner;
    const asked = { context, allowed, baselineIndex };
    const { map } = this.#features;
    return outlookOf({ definition, names, beliefs, offset: beliefs.rewardOffset, map, ...asked });
  }

  #decideRow({ baseline, terms, allowed }: ReadCall, { shadow }: DecideOptions): HedgeDecision {
    if (this.safeMode) return this.#learner.followBaseline(baseline, terms, allowed.length);
    return shadow === true
      ? this.#learner.watch(baseline, allowed.length, terms)
      : this.#learner.decide(baseline, allowed.length, terms);
  }

  /** Whether its reward waits for its group; such a decision is always in memory. */
  #isLearntLater(ticket: StoredTicket): boolean {
    return ticket.entry.reward !== null && this.#learner.isWaitingForGroup(ticket);
  }

  #markSettled(sequence: number): void {
    // What leaves must not be needed any more.
    this.#tickets.settle(sequence, (leaving) => {
      if (leaving !== undefined && this.#isLearntLater(leaving)) return false;
      this.#learner.takeInRewards();
      return true;
    });
  }

  #writeFloors({ floors }: ReadCall): void {
    this.#learner.expectedFloors.fill(Number.NEGATIVE_INFINITY);
    for (const [row, floor] of floors) this.#learner.expectedFloors[row] = floor;
  }

  #requireReward(told: number | PartRewards): asserts told is number {
    const reward = told as number;
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

/** What the receipt says of size, group and site. */
function namedTerms({ terms: { size, group, site } }: ReadCall): ReceiptInput['terms'] {
  return {
    ...(size === undefined ? {} : { size }),
    ...(group === undefined ? {} : { group }),
    ...(site === undefined ? {} : { site }),
  };
}

interface RankedSituation {
  readonly index: number;
  /** Row of what the learner would like. */
  readonly proposal: number;
  /** What it is hoped to earn above the baseline for what it can cost. */
  readonly worth: number;
}

/** Without `split` a decision is one: neither blocks nor shares. */
function requireWhole({ blocks, divisible }: Pick<PlanSituation, 'blocks' | 'divisible'>): void {
  if ((blocks ?? 1) !== 1 || divisible === true) throw notDivisible();
}

function notDivisible(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'divisible and blocks must be left out unless the definition has `split`',
    received: 'given',
    remedy: 'Give the definition `split: {}` if decisions can be divided.',
  });
}

/** Whether all is known of a decision: it has its reward, or will never have one. */
function isSettled({ entry: { execution, reward } }: StoredTicket): boolean {
  return reward !== null || execution === 'fell-back' || execution === 'void';
}

/** What a reward is, or was, learnt with. */
function featuresLearnt({ revealedFeatures, features }: StoredTicket): Float64Array {
  return revealedFeatures ?? features;
}
