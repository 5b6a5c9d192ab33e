/**
 * A decider without a thread, for tests: everything crosses as it does between threads, through a real
 * channel, and the test may let it die.
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { DeciderThread } from '../decider.ts';
import type { Asked, ToldTogether } from '../messages.ts';
import { type DeciderParts, type DeciderPort, runDecider } from '../run-decider.ts';

export class ThreadInPlace implements DeciderThread {
  readonly worker: DeciderThread['worker'];
  isWithdrawn = false;
  /** How many messages went there, and came back with something in them. */
  askedCount = 0;
  toldCount = 0;
  readonly #line: MessagePort;
  readonly #listeners = new Map<string, (given: never) => void>();

  constructor(parts: DeciderParts) {
    const { port1, port2 } = new MessageChannel();
    this.#line = port1;
    this.worker = {
      postMessage: (asked: readonly Asked[]) => {
        this.askedCount += 1;
        port1.postMessage(asked);
      },
      on: (event: string, listener: (given: never) => void) => {
        this.#listeners.set(event, listener);
      },
      terminate: async () => this.die('terminated'),
    };
    port1.on('message', (together: ToldTogether) => {
      if (together.told.length > 0) this.toldCount += 1;
      this.#emit('message', together);
    });
    port1.on('close', () => this.#emit('exit', 0));
    runDecider(port2 as DeciderPort, parts);
  }

  withdraw(): void {
    this.isWithdrawn = true;
  }

  /** Ends it in the middle of whatever it does: nothing it says is heard any more. */
  die(reason: string): void {
    this.#line.removeAllListeners('message');
    this.#emit('error', new Error(reason));
    this.#line.close();
  }

  /** Goes on, but is not heard. */
  fallSilent(): void {
    this.#line.removeAllListeners('message');
  }

  #emit(event: string, given: unknown): void {
    this.#listeners.get(event)?.(given as never);
  }
}
