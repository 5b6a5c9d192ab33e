/**
 * Gathers what is said in one round of the event loop, so that it crosses together: handing over a message
 * costs far more than making it longer.
 *
 * One message that cannot cross must not keep the others back.
 */
export interface GatheringOptions<Message> {
  readonly post: (messages: readonly Message[]) => void;
  /** Called for a message that cannot be handed over. */
  readonly onUnfit: (message: Message, error: unknown) => void;
}

export class Gathering<Message> {
  readonly #options: GatheringOptions<Message>;
  #waiting: Message[] = [];

  constructor(options: GatheringOptions<Message>) {
    this.#options = options;
  }

  add(message: Message): void {
    if (this.#waiting.push(message) === 1) setImmediate(() => this.flush());
  }

  /** Hands over what has been said so far. */
  flush(): void {
    const messages = this.#waiting;
    if (messages.length === 0) return;
    this.#waiting = [];
    const { post } = this.#options;
    try {
      post(messages);
    } catch {
      for (const message of messages) this.#postAlone(message);
    }
  }

  #postAlone(message: Message): void {
    const { post, onUnfit } = this.#options;
    try {
      post([message]);
    } catch (error) {
      onUnfit(message, error);
    }
  }
}
