/**
 * How rewards travel from the world to the learner: at once, late, or never.
 *
 * Whether a reward arrives may depend on the reward itself. That is the dangerous case (failures are
 * not reported, customers who are content do not write), and the one that safety must survive.
 */
import type { Learner, Ticket } from '@hedgerow/core/research';

/** Returns by how many rounds a reward is late, 0 for at once, or null if it is lost. */
export type Delivery = (reward: number) => number | null;

/** A reward under way, with the ticket of its decision. */
export interface Letter {
  readonly ticket: Ticket;
  readonly reward: number;
}

/** Rewards under way. */
export class Mail {
  readonly #delivery: Delivery;
  /** Letters by the round after which they arrive. */
  readonly #dueAfter: Map<number, Letter[]> = new Map();

  constructor(delivery: Delivery) {
    this.#delivery = delivery;
  }

  /** Sends off the reward of a round. */
  send(letter: Letter, round: number): void {
    const delay = this.#delivery(letter.reward);
    if (delay === null) return;
    const letters = this.#dueAfter.get(round + delay) ?? [];
    letters.push(letter);
    this.#dueAfter.set(round + delay, letters);
  }

  /** Hands over what is due after a round. */
  deliver(round: number, learner: Pick<Learner, 'settle'>): void {
    const letters = this.#dueAfter.get(round);
    if (letters === undefined) return;
    this.#dueAfter.delete(round);
    for (const { ticket, reward } of letters) learner.settle(ticket, reward);
  }
}
