/**
 * Somebody who governs a policy while the service is being killed: actions are added, it is archived and
 * restored, and decided with in between; rewards never come, are given up after a second, and then some of the decisions are
 * forgotten. Each change is sent until it is answered; from then on it must stand.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PolicyDefinition } from '@hedgerow/core';
import { expect } from 'vitest';
import type { DecisionReceipt, ForgetReply, PolicyView } from '../../wire.ts';
import type { Dice } from './dice.ts';
import { type CallAnswer, type CallInput, call } from './http-call.ts';
import { SHOP_POLICY } from './shop-policy.ts';

export interface GovernorOptions {
  readonly policy: string;
  readonly dice: Dice;
  readonly findUrl: () => Promise<string>;
}

const RETRY_PAUSE_MS = 4;
const ACTIONS_MAX = 12;
const REWARD_WITHIN = { days: 1 / 86_400 };

export class Governor {
  readonly #options: GovernorOptions;
  #actions: readonly string[] = ['usual', 'new'];
  #isArchived = false;
  #decisionCount = 0;
  /** Ids, oldest first; and those that the service has said to have forgotten. */
  readonly #decided: string[] = [];
  readonly #forgotten = new Set<string>();
  #isStopped = false;
  #working: Promise<void> = Promise.resolve();

  constructor(options: GovernorOptions) {
    this.#options = options;
  }

  start(): void {
    this.#working = this.#run();
    // Whoever waits for the end is told.
    this.#working.catch(() => {});
  }

  /** Resolves when the policy has been seen to be as it was told to be. */
  async finish(): Promise<void> {
    this.#isStopped = true;
    await this.#working;
    const { text } = await this.#insist({ method: 'GET' }, '');
    const { archivedAt, counts, definition } = JSON.parse(text) as PolicyView;
    expect({
      isArchived: archivedAt !== undefined,
      decisions: counts.decisions,
      actions: definition.actions,
    }).toEqual({
      isArchived: this.#isArchived,
      decisions: this.#decisionCount,
      actions: this.#actions,
    });
    expect(counts.pending + (counts.expired ?? 0)).toBe(this.#decisionCount);
    for (const id of this.#forgotten) {
      const { status } = await this.#insistAt({ method: 'GET' }, `/v1/decisions/${id}`);
      expect([id, status]).toEqual([id, 410]);
    }
  }

  async #run(): Promise<void> {
    await this.#define();
    await this.#decide();
    while (!this.#isStopped) {
      const lot = this.#options.dice.below(6);
      if (lot === 0 && !this.#isArchived) await this.#grow();
      else if (lot === 1) await this.#archiveOrRestore();
      else if (lot === 2) await this.#forget();
      else await this.#decide();
    }
  }

  async #grow(): Promise<void> {
    if (this.#actions.length === ACTIONS_MAX) return;
    this.#actions = [...this.#actions, `way ${this.#actions.length}`];
    await this.#define();
  }

  /** Those that still wait are named, and all others are forgotten, now or before an answer was lost. */
  async #forget(): Promise<void> {
    const decisions = this.#decided.filter(() => this.#options.dice.below(4) === 0).slice(0, 20);
    if (decisions.length === 0) return;
    const { status, text } = await this.#insist({ body: JSON.stringify({ decisions }) }, '/forget');
    expect(status, text).toBe(200);
    const { waiting } = JSON.parse(text) as ForgetReply;
    for (const id of decisions) if (!waiting.includes(id)) this.#forgotten.add(id);
  }

  async #define(): Promise<void> {
    const definition: PolicyDefinition = {
      ...SHOP_POLICY,
      actions: this.#actions,
      rewardWithin: REWARD_WITHIN,
    };
    const body = JSON.stringify({ definition, reason: 'One more.' });
    expect(await this.#insist({ method: 'PUT', body }, '')).toMatchObject({ status: 200 });
  }

  async #archiveOrRestore(): Promise<void> {
    const answer = this.#isArchived
      ? await this.#insist({ body: '{}' }, '/restore')
      : await this.#insist({ method: 'DELETE', body: '{}' }, '');
    expect(answer).toMatchObject({ status: 200 });
    this.#isArchived = !this.#isArchived;
  }

  async #decide(): Promise<void> {
    const key = `governor-${this.#decisionCount + 1}`;
    const body = '{"context":{"visitors":40}}';
    const { status, text } = await this.#insist({ body, key }, '/decisions');
    expect(status).toBe(this.#isArchived ? 409 : 200);
    if (status !== 200) return;
    this.#decisionCount += 1;
    this.#decided.push((JSON.parse(text) as DecisionReceipt).id);
  }

  #insist(request: Omit<CallInput, 'url'>, path: string): Promise<CallAnswer> {
    return this.#insistAt(request, `/v1/policies/${this.#options.policy}${path}`);
  }

  /** Sends until there is an answer. */
  async #insistAt(request: Omit<CallInput, 'url'>, path: string): Promise<CallAnswer> {
    for (;;) {
      const url = `${await this.#options.findUrl()}${path}`;
      const answer = await call({ ...request, url }).catch(() => null);
      if (answer !== null && answer.status !== 503) return answer;
      await sleep(RETRY_PAUSE_MS);
    }
  }
}
