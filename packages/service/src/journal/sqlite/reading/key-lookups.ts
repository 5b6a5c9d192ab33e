/**
 * Idempotency keys that are looked up in the same moment, one after the other in one look at the file.
 *
 * Every look of its own would take the file's lock and read again whatever pages somebody has written since the last:
 * that takes longer than the search itself.
 *
 * Where lines of a policy wait to be written, a key may be that of one of them, or what is found may be told of by one. Mostly it
 * is known that none does; else they are written first.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { DecisionRow } from '../../journal.ts';
import { type DecisionLine, rowFromLine } from '../../tables.ts';
import {
  nameOfDecision,
  nameOfKey,
  SETTLED_PLACE,
  type SettledPlace,
} from '../lines/touched-names.ts';
import { inOneLook, prepareLook } from './one-look.ts';

export interface KeyLookupOptions {
  /** Whether a key is not among what waits to be written. */
  readonly isUntouched: (policy: string, name: string, place: SettledPlace) => boolean;
  /** Resolves when all lines that wait are written. */
  readonly settle: (policy: string) => Promise<unknown>;
}

interface Question {
  readonly given: readonly [policy: string, scope: string, key: string];
  readonly answer: PromiseWithResolvers<DecisionRow | null>;
}

export class KeyLookups {
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #options: KeyLookupOptions;
  #waiting: Question[] = [];

  constructor(database: DatabaseSync, options: KeyLookupOptions) {
    this.#options = options;
    this.#statements = prepareStatements(database);
  }

  find(policy: string, scope: string, key: string): Promise<DecisionRow | null> {
    const answer = Promise.withResolvers<DecisionRow | null>();
    if (this.#waiting.push({ given: [policy, scope, key], answer }) === 1) {
      queueMicrotask(() => this.#answerAll());
    }
    return answer.promise;
  }

  #answerAll(): void {
    const questions = this.#waiting;
    this.#waiting = [];
    try {
      const late = this.#inOneLook(() => this.#answerKnown(questions));
      for (const question of late) void this.#answerLate(question);
    } catch (error) {
      // Those who have their answer keep it.
      for (const { answer } of questions) answer.reject(error);
    }
  }

  /** Returns the questions to which there was no answer. */
  #answerKnown(questions: readonly Question[]): Question[] {
    const places = new Map<string, SettledPlace | undefined>();
    const placeOf = (policy: string) => {
      if (!places.has(policy)) places.set(policy, this.#place(policy));
      return places.get(policy);
    };
    return questions.filter((question) => !this.#answer(question, placeOf(question.given[0])));
  }

  #place(policy: string): SettledPlace | undefined {
    return this.#statements.place.get(policy) as SettledPlace | undefined;
  }

  /** Returns whether there was an answer. */
  #answer({ given, answer }: Question, place: SettledPlace | undefined): boolean {
    const [policy, scope, key] = given;
    const row = this.#look(given);
    const name =
      row === null ? nameOfKey(scope, key) : nameOfDecision(row.generation, row.sequence);
    if (place !== undefined && !this.#options.isUntouched(policy, name, place)) return false;
    answer.resolve(row);
    return true;
  }

  async #answerLate({ given, answer }: Question): Promise<void> {
    try {
      await this.#options.settle(given[0]);
      answer.resolve(this.#look(given));
    } catch (error) {
      answer.reject(error);
    }
  }

  #look(given: Question['given']): DecisionRow | null {
    const line = this.#statements.byKey.get(...given) as DecisionLine | undefined;
    return line === undefined ? null : rowFromLine(line);
  }

  /** A savepoint begins a transaction where there is none, and is part of the one there is. */
  #inOneLook<Answer>(act: () => Answer): Answer {
    return inOneLook(this.#statements.look, act);
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    look: prepareLook(database),
    place: database.prepare(SETTLED_PLACE),
    byKey: database.prepare(
      'select * from decision where policy = ? and key_scope = ? and key_text = ?',
    ),
  };
}
