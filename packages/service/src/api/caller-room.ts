/**
 * How much of something that takes memory may be under way, in all and of one caller: whoever takes his time leaves room for others.
 */
import { ServiceProblem } from '../problems/problem.ts';

export interface CallerRoomOptions {
  readonly most: number;
  readonly mostOfCaller: number;
  /** For whom there is none. */
  readonly detail: string;
}

export class CallerRoom {
  readonly #options: CallerRoomOptions;
  /** Whose it is that is under way. */
  readonly #callers: string[] = [];

  constructor(options: CallerRoomOptions) {
    this.#options = options;
  }

  /** Refuses where there is no room; returns what gives it back, to be called once. */
  enter(caller: string): () => void {
    const { most, mostOfCaller, detail } = this.#options;
    const own = this.#callers.filter((one) => one === caller).length;
    if (this.#callers.length >= most || own >= mostOfCaller) {
      throw new ServiceProblem({ code: 'HR_OVERLOADED', detail });
    }
    this.#callers.push(caller);
    return () => this.#callers.splice(this.#callers.indexOf(caller), 1);
  }
}
