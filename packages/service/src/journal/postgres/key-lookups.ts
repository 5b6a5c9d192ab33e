/**
 * Finds decisions by the keys of their callers: all that are looked for at one moment by one statement.
 *
 * Nearly every decision has a key, and nearly every key is new. To ask for each of them alone would cost more
 * than deciding. While a question is on its way the next ones gather.
 */
import { setImmediate as nextRound } from 'node:timers/promises';
import type { DecisionRow } from '../journal.ts';
import { type DecisionLine, rowFromLine } from '../tables.ts';
import { DECISION_NAMES } from './append-parts.ts';
import type { HostPool } from './host-pool.ts';
import { keptStatement } from './kept-statement.ts';

type KeyName = readonly [policy: string, scope: string, text: string];

interface Waiting extends PromiseWithResolvers<DecisionRow | null> {
  readonly name: KeyName;
}

/** Questions on their way at the same time. */
const QUESTIONS_MAX = 2;
/** Keys in one question. */
const KEYS_MAX = 1000;

const NAMES = DECISION_NAMES.join(', ');
/** Each key by the index: a plan that was made for a small table must not read all of a large one. */
const FIND = keptStatement(
  'find_keys',
  `select found.* from unnest($1::text[], $2::text[], $3::text[]) as given (policy, scope, text)
   cross join lateral (
     select ${NAMES} from decision
     where policy = given.policy and key_scope = given.scope and key_text = given.text limit 1) as found`,
);

export class KeyLookups {
  readonly #pool: HostPool;
  #waiting: Waiting[] = [];
  #questionCount = 0;
  #isGathering = false;

  constructor(pool: HostPool) {
    this.#pool = pool;
  }

  find(...name: KeyName): Promise<DecisionRow | null> {
    const waiting = { name, ...Promise.withResolvers<DecisionRow | null>() };
    this.#waiting.push(waiting);
    void this.#askAll();
    return waiting.promise;
  }

  async #askAll(): Promise<void> {
    if (this.#isGathering || this.#questionCount === QUESTIONS_MAX) return;
    this.#isGathering = true;
    await nextRound();
    this.#isGathering = false;
    while (this.#questionCount < QUESTIONS_MAX && this.#waiting.length > 0) {
      void this.#ask(this.#waiting.splice(0, KEYS_MAX));
    }
  }

  async #ask(asked: readonly Waiting[]): Promise<void> {
    this.#questionCount += 1;
    try {
      const columns = [0, 1, 2].map((place) => asked.map(({ name }) => name[place]!));
      const lines = await this.#pool.queryKept<DecisionLine>(FIND, columns);
      const found = new Map(lines.map((line) => [nameOf(line), rowFromLine(line)]));
      for (const { name, resolve } of asked) resolve(found.get(JSON.stringify(name)) ?? null);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
    this.#questionCount -= 1;
    if (this.#waiting.length > 0) await this.#askAll();
  }
}

function nameOf({ policy, key_scope, key_text }: DecisionLine): string {
  return JSON.stringify([policy, key_scope, key_text]);
}
