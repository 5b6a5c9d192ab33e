/**
 * The most that may be saved up: what is proved beyond it is given up for good.
 *
 *     slack = min( proved − given up, most )
 *     when a decision is issued    given up rises to proved − most, if that is more
 *     when a report is corrected   it falls by what the correction takes from what is proved, but to no
 *                                  less than it was when the wrong report came
 *
 * So a correction leaves no trace: what was given up because of the wrong report comes back, and nothing
 * else does. For that the rises are kept with their moments, and a correction takes from those after
 * the report, the earliest first: these are the rises that would not have been.
 *
 * Only so many rises are kept; the least among the old are added to the one before. A correction then
 * takes back less than it might, never more. Whatever is given up, a smaller number is sound.
 */

/** What was given up at one moment. */
export interface Rise {
  /** Number of decisions that were issued before. */
  readonly at: number;
  readonly amount: number;
}

export interface SavingsState {
  readonly issuedCount: number;
  /** Oldest first. */
  readonly rises: readonly Rise[];
}

const RISE_COUNT_MAX = 64;

export class Savings {
  readonly #most: number;
  #issuedCount = 0;
  #rises: Rise[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** The moment as reports note it: number of decisions issued so far. */
  get now(): number {
    return this.#issuedCount;
  }

  /** What is left of what is proved. */
  leftOf(proved: number): number {
    return Math.min(proved - this.#givenUp(), this.#most);
  }

  /** A decision is issued: gives up for good what is beyond the most. */
  limit(proved: number): void {
    const beyond = proved - this.#givenUp() - this.#most;
    if (beyond > 0) this.#rises.push({ at: this.#issuedCount, amount: beyond });
    if (this.#rises.length > RISE_COUNT_MAX) this.#mergeLeast();
    this.#issuedCount += 1;
  }

  /** What was told at that moment, or later, was wrong, and had proved so much too much. */
  takeBack(lost: number, since: number): void {
    let left = lost;
    this.#rises = this.#rises.flatMap((rise) => {
      if (left <= 0 || rise.at < since) return [rise];
      const taken = Math.min(left, rise.amount);
      left -= taken;
      return taken === rise.amount ? [] : [{ ...rise, amount: rise.amount - taken }];
    });
  }

  exportState(): SavingsState {
    return { issuedCount: this.#issuedCount, rises: [...this.#rises] };
  }

  importState({ issuedCount, rises }: SavingsState): void {
    this.#issuedCount = issuedCount;
    this.#rises = [...rises];
  }

  #givenUp(): number {
    let total = 0;
    for (const { amount } of this.#rises) total += amount;
    return total;
  }

  /** Adds a rise to the one before it: the one that is least for its age. */
  #mergeLeast(): void {
    const priceOf = ({ at, amount }: Rise) => amount / (this.#issuedCount + 1 - at);
    let least = 1;
    for (let i = 2; i < this.#rises.length; i++) {
      if (priceOf(this.#rises[i]!) < priceOf(this.#rises[least]!)) least = i;
    }
    const [before, merged] = this.#rises.slice(least - 1, least + 1) as [Rise, Rise];
    const both = { at: before.at, amount: before.amount + merged.amount };
    this.#rises.splice(least - 1, 2, both);
  }
}
