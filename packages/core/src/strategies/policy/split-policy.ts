/**
 * The policy of decisions that can be divided. Like hedge-policy.ts it reads forecasts, asks the
 * learner and writes receipts; the learner plans shares (learners/split/split-learner.ts), and what is
 * told afterwards are outcomes of parts.
 */

import { HedgerowError } from '../../base/errors.ts';
import { finish } from '../../base/finish.ts';
import { groupBy } from '../../base/group-by.ts';
import { describeValue } from '../../base/require.ts';
import { requireShare } from '../../safety/split/split-declarations.ts';
import type {
  SplitLearner,
  SplitLearnerState,
  SplitRound,
} from '../learners/split/split-learner.ts';
import type { SplitTicket } from '../learners/split/split-ticket.ts';
import { type CheckedDefinition, checkDefinition } from './checked-definition.ts';
import { answerTo, type DecisionNews, type Outcome } from './decision-lifecycle.ts';
import { POLICY_DEFAULTS } from './defaults.ts';
import { requireSplitCall, requireSplitPlan } from './definition-rules.ts';
import { type GiveUp, requireGiveUp } from './give-up.ts';
import { type Outlook, outlookOf } from './outlook.ts';
import {
  correctParts,
  hearParts,
  isComplete,
  type PartNews,
  type PartRewards,
  requirePartRewards,
} from './part-rewards.ts';
import type {
  DecideOptions,
  ExecutedShare,
  ObserveOptions,
  Policy,
  PolicyOptions,
} from './policy.ts';
import type { PolicyDefinition, PriorDefinition } from './policy-definition.ts';
import { PolicyFeatures } from './policy-features.ts';
import { splitLearner } from './policy-learner.ts';
import { type PolicyStreams, policyStreams, streamsWith } from './policy-streams.ts';
import { type PolicyWeights, policyWeights } from './policy-weights.ts';
import { type ReadCall, readCall } from './read-call.ts';
import type { Receipt } from './receipt.ts';
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
import { type SplitReceiptInput, writeSplitReceipt } from './write-split-receipt.ts';

export interface SplitPolicyState extends StoredTickets<SplitTicket> {
  readonly kind: 'split';
  readonly definition: PolicyDefinition;
  readonly streams: PolicyStreams;
  readonly revision: number;
  readonly safeMode: boolean;
  readonly season: string | null;
  readonly learner: SplitLearnerState;
  /** Decisions whose outcomes changed and wait to be learnt. */
  readonly waiting: readonly number[];
  /** How it grew, oldest first, for decisions that were handed out before; absent if never. */
  readonly growths?: readonly VectorGrowth[];
}

/** A situation that has been read: what the learner sees of it, and what its receipt needs. */
interface ReadSituation {
  readonly round: SplitRound;
  readonly receipt: Omit<SplitReceiptInput, 'decision' | 'alarmCount' | 'outlook'>;
}

export class SplitPolicy implements Policy {
  safeMode = false;
  readonly #checked: CheckedDefinition;
  readonly #wasAccepted: () => boolean;
  readonly #features: PolicyFeatures;
  readonly #learner: SplitLearner;
  readonly #streams: PolicyStreams;
  readonly #tickets = new TicketStore<SplitTicket>();
  #revision = 0;
  /** The group that was planned last. */
  #season: string | null = null;
  #growths: readonly VectorGrowth[] = [];

