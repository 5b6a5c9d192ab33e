/**
 * Somebody who uses the service while it is being killed, and remembers everything it was told.
 *
 * Each decision has a key. If no answer comes, the request is sent again with the same key, at once or
 * only at the very end; then the decision is played, rewarded, called off or left open. What was
 * answered with 200 is a promise of the service; check-books.ts holds it to that.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DecisionReceipt, OutcomeReply } from '../../wire.ts';
import type { Dice } from './dice.ts';
import { type CallAnswer, type CallInput, call } from './http-call.ts';

export interface CallerOptions {
  readonly name: string;
  readonly policy: string;
  readonly dice: Dice;
  /** Where the service is now; waits while it is nowhere. */
  readonly findUrl: () => Promise<string>;
  /** Between two rounds, in milliseconds; none if absent. */
  readonly pauseMs?: number;
}

/** A decision as it was answered. */
export interface ToldDecision {
  readonly key: string;
  readonly body: string;
  readonly text: string;
  readonly receipt: DecisionReceipt;
  /** What was said about it afterwards, and answered with 200. */
  outcome: OutcomeReply | null;
}

type Telling = readonly [route: string, body: string];

const RETRY_PAUSE_MS = 4;
/**
 * It gives up after so many attempts and so long, whichever comes later: refusals come quickly, and a service that makes its state
 * again from all entries, on a machine with other work, refuses for many seconds.
 */
const MOST_ATTEMPTS = 2_000;
const PATIENCE_MS = 60_000;

export class Caller {
  readonly told: ToldDecision[] = [];
  /** Requests that were answered with 200. */
  answeredCount = 0;
  /** Requests that got no answer, or 503: whoever asked did not know what became of them. */
  unansweredCount = 0;
  /** Requests that turned out to have been carried out although no answer had come. */
  foundDoneCount = 0;
  readonly #options: CallerOptions;
  readonly #aside: { key: string; body: string }[] = [];
  #count = 0;
  #isStopped = false;
  /** What the last request without an answer met. */
  #refusal = '';

  constructor(options: CallerOptions) {
    this.#options = options;
  }

  /** Works until it is stopped. */
  async run(): Promise<void> {
    const { pauseMs } = this.#options;
    while (!this.#isStopped) {
      await this.#round();
      if (pauseMs !== undefined) await sleep(pauseMs);
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Asks again for everything that was put aside. */
  async settle(): Promise<void> {
    for (const { key, body } of this.#aside.splice(0)) await this.#decide(key, body, false);
  }

  async #round(): Promise<void> {
    const { name, dice } = this.#options;
    this.#count += 1;
    const visitors = dice.below(100);
    const body = JSON.stringify({ context: { visitors } });
    const decision = await this.#decide(`${name}-${this.#count}`, body, dice.below(3) === 0);
    if (decision === null) return;
    for (const telling of this.#tellings(decision)) await this.#tell(decision, telling);
    if (dice.below(10) === 0) await this.#askAgain(dice.pick(this.told));
  }

  #tellings({ receipt }: ToldDecision): readonly Telling[] {
    const { dice } = this.#options;
    const reward: Telling = ['reward', JSON.stringify({ value: rewardOf(receipt, dice) })];
    const lot = dice.share();
    if (lot < 0.65) return [reward];
    if (lot < 0.8) return [['ack', '{}'], reward];
    const why = dice.share() < 0.5 ? '"reason":"unrelated"' : '"reason":"newer-information"';
    if (lot < 0.87) return [['ack', `{"played":"baseline",${why}}`]];
    if (lot < 0.92) return [['void', `{${why}}`]];
    return lot < 0.96 ? [['ack', '{}']] : [];
  }

  async #decide(key: string, body: string, mayPutAside: boolean): Promise<ToldDecision | null> {
    const path = `/v1/policies/${this.#options.policy}/decisions`;
    const answer = await this.#insist({ path, body, key, mayPutAside });
    if (answer === null) {
      this.#aside.push({ key, body });
      return null;
    }
    if (answer.isReplay) this.foundDoneCount += 1;
    const receipt = JSON.parse(answer.text) as DecisionReceipt;
    const decision = { key, body, text: answer.text, receipt, outcome: null };
    this.told.push(decision);
    return decision;
  }

  async #tell(decision: ToldDecision, [route, body]: Telling): Promise<void> {
    const path = `/v1/decisions/${decision.receipt.id}/${route}`;
    const answer = await this.#insist({ path, body });
    decision.outcome = JSON.parse(answer!.text) as OutcomeReply;
  }

  /** The same key must bring the same bytes at any time. */
  async #askAgain({ key, body, text }: ToldDecision): Promise<void> {
    const path = `/v1/policies/${this.#options.policy}/decisions`;
    const answer = await this.#insist({ path, body, key });
    if (answer?.text !== text || !answer.isReplay) {
      throw new Error(`The key ${key} brought ${answer?.text} instead of ${text}.`);
    }
  }

  /** Sends until an answer comes; null if it may be put aside and none came at once. */
  async #insist(request: Insisting): Promise<CallAnswer | null> {
    const { path, mayPutAside = false, ...content } = request;
    const endMs = performance.now() + PATIENCE_MS;
    for (let attempt = 0; attempt < MOST_ATTEMPTS || performance.now() < endMs; attempt++) {
      const answer = await this.#attempt({ ...content, path });
      if (answer !== null) return answer;
      this.unansweredCount += 1;
      if (mayPutAside) return null;
      await sleep(RETRY_PAUSE_MS);
    }
    throw new Error(`No answer after ${MOST_ATTEMPTS} attempts: ${path} (${this.#refusal})`);
  }

  async #attempt({ path, ...content }: Insisting): Promise<CallAnswer | null> {
    const url = `${await this.#options.findUrl()}${path}`;
    const answer = await call({ ...content, url }).catch((error: unknown) => {
      this.#refusal = String(error);
      return null;
    });
    if (answer?.status === 503) this.#refusal = answer.text;
    if (answer === null || answer.status === 503) return null;
    this.answeredCount += 1;
    if (answer.status === 200) return answer;
    throw new Error(`${path} was answered with ${answer.status}: ${answer.text}`);
  }
}

interface Insisting extends Pick<CallInput, 'body' | 'key'> {
  readonly path: string;
  readonly mayPutAside?: boolean;
}

/** The new way is a little worse than the baseline and better than the promise asks. */
function rewardOf({ action }: DecisionReceipt, dice: Dice): number {
  return (action === 'new' ? 7 : 8) + Math.round(8 * dice.share()) / 2;
}
