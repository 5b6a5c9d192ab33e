/**
 * Something said about a decision, as a command: played, fell back, void, reward, correction.
 *
 * What stands already decides first, then the core. Where the core cannot be asked (its generation is
 * sealed, the policy was halted, it has forgotten) the message is stored and not learnt from, which
 * can only make the books more careful. One thing is not stored then: a correction that the books of
 * the present generation should take in and cannot.
 */
import type { ExecutedShare, GiveUp, GiveUpReason, Outcome, PartRewards } from '@hedgerow/core';
import { answerTo, isOpen } from '@hedgerow/core/lifecycle';
import { type DecisionName, decisionId } from '../../journal/decision-id.ts';
import type { Confirmed } from '../../journal/entry.ts';
import { readEntryText } from '../../journal/entry-text.ts';
import type { DecisionRow, Journal } from '../../journal/journal.ts';
import { giveUpReasonOf, type Telling } from '../../journal/telling-change.ts';
import {
  expiredReward,
  invalidInput,
  journalUnavailable,
  refusedOutcome,
  unknownDecision,
} from '../../problems/refusals.ts';
import type { OutcomeReply, PartsStanding, WireContext } from '../../wire.ts';
import { alarmsDue } from '../fold/forecast-book.ts';
import {
  answerToCorrection,
  answerToParts,
  isMeasured,
  meanReward,
  onlyPart,
  requireOwnParts,
  withNews,
} from '../fold/part-standing.ts';
import { coreIdOf, type DecisionFacts, generationOf, isExpired } from '../fold/policy-state.ts';
import { ShelfGap } from '../fold/shelf-gap.ts';
import type { Accountant } from './accountant.ts';
import type { Command } from './command.ts';
import { factsInMemory, isIssued } from './decision-facts.ts';
import { isForgottenRow } from './forget-lookup.ts';
import { requireRewardRoom } from './group-limits.ts';
import { requireReward } from './require-reward.ts';
import { requireSeen } from './require-seen.ts';

/** What is said, before it is known whether it can be learnt from. */
export type Message =
  | { readonly kind: 'confirmed'; readonly executed?: ExecutedShare }
  | ({ readonly kind: 'fell-back' | 'voided' } & GiveUp)
  | {
      readonly kind: 'rewarded';
      readonly reward: number | PartRewards;
      readonly context?: WireContext;
    }
  | { readonly kind: 'corrected'; readonly reward: number | PartRewards; readonly reason: string };

export interface TellInput {
  readonly name: DecisionName;
  readonly message: Message;
  /** The only site that the caller may speak of; any if absent. */
  readonly site?: string;
  /** Whether what it was decided from was deleted on request: nothing is corrected any more, and no reason told. */
  readonly isForgotten?: boolean;
}

export function tellCommand(
  input: TellInput & { readonly journal: Journal },
): Command<OutcomeReply> {
  const { name, message, journal } = input;
  let stood: DecisionFacts | null = null;
  let isForgotten = false;
  return {
    isWriting: true,
    prepare(state) {
      stood = null;
      if (!isIssued(state, name)) return;
      const brought = state.shelf.bring(state, [name]);
      stood = factsInMemory(state, name) ?? null;
      const isGivenUp = message.kind === 'fell-back' || message.kind === 'voided';
      const isReasonKnown = stood?.state === 'issued' || stood?.giveUpReason !== undefined;
      const isEnough = isGivenUp ? isReasonKnown : message.kind !== 'corrected';
      if (stood !== null && isEnough) return brought;
      const looked = journal.findDecision(decisionId(name)).then(async (found) => {
        stood = found === null || !isGivenUp ? found : await withReason(journal, found);
        isForgotten = message.kind === 'corrected' && (await isForgottenRow(journal, found));
      });
      return Promise.all([brought, looked]).then(() => {});
    },
    run: (accountant) => tell(accountant, { ...input, isForgotten }, stood),
  };
}

/**
 * Says it now. `stood` is what was known before the turn, by the memory or the journal's table: decisions that are made in the same turn may push
 * it out of memory. Whatever was said of it in this turn is there.
 */
export function tell(
  accountant: Accountant,
  { name, message: said, site, isForgotten }: TellInput,
  stood: DecisionFacts | null,
): OutcomeReply {
  const { state } = accountant;
  if (!isIssued(state, name)) throw unknownDecision();
  const known = factsInMemory(state, name) ?? stood;
  if (known === null || (site !== undefined && known.site !== site)) throw unknownDecision();
  // Of what was told in between, the memory may know less than the journal.
  const facts = { ...known, giveUpReason: known.giveUpReason ?? stood?.giveUpReason };
  if (isForgotten === true) throw refusedOutcome('unknown-decision');
  if (isOpen(facts) && isExpired(state, name)) {
    throw expiredReward(state.generations[name.generation - 1]!.definition.rewardWithin?.days);
  }
  const message = ofItsPart(said, facts);
  if ('reward' in message) {
    const { definition } = state.generations[name.generation - 1]!;
    requireReward(definition, message.reward);
    if (message.kind === 'rewarded' && facts.parts !== null)
      requireSeen(definition, message.context);
  }
  const reply = new Teller(accountant, name, facts).tell(message);
  for (const variable of alarmsDue(state.forecasts)) {
    accountant.do({ kind: 'forecast-alarmed', variable });
  }
  return reply;
}

