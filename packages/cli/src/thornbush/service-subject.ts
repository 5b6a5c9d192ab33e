/**
 * The policy behind the service, over real HTTP: after every call the margin is asked, as a page does
 * that somebody looks at, and at the end the audit, of the whole and of the site that is judged.
 *
 *   plans     `planGroup`, shown first and issued then. A plan has a group there; where decisions can be
 *             divided it is only a name, elsewhere a plan without one is `decideMany`
 *   groups    every other one is closed by a call, the rest by the group after them
 *   parts     `try` and `check` of rewards and corrections, `executed` with an ack
 *
 * Beside it the same policy is kept as a library, and after every call both must say the same (twin-books.ts).
 */
import { type Client, createClient, type GroupRequest, ServiceError } from '@hedgerow/client';
import type { ExecutedShare, GiveUp, PartRewards, PolicyDefinition } from '@hedgerow/core';
import type {
  CreateSubject,
  IssuedReceipt,
  Subject,
  SubjectOptions,
  SubjectRequest,
  Told,
} from '@hedgerow/lab/thornbush';
import type { BatchAnswer, OutcomeReply } from '@hedgerow/service/wire';
import { type Message, TwinBooks } from './twin-books.ts';

/** Patience with a machine that has other things to do, in milliseconds. */
const CALL_TIMEOUT_MS = 60_000;
const PREVIEW_EVERY = 5;

export interface ServiceSubjectsOptions extends Pick<PolicyDefinition, 'rewardWithin'> {
  /** What the names of its policies begin with. */
  readonly prefix: string;
  /** The key of the service's coin, for the same policy as a library beside each. */
  readonly coinKey: Uint8Array;
  /** Called when something was said of a decision whose reward is not waited for any more. */
  readonly onExpired: () => void;
}

/** Returns a maker of policies at that address, each under a name of its own. */
export function serviceSubjects(
  address: string,
  { prefix, rewardWithin, coinKey, onExpired }: ServiceSubjectsOptions,
): CreateSubject {
  const client = createClient({
    url: address,
    timeoutMs: CALL_TIMEOUT_MS,
    callTimeoutMs: CALL_TIMEOUT_MS,
  });
  let policyCount = 0;
  return async (options: SubjectOptions) => {
    policyCount += 1;
    const policy = `${prefix}-${policyCount}`;
    const waiting = rewardWithin === undefined ? {} : { rewardWithin };
    const definition = { ...options.definition, ...waiting };
    await client.define(policy, { definition });
    const twin = new TwinBooks({ definition, policy, coinKey });
    return new ServiceSubject({ ...options, client, policy, twin, onExpired });
  };
}

interface ServiceSubjectOptions extends SubjectOptions {
  readonly client: Client;
  /** Its name in the service. */
  readonly policy: string;
  readonly twin: TwinBooks;
  readonly onExpired: () => void;
}

class ServiceSubject implements Subject {
  readonly #client: Client;
  readonly #policy: string;
  readonly #twin: TwinBooks;
  readonly #onExpired: () => void;
  readonly #isDivided: boolean;
  /** The site that is looked at; that of the whole policy if it has no name. */
  readonly #view: { readonly site?: string };
  readonly #faults: string[] = [];
  #mode: SubjectRequest['mode'] = 'live';
  #decisionCount = 0;
  #planCount = 0;
  #group: string | undefined;
  #groupCount = 0;
  #margin: number | null = null;
  /** Whether the judged site has decided anything: what is shown of a policy is of books that have. */
  #hasDecided = false;

  constructor(options: ServiceSubjectOptions) {
    const { client, policy, definition, twin, judgedSite, onExpired } = options;
    this.#client = client;
    this.#policy = policy;
    this.#twin = twin;
    this.#onExpired = onExpired;
    this.#isDivided = definition.split !== undefined;
    this.#view = judgedSite === undefined ? {} : { site: judgedSite };
  }

