/**
 * How much of something that takes memory may be under way, in all and of one caller: whoever takes his time leaves room for others.
 *
 * Nobody is hurried while there is room. Where there is none, whoever is furthest behind the least pace (caller-pace.ts), by long
 * enough, is cut off for the one who comes, but only if his caller has more than that one will have. So the slow cannot keep all others out
 * by taking their time for ever; and whoever was cut off and comes again cuts off nobody else.
 */
import { ServiceProblem } from '../problems/problem.ts';

export interface CallerRoomOptions {
  readonly most: number;
  readonly mostOfCaller: number;
  /** How late one must be to be cut off for others, in milliseconds. */
  readonly lateMsMax: number;
  /** For whom there is none. */
  readonly detail: string;
}

export interface Guest {
  readonly caller: string;
  readonly pace: { readonly lateMs: number };
  /** Ends it, whatever it waits for. */
  readonly cutOff: () => void;
}

export class CallerRoom {
  readonly #options: CallerRoomOptions;
  readonly #guests = new Set<Guest>();

  constructor(options: CallerRoomOptions) {
    this.#options = options;
  }

  /** Refuses where there is no room; returns what gives it back. */
  enter(guest: Guest): () => void {
    const { most, mostOfCaller, detail } = this.#options;
    const own = this.#countOf(guest);
    const hasRoom = own < mostOfCaller && (this.#guests.size < most || this.#cutLatest(own + 1));
    if (!hasRoom) throw new ServiceProblem({ code: 'HR_OVERLOADED', detail });
    this.#guests.add(guest);
    return () => this.#guests.delete(guest);
  }

  #countOf({ caller }: Guest): number {
    return [...this.#guests].filter((guest) => guest.caller === caller).length;
  }

  /** Returns whether one whose caller has more than so many was late enough to go. */
  #cutLatest(share: number): boolean {
    const { lateMsMax } = this.#options;
    const [latest] = [...this.#guests]
      .filter((guest) => guest.pace.lateMs > lateMsMax && this.#countOf(guest) > share)
      .sort((one, other) => other.pace.lateMs - one.pace.lateMs);
    if (latest === undefined) return false;
    this.#guests.delete(latest);
    latest.cutOff();
    return true;
  }
}