  constructor(definition: PolicyDefinition, options: PolicyOptions, restored?: PolicyStreams) {
    this.#wasAccepted = options.wasAccepted ?? (() => false);
    const isStored = restored !== undefined || this.#wasAccepted();
    this.#checked = checkDefinition(definition, isStored ? 'stored' : 'new');
    const streams = restored ?? policyStreams(this.#checked, options.coin !== undefined);
    this.#streams = streamsWith(options, streams, this.#checked);
    this.#features = new PolicyFeatures(definition);
    this.#learner = splitLearner(this.#checked, this.#features.map, { ...options, streams });
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

  /** Outcomes wait for the next plan, and no longer than until many do; names of groups are not kept. */
  get groupCounts(): Policy['groupCounts'] {
    return { closed: 0, waiting: 0 };
  }

  get sites(): readonly string[] {
    return this.#learner.sites;
  }

  decide(context: ContextValue, options: DecideOptions = {}): Receipt {
    const { group, shadow } = options;
    return this.decideTogether([{ ...options, context }], pick({ group, shadow })).receipts[0]!;
  }

  preview(context: ContextValue, options: DecideOptions = {}): Receipt {
    const { group, shadow } = options;
    return this.previewTogether([{ ...options, context }], pick({ group, shadow })).receipts[0]!;
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
    const { plan, decisions } = yield* this.#plan(situations, options);
    for (const { ticket } of decisions) this.#tickets.put(ticket);
    this.#revision += decisions.length;
    return plan;
  }

  *previewTogetherInSteps(
    situations: readonly PlanSituation[],
    options: TogetherOptions = {},
  ): PlanInSteps {
    const season = this.#season;
    const takeBack = this.#learner.beginRehearsal();
    try {
      return (yield* this.#plan(situations, options)).plan;
    } finally {
      takeBack();
      this.#season = season;
    }
  }

  observe(id: string, reward: number | PartRewards, options: ObserveOptions = {}): Outcome {
    requirePartRewards(reward);
    if (options.context !== undefined) throw contextWithParts();
    this.#requireRange(reward);
    return this.#hearParts(id, (ticket) => hearParts(ticket.entry, reward));
  }

  correct(id: string, reward: number | PartRewards): Outcome {
    requirePartRewards(reward);
    this.#requireRange(reward);
    return this.#hearParts(id, (ticket) => correctParts(ticket.entry, reward));
  }

  confirm(id: string, executed?: ExecutedShare): Outcome {
    if (executed !== undefined) requireExecuted(executed);
    const outcome = this.#hear(id, { kind: 'confirmed' }, (ticket) => {
      this.#learner.confirm(ticket, executed === undefined ? null : sharesOf(ticket, executed));
    });
    if (outcome !== 'repeated' || executed === undefined) return outcome;
    // What counts was told before; other words for it are not the same news.
    const { entry } = this.#tickets.find(id)!;
    return isSameExecution(entry, executed) ? 'repeated' : 'contradiction';
  }

  /** Nothing was tried: the baseline was kept on all strips. The draw has been shown, so it is charged for any reason. */
  fellBack(id: string, why: GiveUp): Outcome {
    requireGiveUp(why);
    const { reason } = why;
    const outcome = this.#hear(id, { kind: 'confirmed' }, (ticket) =>
      this.#learner.fallBack(ticket, reason),
    );
    if (outcome !== 'repeated') return outcome;
    return this.#tickets.find(id)!.entry.reason === reason ? 'repeated' : 'already-played';
  }

