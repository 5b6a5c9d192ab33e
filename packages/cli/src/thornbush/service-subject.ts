/**
 * The policy behind the service, over real HTTP: after every call the margin is asked, as a page does
 * that somebody looks at, and at the end the audit.
 */
import { type Client, createClient } from '@hedgerow/client';
import type { Outcome, PartRewards } from '@hedgerow/core';
import type {
  CreateSubject,
  IssuedReceipt,
  Subject,
  SubjectOptions,
  SubjectRequest,
} from '@hedgerow/lab/thornbush';
import type { OutcomeReply } from '@hedgerow/service/wire';

/** Patience with a machine that has other things to do, in milliseconds. */
const CALL_TIMEOUT_MS = 60_000;
const PREVIEW_EVERY = 5;

/** Returns a maker of policies at that address, each under a name of its own. */
export function serviceSubjects(address: string): CreateSubject {
  const client = createClient({
    url: address,
    timeoutMs: CALL_TIMEOUT_MS,
    callTimeoutMs: CALL_TIMEOUT_MS,
  });
  let policyCount = 0;
  return async ({ definition }: SubjectOptions) => {
    policyCount += 1;
    const name = `thorn-${policyCount}`;
    await client.define(name, { definition });
    return new ServiceSubject(client, name);
  };
}

function requireNumber(reward: number | PartRewards): number {
  if (typeof reward === 'number') return reward;
  throw new Error('The service is not told of parts yet.');
}

class ServiceSubject implements Subject {
  readonly #client: Client;
  readonly #policy: string;
  #mode: SubjectRequest['mode'] = 'live';
  #decisionCount = 0;
  #margin: number | null = null;

  constructor(client: Client, policy: string) {
    this.#client = client;
    this.#policy = policy;
  }

  async decide({ z, mode, ...options }: SubjectRequest): Promise<IssuedReceipt> {
    if (mode !== this.#mode) await this.#client.setMode(this.#policy, { mode });
    this.#mode = mode;
    const request = { context: { z }, ...options };
    if (this.#decisionCount % PREVIEW_EVERY === 0)
      await this.#client.preview(this.#policy, request);
    this.#decisionCount += 1;
    const receipt = await this.#client.decide(this.#policy, request);
    await this.#lookAtMargin();
    return receipt;
  }

  decideTogether(): never {
    throw new Error('The service is not asked for plans yet.');
  }

  observe(id: string, reward: number | PartRewards): Promise<Outcome> {
    return this.#told(this.#client.reward(id, requireNumber(reward)));
  }

  correct(id: string, reward: number | PartRewards): Promise<Outcome> {
    const value = requireNumber(reward);
    return this.#told(this.#client.correct(id, { value, reason: 'it was reported wrongly' }));
  }

  confirm(id: string): Promise<Outcome> {
    return this.#told(this.#client.ack(id));
  }

  fellBack(id: string): Promise<Outcome> {
    return this.#told(this.#client.ack(id, { played: 'baseline' }));
  }

  cancel(id: string): Promise<Outcome> {
    return this.#told(this.#client.void(id));
  }

  shownMargin(): number | null {
    return this.#margin;
  }

  async finish(): Promise<readonly string[]> {
    const { mismatches, journal } = await this.#client.audit(this.#policy);
    const faults = mismatches.map((id) => `the receipt ${id} does not lead to its action`);
    return journal.isWhole ? faults : [...faults, 'the chain of the journal is broken'];
  }

  async #told(reply: Promise<OutcomeReply>): Promise<Outcome> {
    const { outcome } = await reply;
    await this.#lookAtMargin();
    return outcome;
  }

  async #lookAtMargin(): Promise<void> {
    this.#margin = (await this.#client.policy(this.#policy)).margin;
  }
}
