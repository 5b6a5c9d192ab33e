/**
 * How fast what was learnt fades: half of it in so many rewards, or in so many seasons.
 *
 * Forgetting is O(d³), so with a long half-life by rewards it is done every now and then, at once for
 * all the rewards since. Only proposals and predictions read what is learnt: memory cannot touch the
 * promise.
 */
import { requireBetween } from '../../../base/require.ts';

export interface MemoryOptions {
  /** So much must pass until half of what was learnt is forgotten; greater than 0. */
  readonly halfLife: number;
  readonly unit: 'rewards' | 'seasons';
}

/** At least so many steps in a half-life, each of them forgets about a hundredth. */
const STEPS = 64;

export class Memory {
  readonly #options: MemoryOptions | null;
  readonly #stride: number;
  #age = 0;
  #rewardCount = 0;

  constructor(options: MemoryOptions | undefined) {
    if (options !== undefined) {
      requireBetween('memory.halfLife', options.halfLife, 0, Number.POSITIVE_INFINITY);
    }
    this.#options = options ?? null;
    this.#stride = Math.max(1, Math.floor((options?.halfLife ?? 1) / STEPS));
  }

  /** Half-lives that have passed. */
  get age(): number {
    return this.#age;
  }

  /** Share that is left of what was learnt at this age. */
  leftSince(age: number): number {
    return 2 ** (age - this.#age);
  }

  /** A reward was learnt: returns the share of everything that is kept now. */
  passReward(): number {
    if (this.#options?.unit !== 'rewards') return 1;
    this.#rewardCount += 1;
    if (this.#rewardCount < this.#stride) return 1;
    return this.#pass(this.#rewardCount);
  }

  /** A season is over: returns the share of everything that is kept now. */
  passSeason(): number {
    return this.#options?.unit === 'seasons' ? this.#pass(1) : 1;
  }

  exportState(): readonly [number, number] {
    return [this.#age, this.#rewardCount];
  }

  importState([age, rewardCount]: readonly [number, number]): void {
    this.#age = age;
    this.#rewardCount = rewardCount;
  }

  #pass(steps: number): number {
    const passed = steps / this.#options!.halfLife;
    this.#age += passed;
    this.#rewardCount = 0;
    return 2 ** -passed;
  }
}