  /** The draw has been shown: what does not take place any more is lost, and stays in the promise, for any reason. */
  cancel(id: string, why: GiveUp): Outcome {
    requireGiveUp(why);
    const { reason } = why;
    return this.#hear(id, { kind: 'voided', reason }, (ticket) => {
      this.#learner.cancel(ticket, reason);
      this.#markSettled(ticket.sequence);
    });
  }

  abandon(last: string, count: number): void {
    this.#learner.takeIn();
    const dropped = this.#tickets.abandon(numberOf(last), count, isSettled);
    for (const ticket of dropped) this.#learner.leave(ticket);
    this.#revision += 1;
  }

  forget(ids: readonly string[]): readonly string[] {
    const known = ids.flatMap((id) => this.#tickets.find(id) ?? []);
    for (const ticket of known.filter(isSettled)) {
      this.#learner.leave(ticket);
      this.#tickets.drop(ticket.sequence);
    }
    this.#revision += 1;
    return known.filter((one) => !isSettled(one)).map(({ sequence }) => `d${sequence}`);
  }

  awaitsGroup(): boolean {
    return false;
  }

  closeGroup(): void {
    if (this.#season === null) return;
    this.#learner.passSeason();
    this.#season = null;
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
      this.#learner.takeIn();
      return policyWeights(this.#learner.model.differences, this.#features.names);
    });
  }

  exportPrior(): PriorDefinition {
    return this.#learner.rehearse(() => {
      this.#learner.takeIn();
      return this.#learner.model.asPrior() as PriorDefinition;
    });
  }

  snapshot(): string {
    return finish(this.snapshotInSteps()).join('');
  }

  snapshotInSteps(): TextInSteps {
    const state: SplitPolicyState = {
      kind: 'split',
      definition: this.#checked.definition,
      streams: this.#streams,
      revision: this.#revision,
      safeMode: this.safeMode,
      season: this.#season,
      learner: this.#learner.exportState(),
      ...this.#tickets.exportState((ticket) => ({ ...ticket, entry: { ...ticket.entry } })),
      waiting: this.#learner.waiting.map(({ sequence }) => sequence),
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

  /** Blocks of one place belong together: a place leaves when all of it may. */
  shelve(keep: number): Shelving {
    const { sequence: newest, waiting, model } = this.#learner;
    const pinned = new Set(waiting);
    const shelved = [];
    for (const [first, tickets] of groupBy(this.#tickets.kept, ({ place }) => place)) {
      const last = tickets.at(-1)!.sequence;
      if (last > newest - keep || tickets.some((ticket) => pinned.has(ticket))) continue;
      shelved.push({ first, last, text: shelfText(tickets, this.#growths.length) });
      this.#tickets.handOut(tickets);
      model.putAway(first);
    }
    return { shelved, forgotten: this.#tickets.takeLeft() };
  }

  unshelve(text: string): void {
    const away = readShelfText<SplitTicket>(text, this.#growths).filter(
      ({ sequence }) => this.#tickets.get(sequence) === undefined,
    );
    this.#learner.restoreTickets(away, []);
    for (const ticket of away) {
      const hasLeft = this.#tickets.hasLeft(ticket.sequence, isSettled(ticket));
      if (hasLeft) this.#learner.model.leave(ticket);
      else this.#tickets.takeBack(ticket);
    }
  }

  importState(state: SplitPolicyState): void {
    this.#revision = state.revision;
    this.safeMode = state.safeMode;
    this.#season = state.season;
    this.#growths = state.growths ?? [];
    this.#learner.importState(state.learner);
    this.#tickets.importState(state);
    const waiting = state.waiting.map((sequence) => this.#tickets.get(sequence));
    this.#learner.restoreTickets(this.#tickets.kept, waiting);
  }

  *#plan(situations: readonly PlanSituation[], options: TogetherOptions) {
    requireSplitPlan(options);
    const read: ReadSituation[] = [];
    for (const situation of situations) {
      read.push(...this.#read(situation, options));
      yield;
    }
    // From here on nothing is refused any more.
    if (read.length > 0) this.#enterSeason(options.group);
    const decisions = yield* this.#learner.plan(read.map(({ round }) => round));
    const receipts: Receipt[] = [];
    for (const [i, decision] of decisions.entries()) {
      receipts.push(
        writeSplitReceipt({
          ...read[i]!.receipt,
          decision,
          alarmCount: this.#learner.bookOf(decision.ticket.site).alarmCount,
          outlook: this.#outlook(read[i]!.receipt),
        }),
      );
      yield;
    }
    return { plan: seasonPlan(receipts, options.group), decisions };
  }

  /** Reads a situation, once for each of its blocks. */
  #read(situation: PlanSituation, { group, shadow }: TogetherOptions): ReadSituation[] {
    const { blocks = 1, divisible = true, context: value, ...options } = situation;
    requireSplitCall(options, { blocks, divisible });
    const call = readCall(this.#checked, options, this.#wasAccepted());
    const context = this.#features.read(value);
    const writeFeatures = (into: Float64Array) => {
      this.#features.show(context);
      this.#features.write(call.allowed, into);
    };
    const held = this.safeMode ? 'safe-mode' : shadow === true ? 'shadow' : null;
    const size = (call.terms.size ?? 1) / blocks;
    const block: ReadSituation = {
      round: this.#round(call, writeFeatures, { size, isDivisible: divisible, held }),
      receipt: {
        checked: this.#checked,
        allowed: call.allowed,
        baselineIndex: call.baselineIndex,
        context,
        size,
        group,
        isCallersProposal: options.proposal !== undefined && !this.safeMode,
        held,
        stripCount: this.#checked.definition.split?.strips ?? POLICY_DEFAULTS.strips,
      },
    };
    const next: ReadSituation = { ...block, round: { ...block.round, isNextBlock: true } };
    return Array.from({ length: blocks }, (_, i) => (i === 0 ? block : next));
  }

  #round(
    { allowed, baseline, terms }: ReadCall,
    writeFeatures: SplitRound['writeFeatures'],
    { size, isDivisible, held }: { size: number; isDivisible: boolean; held: string | null },
  ): SplitRound {
    const { site, proposal = null } = terms;
    return {
      writeFeatures,
      actionCount: allowed.length,
      baselineAction: baseline.action,
      size,
      ...(site === undefined ? {} : { site }),
      isDivisible,
      proposal,
      isBaselineOnly: held !== null,
    };
  }

  #outlook({ context, allowed, baselineIndex }: ReadSituation['receipt']): Outlook | null {
    const { definition, actionNames: names } = this.#checked;
    const { differences: beliefs, offset } = this.#learner.model;
    const { map } = this.#features;
    const asked = { context, allowed, baselineIndex };
    return outlookOf({ definition, names, beliefs, offset, map, ...asked });
  }

  #enterSeason(group: string | undefined): void {
    if (group === undefined || group === this.#season) return;
    if (this.#season !== null) this.#learner.passSeason();
    this.#season = group;
  }

  #hear(id: string, news: DecisionNews, takeIn: (ticket: SplitTicket) => void): Outcome {
    const ticket = this.#tickets.find(id);
    if (ticket === undefined) return 'unknown-decision';
    const { execution: state, outcome, reason: giveUpReason } = ticket.entry;
    const answer = answerTo({ state, reward: outcome === null ? null : 0, giveUpReason }, news);
    if (answer !== 'recorded') return answer;
    takeIn(ticket);
    this.#revision += 1;
    return 'recorded';
  }

  #hearParts(id: string, hear: (ticket: SplitTicket) => PartNews): Outcome {
    const ticket = this.#tickets.find(id);
    if (ticket === undefined) return 'unknown-decision';
    const news = hear(ticket);
    if (news.answer !== 'recorded') return news.answer;
    const wasComplete = isComplete(ticket.entry);
    this.#learner.settle(ticket, news.outcome);
    this.#revision += 1;
    if (!wasComplete && isComplete(ticket.entry)) {
      this.#markSettled(ticket.sequence);
    }
    return 'recorded';
  }

  #markSettled(sequence: number): void {
    this.#tickets.settle(sequence, (leaving) => {
      this.#learner.leave(leaving);
      return true;
    });
  }

  /** Outcomes outside the range break what the promise rests on, unless noise may carry them there. */
  #requireRange({ try: tried, check }: PartRewards): void {
    const { min, max } = this.#checked.definition.reward;
    if (this.#checked.noiseScale > 0) return;
    for (const part of [tried, check]) {
      if (part === undefined) continue;
      const reward = typeof part === 'number' ? part : part.reward;
      if (reward >= min && reward <= max) continue;
      throw new HedgerowError({
        code: 'HR_INPUT_RANGE',
        rule: `reward must lie in its declared range, ${min} to ${max}`,
        received: String(reward),
        remedy:
          'The promise rests on the range. Declare a wider one, or a noiseScale, and start anew.',
      });
    }
  }
}

/** Whether all is known of a decision: its parts have come, or never will. */
function isSettled({ entry }: SplitTicket): boolean {
  return entry.execution === 'void' || isComplete(entry);
}

function sharesOf({ entry }: SplitTicket, { share, isInnocent }: ExecutedShare) {
  if (entry.plan.shares.length === 0 && share > 0) throw nothingWasTried(share);
  return { shares: entry.plan.shares.map(() => share), isInnocent };
}

function isSameExecution({ plan, executed }: SplitTicket['entry'], told: ExecutedShare): boolean {
  if (executed === null) return plan.shares.every((share) => share === told.share);
  const isSame = executed.shares.every((share) => share === told.share);
  return isSame && executed.isInnocent === told.isInnocent;
}

/** Neither yes nor no would be charged for nothing. */
function requireExecuted({ share, isInnocent }: ExecutedShare): void {
  requireShare('share', share);
  if (typeof isInnocent === 'boolean') return;
  throw new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'isInnocent must be true or false: whether the reasons know nothing of the strips',
    received: describeValue(isInnocent),
    remedy: 'If in doubt, false is safe.',
  });
}

function nothingWasTried(share: number): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_RANGE',
    rule: 'share must be 0 where the receipt gives nothing to a try',
    received: String(share),
    remedy: 'The promise covers only what was planned: decide again, and give the part a proposal.',
  });
}

/** Leaves out what is not given. */
function pick({ group, shadow }: { group: string | undefined; shadow: boolean | undefined }) {
  return {
    ...(group === undefined ? {} : { group }),
    ...(shadow === undefined ? {} : { shadow }),
  };
}

function contextWithParts(): HedgerowError {
  return new HedgerowError({
    code: 'HR_INPUT_KIND',
    rule: 'context must be left out with the outcomes of parts',
    received: 'given',
    remedy: 'Differences beside each other are learnt from the forecast that was decided with.',
  });
}
