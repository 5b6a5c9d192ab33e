/**
 * Runs requests against the state of one policy and collects the entries they write.
 *
 * Everything here is synchronous: between looking at the books and writing into them nothing else
 * can happen. Only a plan is made in steps; nobody but its command touches the policy between them.
 */
import type { Steps } from '../../instruments/steps.ts';
import { compactReceipt } from '../../journal/compact-receipt.ts';
import type { FreshlyDecided, GroupPlanned, StoredReceipt } from '../../journal/entry.ts';
import { writeDecidedText } from '../../journal/entry-text.ts';
import type { Forgetting, NewEntry } from '../../journal/journal.ts';
import type { Closing } from '../../journal/removal.ts';
import type { Ownership } from '../../journal/standing.ts';
import { isRefusal } from '../../problems/refusals.ts';
import { callOf, type RefusedPart, refusedInput } from '../../problems/refused-input.ts';
import type { DecisionReceipt } from '../../wire.ts';
import {
  type Deciding,
  type DoneAtOnce,
  type Intent,
  type Performed,
  perform,
} from '../fold/perform.ts';
import { type Planning, performPlan, type Taking } from '../fold/perform-plan.ts';
import { account, halt } from '../fold/policy-fold.ts';
import type { PolicyState } from '../fold/policy-state.ts';
import { tellerOf } from '../fold/teller-of.ts';

export class Accountant {
  readonly state: PolicyState;
  readonly entries: NewEntry[] = [];
  /** Who creates the policy in this turn; null if nobody does. */
  ownership: Ownership | null = null;
  /** Whether all of the policy is to be erased. */
  isErased = false;
  /** What is left of it then; undefined for nothing at all. */
  closing: Closing | undefined;
  /** What is to be forgotten with the entries of this turn; null for nothing. */
  forgetting: Forgetting | null = null;
  readonly #now: () => string;

  constructor(state: PolicyState, now: () => string) {
    this.state = state;
    this.#now = now;
  }

  /** The time of what is done now. */
  now(): string {
    return this.#now();
  }

  /** Performs what is wanted and writes it down, if the outcome is `recorded`. */
  do(intent: DoneAtOnce): Performed {
    const time = this.#now();
    const performed = this.#attempt(intent, time);
    if (performed.outcome === 'recorded') this.write(performed, time);
    return performed;
  }

  /** Plans in steps, and writes the plan down; its decisions are taken afterwards. */
  *plan(intent: Planning): Steps<GroupPlanned> {
    const body = yield* this.#attemptPlan(intent);
    this.write({ body });
    return body;
  }

  /** Decides and writes it down. Whoever has the request as JSON saves writing it again. */
  decide(intent: Deciding | Taking, request?: string): DecisionReceipt {
    const time = this.#now();
    const body = this.#attempt(intent, time).body as FreshlyDecided;
    account(this.state, body, time);
    const text = writeDecidedText(body, { stored: this.#storedReceipt(body), request });
    this.entries.push({ time, body, text });
    return body.receipt;
  }

  /** Where the core was not asked, the receipt says more than can be told again, and is stored whole. */
  #storedReceipt(body: FreshlyDecided): StoredReceipt | undefined {
    if (body.coreId === null) return undefined;
    const generation = this.state.generations.at(-1)!;
    return compactReceipt(body, tellerOf(generation), generation.definedAt);
  }

  /** Writes down what the core has not been told, or would not take. */
  write({ body }: Pick<Performed, 'body'>, time: string = this.#now()): void {
    account(this.state, body, time);
    this.entries.push({ time, body });
  }

  /** All that was ever written about the policy goes, at the end of this turn; with or without a trace. */
  erase(said?: Omit<Closing, 'time'>): void {
    this.isErased = true;
    this.closing = said && { ...said, time: this.#now() };
  }

  #attempt(intent: DoneAtOnce, time: string): Performed {
    try {
      return perform(this.state, intent, time);
    } catch (error) {
      this.#haltAfter(error, intent);
      return this.#attempt(intent, time);
    }
  }

  *#attemptPlan(intent: Planning): Steps<GroupPlanned> {
    try {
      return yield* performPlan(this.state, intent);
    } catch (error) {
      this.#haltAfter(error, intent);
      return yield* this.#attemptPlan(intent);
    }
  }

  /** Refused input is the caller's, and thrown; any other failure halts the core, and then it is not asked. */
  #haltAfter(error: unknown, intent: Intent): void {
    const { state } = this;
    if (isRefusal(error)) throw refusedInput(error, partOf(intent, state));
    // What makes a core anew does not touch the one that is there, so that one is not in doubt.
    if (state.core === null || isMakingCore(intent)) throw error;
    halt(state, { detail: `The core stopped: ${String(error)}`, cause: 'core' });
  }
}

function isMakingCore({ kind }: Intent): boolean {
  return kind === 'policy-created' || kind === 'generation-started' || kind === 'grown';
}

/** A definition that comes with a decision was tried before; what is refused here was put. */
function partOf(intent: Intent, { core }: PolicyState): RefusedPart {
  return isMakingCore(intent) ? { kind: 'definition', at: 'definition' } : callOf(core);
}
