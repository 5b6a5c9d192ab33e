/**
 * Fall-backs that the service has not heard of, in the order in which they happened.
 *
 * They are kept in memory and, if a storage is given, as text in it: written whenever something is
 * added, so that a restart forgets none. What was reported may stand in the text a little longer,
 * since reporting it twice changes nothing. The queue is limited, and a full one refuses the newest.
 */
import type { RewardRequest } from '@hedgerow/service/wire';
import { QueueFullError } from './errors.ts';
import type { ProblemListener } from './problem-listener.ts';

/** One round that fell back: plain data, enough to report it from anywhere. */
export interface FallbackTicket {
  readonly policy: string;
  /** The idempotency key under which the decision was asked for, and will be asked for again. */
  readonly key: string;
  /** The request, exactly as it was sent. */
  readonly body: string;
  /** The action that was played instead of asking: the baseline's. */
  readonly played: string;
  readonly at: string;
}

export interface WaitingFallback {
  readonly ticket: FallbackTicket;
  /** Null until it is known. */
  readonly reward: RewardRequest | null;
}

/** Where text outlives the program: a file, or the browser's localStorage. Of one client alone. */
export interface FallbackStorage {
  /** Null if nothing was saved yet. */
  load(): string | null;
  save(text: string): void;
}

export interface FallbackQueueOptions {
  readonly limit: number;
  readonly storage: FallbackStorage | undefined;
  /** Told if the storage fails; what waits is then in memory alone. */
  readonly onProblem: ProblemListener;
}

export class FallbackQueue {
  readonly #waiting: Map<string, WaitingFallback>;
  readonly #storage: FallbackStorage | undefined;
  readonly #limit: number;

  readonly #onProblem: ProblemListener;

  constructor({ limit, storage, onProblem }: FallbackQueueOptions) {
    this.#limit = limit;
    this.#storage = storage;
    this.#onProblem = onProblem;
    this.#waiting = new Map(
      readSaved(storage?.load() ?? null).map((fallback) => [nameOf(fallback.ticket), fallback]),
    );
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** In order; includes what is added while one goes through it. */
  entries(): Iterable<WaitingFallback> {
    return this.#waiting.values();
  }

  /** Adds a fall-back, or the reward of one. Throws if there is no room, or another reward waits. */
  add(ticket: FallbackTicket, reward: RewardRequest | null): void {
    const name = nameOf(ticket);
    const known = this.#waiting.get(name);
    if (known === undefined && this.#waiting.size >= this.#limit) {
      throw new QueueFullError(this.#limit);
    }
    requireSameReward(known?.reward ?? null, reward);
    if (known !== undefined && (reward === null || known.reward !== null)) return;
    // What is changed goes to the end, so that whoever goes through the queue meets it again.
    this.#waiting.delete(name);
    this.#waiting.set(name, { ticket, reward });
    this.save();
  }

  /** Lets go of what was reported, unless it has got a reward in the meantime. */
  remove(fallback: WaitingFallback): void {
    const name = nameOf(fallback.ticket);
    if (this.#waiting.get(name) === fallback) this.#waiting.delete(name);
  }

  /** Writes what waits into the storage, if there is one. */
  save(): void {
    try {
      this.#storage?.save(JSON.stringify([...this.#waiting.values()]));
    } catch (error) {
      this.#onProblem({ kind: 'storage', error: error as Error, ticket: null });
    }
  }
}

function nameOf({ policy, key }: FallbackTicket): string {
  return `${policy} ${key}`;
}

function requireSameReward(waiting: RewardRequest | null, given: RewardRequest | null): void {
  if (waiting === null || given === null) return;
  if (JSON.stringify(waiting) === JSON.stringify(given)) return;
  throw new Error(
    `A round has one reward, but ${waiting.value} waits to be sent and ${given.value} was given. ` +
      'Call flush(), then correct() with the id of the decision.',
  );
}

function readSaved(text: string | null): WaitingFallback[] {
  if (text === null || text === '') return [];
  try {
    const saved: unknown = JSON.parse(text);
    if (Array.isArray(saved) && saved.every(isWaitingFallback)) return saved;
  } catch {
    // Told below, together with text that is JSON of another kind.
  }
  throw new Error(
    'The storage must hold the fall-backs that a client saved, but it holds something else: ' +
      `${JSON.stringify(text.slice(0, 40))}. Give each client a storage of its own; ` +
      'if the text is damaged, keep a copy and empty it.',
  );
}

function isWaitingFallback(value: unknown): value is WaitingFallback {
  const { ticket, reward } = (value ?? {}) as Partial<WaitingFallback>;
  const { policy, key, body, played } = (ticket ?? {}) as Partial<FallbackTicket>;
  const isTicket = [policy, key, body, played].every((part) => typeof part === 'string');
  return isTicket && (reward === null || typeof reward?.value === 'number');
}
