/**
 * How rewards travel from the world to the contestant: at once, late, or never.
 *
 * Whether a reward arrives may depend on the reward itself. That is the dangerous case (failures are
 * not reported, customers who are content do not write), and the one that safety must survive.
 */
import type { Contestant } from './contestant.ts';

/** Returns by how many rounds a reward is late, 0 for at once, or null if it is lost. */
export type Delivery = (reward: number) => number | null;

/** Every reward arrives before the next round. */
export const deliverAtOnce: Delivery = () => 0;

interface Letter {
  readonly round: number;
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
  send(round: number, reward: number): void {
    const delay = this.#delivery(reward);
    if (delay === null) return;
    const letters = this.#dueAfter.get(round + delay) ?? [];
    letters.push({ round, reward });
    this.#dueAfter.set(round + delay, letters);
  }

  /** Hands over what is due after a round. */
  deliver(round: number, contestant: Contestant): void {
    const letters = this.#dueAfter.get(round);
    if (letters === undefined) return;
    this.#dueAfter.delete(round);
    for (const letter of letters) contestant.observe(letter.round, letter.reward);
  }
}
