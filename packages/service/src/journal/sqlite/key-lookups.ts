/**
 * Idempotency keys that are looked up in the same moment, one after the other in one look at the file.
 *
 * Every look of its own would take the file's lock and read again whatever pages somebody has written since the last:
 * that takes longer than the search itself.
 */
import type { DatabaseSync } from 'node:sqlite';
import type { DecisionRow } from '../journal.ts';
import { type DecisionLine, rowFromLine } from '../tables.ts';

interface Question {
  readonly given: readonly [policy: string, scope: string, key: string];
  readonly answer: PromiseWithResolvers<DecisionRow | null>;
}

export class KeyLookups {
  readonly #statements: ReturnType<typeof prepareStatements>;
  #waiting: Question[] = [];

  constructor(database: DatabaseSync) {
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
      this.#inOneLook(() => {
        for (const { given, answer } of questions) answer.resolve(this.#look(given));
      });
    } catch (error) {
      // Those who have their answer keep it.
      for (const { answer } of questions) answer.reject(error);
    }
  }

  #look(given: Question['given']): DecisionRow | null {
    const line = this.#statements.byKey.get(...given) as DecisionLine | undefined;
    return line === undefined ? null : rowFromLine(line);
  }

  /** A savepoint begins a transaction where there is none, and is part of the one there is. */
  #inOneLook(act: () => void): void {
    const { begin, end } = this.#statements;
    begin.run();
    try {
      act();
    } finally {
      end.run();
    }
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    begin: database.prepare('savepoint look'),
    end: database.prepare('release look'),
    byKey: database.prepare(
      'select * from decision where policy = ? and key_scope = ? and key_text = ?',
    ),
  };
}
