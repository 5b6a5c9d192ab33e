/**
 * Something said about a decision, as a command: played, fell back, void, reward, correction.
 *
 * What stands already decides first, then the core. Where the core cannot be asked (its generation is
 * sealed, the policy was halted, it has forgotten) the message is stored and not learnt from, which
 * can only make the books more careful. One thing is not stored then: a correction that the books of
 * the present generation should take in and cannot.
 */
import type { Outcome } from '@hedgerow/core';
import { answerTo, type DecisionStanding } from '@hedgerow/core/lifecycle';
import { type DecisionName, decisionId } from '../../journal/decision-id.ts';
import type { DecisionRow, Journal } from '../../journal/journal.ts';
import {
  invalidInput,
  journalUnavailable,
  refusedOutcome,
  unknownDecision,
} from '../../problems/refusals.ts';
import type { OutcomeReply } from '../../wire.ts';
import type { Telling } from '../fold/perform.ts';
import { coreIdOf, generationOf, type PolicyState } from '../fold/policy-state.ts';
import type { Accountant } from './accountant.ts';
import type { Command } from './command.ts';
import { factsInMemory, isIssued } from './decision-facts.ts';

/** What is said, before it is known whether it can be learnt from. */
export type Message =
  | { readonly kind: 'confirmed' }
  | { readonly kind: 'fell-back' }
  | { readonly kind: 'voided'; readonly reason: string }
  | {
      readonly kind: 'rewarded';
      readonly value: number;
      readonly context?: Extract<Telling, { kind: 'rewarded' }>['context'];
    }
  | { readonly kind: 'corrected'; readonly value: number; readonly reason: string };

export interface TellInput {
  readonly name: DecisionName;
  readonly message: Message;
  readonly journal: Journal;
}

export function tellCommand({ name, message, journal }: TellInput): Command<OutcomeReply> {
  let row: DecisionRow | null = null;
  return {
    isWriting: true,
    prepare(state) {
      row = null;
      if (!isIssued(state, name) || factsInMemory(state, name) !== undefined) return;
      return journal.findDecision(decisionId(name)).then((found) => {
        row = found;
      });
    },
    run(accountant) {
      const { state } = accountant;
      if (!isIssued(state, name)) throw unknownDecision();
      const facts = factsInMemory(state, name) ?? row;
      if (facts === null) throw unknownDecision();
      if ('value' in message) requireReward(state, name.generation, message.value);
      return new Teller(accountant, name, facts).tell(message);
    },
  };
}

class Teller {
  readonly #accountant: Accountant;
  readonly #name: DecisionName;
  readonly #facts: DecisionStanding;
  /** Whether the books of the present generation hold the decision. */
  readonly #isBooked: boolean;

  constructor(accountant: Accountant, name: DecisionName, facts: DecisionStanding) {
    this.#accountant = accountant;
    this.#name = name;
    this.#facts = facts;
    const { state } = accountant;
    this.#isBooked =
      name.generation === generationOf(state) && coreIdOf(state, name.sequence) !== null;
  }

  tell(message: Message): OutcomeReply {
    const telling = this.#telling(message);
    const standing = answerTo(this.#facts, telling);
    if (standing === 'repeated') return this.#reply('repeated', this.#facts);
    if (standing !== 'recorded') throw refusedOutcome(standing);
    const outcome = this.#isBooked ? this.#accountant.do(telling).outcome : null;
    if (outcome === 'repeated') return this.#reply('repeated', this.#facts);
    if (outcome !== 'recorded') this.#storeOnly(telling, outcome);
    return this.#reply('recorded', factsInMemory(this.#accountant.state, this.#name)!);
  }

  #storeOnly(telling: Telling, outcome: Exclude<Outcome, 'recorded' | 'repeated'> | null): void {
    const { halt } = this.#accountant.state;
    const isUnknown = outcome === null || outcome === 'unknown-decision';
    if (!isUnknown && outcome !== 'no-reward-yet') throw refusedOutcome(outcome);
    if (telling.kind === 'corrected' && outcome === 'unknown-decision') {
      if (halt === null) throw refusedOutcome('unknown-decision');
      throw journalUnavailable(new Error(halt.detail));
    }
    this.#accountant.write({ body: { ...telling, isLearnt: false } });
  }

  #telling(message: Message): Telling {
    const decision = decisionId(this.#name);
    switch (message.kind) {
      case 'confirmed':
      case 'fell-back':
        return { kind: message.kind, decision, isLearnt: true };
      case 'voided':
        return { kind: 'voided', decision, reason: message.reason, isLearnt: true };
      case 'rewarded': {
        const { value, context } = message;
        // What is stored is JSON; learning from exactly that makes a replay see the same.
        const seen = context === undefined ? {} : { context: JSON.parse(JSON.stringify(context)) };
        return { kind: 'rewarded', decision, value, ...seen, isLearnt: true };
      }
      case 'corrected': {
        const { value, reason } = message;
        const previous = this.#facts.reward ?? value;
        return { kind: 'corrected', decision, value, previous, reason, isLearnt: true };
      }
    }
  }

  #reply(outcome: 'recorded' | 'repeated', facts: DecisionStanding): OutcomeReply {
    const { state } = this.#accountant;
    return {
      id: decisionId(this.#name),
      outcome,
      state: facts.state,
      reward: facts.reward,
      isLearnt: this.#isBooked && state.core !== null,
    };
  }
}

/** The range is the one of the decision's own generation; outside it nothing is clipped. */
function requireReward(state: PolicyState, generation: number, value: number): void {
  const { min, max, noiseScale } = state.generations[generation - 1]!.definition.reward;
  const isInRange = (noiseScale ?? 0) > 0 || (value >= min && value <= max);
  if (Number.isFinite(value) && isInRange) return;
  throw invalidInput(
    `value must be a reward in its declared range, ${min} to ${max}, but it is ${value}. The promise rests on the range: start a new generation with a wider one.`,
    'value',
  );
}