/** Where a decision could be divided and was not, one value says all: of what was tried, or of what was kept. */
function ofItsPart(message: Message, { parts }: DecisionFacts): Message {
  if (!('reward' in message) || typeof message.reward !== 'number') return message;
  const part = parts === null ? null : onlyPart(parts);
  return part === null ? message : { ...message, reward: { [part]: message.reward } };
}

/** Where a decision stands that was given up, and why: that is in its entries alone. */
async function withReason(journal: Journal, row: DecisionRow): Promise<DecisionFacts> {
  if (row.state === 'issued') return row;
  const history = await journal.readHistory(row);
  const reasons = history.flatMap(({ text }) => {
    const body = readEntryText(text);
    return 'decision' in body ? (giveUpReasonOf(body) ?? []) : [];
  });
  return { ...row, giveUpReason: reasons.at(-1) };
}

/** Where a decision can be divided, the baseline on all of it is one way to carry it out. */
function answerToFallBack({ state, giveUpReason }: DecisionFacts, reason: GiveUpReason) {
  if (state === 'issued') return 'recorded';
  if (state === 'void') return 'not-played';
  return giveUpReason === reason ? 'repeated' : 'already-played';
}

class Teller {
  readonly #accountant: Accountant;
  readonly #name: DecisionName;
  readonly #facts: DecisionFacts;
  /** Whether the books of the present generation hold the decision. */
  readonly #isBooked: boolean;

  constructor(accountant: Accountant, name: DecisionName, facts: DecisionFacts) {
    this.#accountant = accountant;
    this.#name = name;
    this.#facts = facts;
    const { state } = accountant;
    this.#isBooked =
      name.generation === generationOf(state) && coreIdOf(state, name.sequence) !== null;
  }

