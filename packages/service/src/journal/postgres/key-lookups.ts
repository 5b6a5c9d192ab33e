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

/** Keys in one question. */
const KEYS_MAX = 1000;

const NAMES = DECISION_NAMES.join(', ');
/**
 * Each key by the index, whatever the server thinks of the size of the table. The keys are one text, whose length tells
 * nothing: with arrays a plan would be made for each number of keys.
 */
const FIND = keptStatement(
  'find_keys',
  `select found.* from json_to_recordset($1::json) as given (policy text, scope text, key text)
   cross join lateral (
     select ${NAMES} from decision
     where policy = given.policy and key_scope = given.scope and key_text = given.key limit 1) as found`,
);

export class KeyLookups {
  readonly #pool: HostPool;
  #waiting: Waiting[] = [];
  #isAsking = false;

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
    if (this.#isAsking) return;
    this.#isAsking = true;
    // What else has arrived by now is asked for with it.
    await nextRound();
    while (this.#waiting.length > 0) await this.#ask(this.#waiting.splice(0, KEYS_MAX));
    this.#isAsking = false;
  }

  async #ask(asked: readonly Waiting[]): Promise<void> {
    try {
      const given = asked.map(({ name: [policy, scope, key] }) => ({ policy, scope, key }));
      const lines = await this.#pool.queryKept<DecisionLine>(FIND, [JSON.stringify(given)]);
      const found = new Map(lines.map((line) => [nameOf(line), rowFromLine(line)]));
      for (const { name, resolve } of asked) resolve(found.get(JSON.stringify(name)) ?? null);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}

function nameOf({ policy, key_scope, key_text }: DecisionLine): string {
  return JSON.stringify([policy, key_scope, key_text]);
}