  async decide(asked: SubjectRequest): Promise<IssuedReceipt> {
    const { z, mode, ...options } = asked;
    await this.#begin(mode, options.group);
    const request = { context: { z }, ...options };
    if (this.#decisionCount % PREVIEW_EVERY === 0)
      await this.#client.preview(this.#policy, request);
    this.#decisionCount += 1;
    const receipt = await this.#client.decide(this.#policy, request);
    this.#twin.decided(receipt, asked);
    await this.#lookAtMargin([request]);
    return receipt;
  }

  async decideTogether(requests: readonly SubjectRequest[]): Promise<readonly IssuedReceipt[]> {
    const { mode, group } = requests[0]!;
    this.#planCount += 1;
    const name = group ?? (this.#isDivided ? `plan ${this.#planCount}` : undefined);
    await this.#begin(mode, name);
    const receipts =
      name === undefined ? await this.#decideMany(requests) : await this.#plan(requests, name);
    await this.#lookAtMargin(requests);
    return receipts;
  }

  observe(id: string, reward: number | PartRewards): Promise<Told> {
    return this.#told(this.#client.reward(id, reward), id, { kind: 'observe', reward });
  }

  correct(id: string, reward: number | PartRewards): Promise<Told> {
    const said = typeof reward === 'number' ? { value: reward } : reward;
    const correction = { ...said, reason: 'it was reported wrongly' };
    return this.#told(this.#client.correct(id, correction), id, { kind: 'correct', reward });
  }

  confirm(id: string, executed?: ExecutedShare): Promise<Told> {
    const share = executed === undefined ? {} : { executed };
    return this.#told(this.#client.ack(id, share), id, { kind: 'confirm', ...share });
  }

  fellBack(id: string, why: GiveUp): Promise<Told> {
    const said = this.#client.ack(id, { played: 'baseline', ...why });
    return this.#told(said, id, { kind: 'fellBack', why });
  }

  cancel(id: string, why: GiveUp): Promise<Told> {
    return this.#told(this.#client.void(id, why), id, { kind: 'cancel', why });
  }

  shownMargin(): number | null {
    return this.#margin;
  }

  async finish(): Promise<readonly string[]> {
    const views = this.#view.site === undefined ? [{}] : [{}, this.#view];
    for (const view of views) {
      const { mismatches, journal } = await this.#client.audit(this.#policy, view);
      for (const id of mismatches)
        this.#faults.push(`the receipt ${id} does not lead to its action`);
      if (!journal.isWhole) this.#faults.push('the chain of the journal is broken');
    }
    return [...this.#faults, ...this.#twin.faults];
  }

  /** What is said before something is decided: another mode, or that the group before is over. */
  async #begin(mode: SubjectRequest['mode'], group: string | undefined): Promise<void> {
    if (mode !== this.#mode) await this.#client.setMode(this.#policy, { mode });
    this.#mode = mode;
    if (group === this.#group) return;
    this.#groupCount += 1;
    if (this.#group !== undefined && this.#groupCount % 2 === 0) await this.#close(this.#group);
    this.#group = group;
  }

  /** Closes it twice: the second time must change nothing. */
  async #close(group: string): Promise<void> {
    for (const expected of ['recorded', 'repeated']) {
      const { outcome } = await this.#client.closeGroup(this.#policy, group);
      if (outcome !== expected) this.#faults.push(`the close of a group was ${outcome}`);
    }
    this.#twin.closedGroup();
  }

  async #plan(requests: readonly SubjectRequest[], group: string): Promise<IssuedReceipt[]> {
    const { period } = requests[0]!;
    const request: GroupRequest = {
      group,
      ...(period === undefined ? {} : { period }),
      situations: requests.map(({ z, mode: _mode, group: _group, period: _period, ...own }) => ({
        ...own,
        context: { z },
      })),
    };
    const shown = await this.#client.planGroup(this.#policy, request);
    const issued = await this.#client.planGroup(this.#policy, { ...request, commit: true });
    if (shown.receipts.length !== issued.receipts.length) {
      this.#faults.push(`the plan of ${group} was issued otherwise than it was shown`);
    }
    this.#twin.planned(issued.receipts, requests, group);
    return [...issued.receipts];
  }

  async #decideMany(requests: readonly SubjectRequest[]): Promise<IssuedReceipt[]> {
    const decisions = requests.map(({ z, mode: _mode, ...own }) => ({ ...own, context: { z } }));
    const receipts = (await this.#client.decideMany(this.#policy, decisions)).map(receiptOf);
    const { mode } = requests[0]!;
    for (const [i, receipt] of receipts.entries()) {
      this.#twin.decided(receipt, { ...requests[i]!, mode });
    }
    return receipts;
  }

  async #told(reply: Promise<OutcomeReply>, id: string, message: Message): Promise<Told> {
    const outcome = await reply.then(({ outcome: told }) => told, expiredOnly);
    if (outcome === 'expired') this.#onExpired();
    this.#twin.told(id, message, outcome);
    await this.#lookAtMargin();
    return outcome;
  }

  async #lookAtMargin(decided: readonly Pick<SubjectRequest, 'site'>[] = []): Promise<void> {
    const { margin } = await this.#client.policy(this.#policy, this.#view);
    this.#hasDecided ||= decided.some(({ site }) => site === this.#view.site);
    this.#margin = this.#hasDecided ? margin : null;
    if (this.#hasDecided) this.#twin.compareMargin(margin, this.#view.site);
  }
}

/** That a reward came too late is an answer; any other refusal is a finding. */
function expiredOnly(error: unknown): 'expired' {
  if (error instanceof ServiceError && error.code === 'HR_REWARD_EXPIRED') return 'expired';
  throw error;
}

function receiptOf(answer: BatchAnswer): IssuedReceipt {
  if ('receipt' in answer) return answer.receipt;
  throw new Error(answer.problem.detail);
}