  tell(message: Message): OutcomeReply {
    const { parts } = this.#facts;
    const telling = parts === null ? this.#whole(message) : this.#divided(message, parts);
    const standing = parts === null ? this.#answer(telling) : this.#answerParts(message, parts);
    if (standing === 'repeated') return this.#reply('repeated', this.#facts);
    if (standing !== 'recorded') throw refusedOutcome(standing);
    if (telling.kind === 'rewarded' && this.#isBooked) {
      const { state } = this.#accountant;
      requireRewardRoom(state, coreIdOf(state, this.#name.sequence));
    }
    const outcome = this.#isBooked ? this.#accountant.do(telling).outcome : null;
    if (outcome === 'repeated') return this.#reply('repeated', this.#facts);
    if (outcome !== 'recorded') this.#storeOnly(telling, outcome);
    return this.#reply('recorded', factsInMemory(this.#accountant.state, this.#name)!);
  }

  #storeOnly(telling: Telling, outcome: Exclude<Outcome, 'recorded' | 'repeated'> | null): void {
    const { halt } = this.#accountant.state;
    const isUnknown = outcome === null || outcome === 'unknown-decision';
    if (outcome === 'unknown-decision' && halt === null && this.#isKept()) {
      throw lostTicket(this.#name);
    }
    if (!isUnknown && outcome !== 'no-reward-yet') throw refusedOutcome(outcome);
    if (telling.kind === 'corrected' && outcome === 'unknown-decision') {
      if (halt === null) throw refusedOutcome('unknown-decision');
      throw journalUnavailable(new Error(halt.detail));
    }
    this.#accountant.write({ body: { ...telling, isLearnt: false } });
  }

  /** Whether the core must know the decision: it waits, or it was settled of late. */
  #isKept(): boolean {
    const { state } = this.#accountant;
    const id = coreIdOf(state, this.#name.sequence);
    return isOpen(this.#facts) || (id !== null && state.core?.remembers(id) === true);
  }

  #answer(telling: Telling): Exclude<Outcome, 'unknown-decision'> {
    const { kind } = telling;
    return kind === 'rewarded' || kind === 'corrected'
      ? answerTo(this.#facts, { kind, value: telling.value! })
      : answerTo(this.#facts, telling);
  }

  #answerParts(message: Message, parts: PartsStanding): Exclude<Outcome, 'unknown-decision'> {
    const { state, giveUpReason } = this.#facts;
    const standing = { state, reward: isMeasured(parts) ? 0 : null, giveUpReason };
    switch (message.kind) {
      case 'rewarded':
        if (state === 'void') return 'not-played';
        return answerToParts(parts, message.reward as PartRewards);
      case 'corrected':
        return answerToCorrection(parts, message.reward as PartRewards);
      case 'fell-back':
        return answerToFallBack(this.#facts, message.reason);
      default:
        return answerTo(standing, message);
    }
  }

  /** What is said of a decision that is one. */
  #whole(message: Message): Telling {
    const told = this.#told();
    switch (message.kind) {
      case 'confirmed':
        if (message.executed !== undefined) throw notDivided('executed');
        return { kind: 'confirmed', ...told, isLearnt: true };
      case 'fell-back':
      case 'voided':
        return { ...message, ...told, isLearnt: true };
      case 'rewarded': {
        const { reward: value } = message;
        if (typeof value !== 'number') throw notDivided('try or check');
        return { kind: 'rewarded', ...told, value, ...seenOf(message), isLearnt: true };
      }
      case 'corrected': {
        const { reward: value, reason } = message;
        if (typeof value !== 'number') throw notDivided('try or check');
        const previous = this.#facts.reward ?? value;
        return { kind: 'corrected', ...told, value, previous, reason, isLearnt: true };
      }
    }
  }

  /** What is said of a divided decision: always with all that is known of its parts. */
  #divided(message: Message, parts: PartsStanding): Telling {
    const told = this.#told();
    switch (message.kind) {
      case 'confirmed':
        return this.#confirmed(message.executed, parts);
      // The baseline was kept on all of it.
      case 'fell-back': {
        const confirmed = this.#confirmed({ share: 0, isInnocent: false }, parts);
        return { ...message, ...confirmed };
      }
      case 'voided':
        return { ...message, ...told, parts, isLearnt: true };
      case 'rewarded': {
        const known = knownWith(parts, message.reward);
        const value = meanReward(known);
        const seen = seenOf(message);
        return { kind: 'rewarded', ...told, parts: known, value, ...seen, isLearnt: true };
      }
      case 'corrected': {
        const known = knownWith(parts, message.reward);
        const [value, previous] = [meanReward(known), meanReward(parts)];
        const { reason } = message;
        return {
          kind: 'corrected',
          ...told,
          parts: known,
          value,
          previous,
          reason,
          isLearnt: true,
        };
      }
    }
  }

  #confirmed(executed: ExecutedShare | undefined, parts: PartsStanding): Confirmed {
    const told = this.#told();
    if (executed === undefined) return { kind: 'confirmed', ...told, parts, isLearnt: true };
    if (parts.share === 0 && executed.share > 0) throw nothingPlanned();
    const carriedOut = { ...parts, share: executed.share };
    return { kind: 'confirmed', ...told, parts: carriedOut, executed, isLearnt: true };
  }

  #told(): Pick<Telling, 'decision' | 'site' | 'size'> {
    const { site, size } = this.#facts;
    return {
      decision: decisionId(this.#name),
      ...(site === null ? {} : { site }),
      ...(size === null ? {} : { size }),
    };
  }

  #reply(outcome: 'recorded' | 'repeated', facts: DecisionFacts): OutcomeReply {
    const { state } = this.#accountant;
    return {
      id: decisionId(this.#name),
      outcome,
      state: facts.state,
      reward: facts.reward,
      isLearnt: this.#isBooked && state.core !== null,
      ...(facts.parts === null ? {} : { partRewards: facts.parts }),
    };
  }
}

function lostTicket({ sequence }: DecisionName): ShelfGap {
  return new ShelfGap(`Decision ${sequence} must be known, but it is not on the shelf.`);
}

function knownWith(parts: PartsStanding, reward: number | PartRewards): PartsStanding {
  if (typeof reward === 'number') {
    throw invalidInput(
      'The reward of a divided decision must be told as try, check or both, but it is one value.',
      'value',
    );
  }
  requireOwnParts(parts, reward);
  return withNews(parts, reward);
}

function notDivided(field: string) {
  return invalidInput(
    `${field} must be left out where a decision was not divided, but it is given. Send its reward as value.`,
    field.split(' ')[0],
  );
}

function nothingPlanned() {
  return invalidInput(
    'executed.share must be 0 where nothing was to be tried, but it is more: no strips were drawn for it.',
    'executed.share',
  );
}

/** The context as it turned out. What is stored is JSON; learning from exactly that makes a replay see the same. */
function seenOf({ context }: { readonly context?: WireContext }): {
  readonly context?: WireContext;
} {
  return context === undefined ? {} : { context: JSON.parse(JSON.stringify(context)) };
}
