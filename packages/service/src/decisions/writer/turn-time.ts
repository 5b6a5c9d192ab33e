/**
 * How long a turn may take. One thread has many policies, and may have to answer everybody as well: a turn ends when its time is
 * over, and whoever is left is in the next one. As many as the last turn had time for are looked at beforehand, and
 * more again once there is time to spare. What cannot be divided over turns pauses as often.
 */
import type { Pauses } from '../../instruments/steps.ts';
import type { AnyCommand } from '../commands/command.ts';
import type { MonotonicClock, ServiceLimits } from './options.ts';
import { sizeOf } from './waiting-line.ts';

export interface PausesInput {
  readonly limits: ServiceLimits;
  readonly monotonic: MonotonicClock;
  readonly arrivals: () => Promise<unknown>;
}

/** When whoever has work for longer than a turn lets others have theirs. */
export function pausesOf({ limits, monotonic, arrivals }: PausesInput): Pauses {
  return { everyMs: limits.turnMsMax, nowMs: () => monotonic.nowMs(), pause: arrivals };
}

export class TurnTime {
  readonly #limits: ServiceLimits;
  readonly #monotonic: MonotonicClock;
  #startMs = 0;
  #size = 0;
  #sizeMax: number;

  constructor(limits: ServiceLimits, monotonic: MonotonicClock) {
    this.#limits = limits;
    this.#monotonic = monotonic;
    this.#sizeMax = limits.batchMax;
  }

  /** Requests that the next turn will have time for, as far as one can tell. */
  get sizeMax(): number {
    return this.#sizeMax;
  }

  begin(): void {
    this.#startMs = this.#monotonic.nowMs();
    this.#size = 0;
    this.#sizeMax = Math.min(this.#limits.batchMax, 2 * this.#sizeMax);
  }

  /** Whether no other request may begin; the first always may. */
  isOver(): boolean {
    if (this.#size === 0) return false;
    if (this.#monotonic.nowMs() - this.#startMs < this.#limits.turnMsMax) return false;
    this.#sizeMax = this.#size;
    return true;
  }

  /** One more has run. */
  note(command: AnyCommand<unknown>): void {
    this.#size += sizeOf(command);
  }
}
