/**
 * The policy at work: variables read the forecast, the feature map averages over it, the hedge learner
 * decides, and a receipt says what, who, why and how safe. Open decisions are kept until their reward
 * has come, however late; settled ones for a while, so that repeated rewards are recognised and wrong
 * ones can be corrected.
 */
import { HedgerowError } from '../../base/errors.ts';
import { hasSpread } from '../../context/has-spread.ts';
import type { FeatureMap } from '../../expectation/feature-map.ts';
import type { HedgeDecision } from '../learners/hedge/hedge-decision.ts';
import type { HedgeLearner } from '../learners/hedge/hedge-learner.ts';
import type { HedgeTicket } from '../learners/hedge/hedge-ticket.ts';
import { type CheckedDefinition, checkDefinition } from './checked-definition.ts';
import { answerTo, type DecisionNews, type Outcome } from './decision-lifecycle.ts';
import { POLICY_DEFAULTS } from './defaults.ts';
import { requirePeriodName } from './definition-rules.ts';
import { featureMapOf } from './feature-map-of.ts';
import { featureNames } from './feature-names.ts';
import type { DecideOptions, ObserveOptions, Policy, PolicyOptions } from './policy.ts';
import type { PolicyDefinition } from './policy-definition.ts';
import { policyLearner } from './policy-learner.ts';
import { type PolicyStreams, policyStreams } from './policy-streams.ts';
import { type PolicyWeights, policyWeights } from './policy-weights.ts';
import { type ReadCall, readCall } from './read-call.ts';
import type { Receipt } from './receipt.ts';
import { requireAmount } from './require-amount.ts';
import { requireLearnable } from './require-learnable.ts';
import { encodeInSteps, finishText, type TextInSteps } from './state-text.ts';
import { type ContextValue, createVariables, type Variables } from './variables.ts';
import { type ReceiptInput, writeReceipt } from './write-receipt.ts';

export interface PolicyState {
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

export class HedgePolicy implements Policy {
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
      const stored = revealedFeatures === undefined ? ticket : { ...ticket, revealedFeatures };
      this.#learner.settle(stored, reward, revealedFeatures);
      this.#tickets.set(ticket.sequence, stored);
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
    const call = readCall(this.#checked, options);
    this.#featureMap.expectedFeatures(context, this.#features);
    this.#requireLearnable(this.#features);
    this.#copyAllowed(call.allowed);
    this.#writeFloors(call);
    this.#learner.checkBaseline(call.baseline);
    // From here on nothing is refused any more.
    this.#enterPeriod(options);
    const decision = this.#decideRow(call, options);
    return {
      checked: this.#checked,
      learner: this.#learner,
      decision,
      allowed: call.allowed,
      baselineIndex: call.baselineIndex,
      context,
      isCallersProposal: options.proposal !== undefined && !this.safeMode,
      othersInFlight: this.pendingCount,
    };
  }

  #decideRow({ baseline, proposal, allowed }: ReadCall, { shadow }: DecideOptions): HedgeDecision {
    if (this.safeMode) return this.#learner.followBaseline(baseline);
    return shadow === true
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

  #writeFloors({ floors }: ReadCall): void {
    this.#learner.expectedFloors.fill(Number.NEGATIVE_INFINITY);
    for (const [row, floor] of floors) this.#learner.expectedFloors[row] = floor;
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

function notRevealed(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'a revealed context must be known exactly',
    received: 'a distribution with spread',
    remedy: 'Give plain numbers, or leave the context out.',
  });
}
