/**
 * How many policies may be awake: as many as the settings say, and fewer while memory is short.
 *
 * A policy takes between some kilobytes and some megabytes, by its features and by how busy it is. So the heap is looked at, at most once a second. When it
 * was three quarters full several times in a row, that is hardly garbage that waits to be collected: a quarter of those that are awake go to sleep. When it is less than
 * half full, a quarter more may be awake than before.
 */
import type { OldSpaceUse } from '../../instruments/old-space-use.ts';

export interface AwakeLimitOptions {
  /** As the settings say. */
  readonly most: number;
  readonly oldSpaceUse: () => OldSpaceUse;
  readonly nowMs: () => number;
}

const LOOK_MS = 1000;
const FULL_SHARE = 0.75;
const FULL_LOOKS = 3;
const EMPTY_SHARE = 0.5;
const STEP = 0.75;

export class AwakeLimit {
  readonly #options: AwakeLimitOptions;
  #limit: number;
  #fullLooks = 0;
  #nextLookMs = 0;

  constructor(options: AwakeLimitOptions) {
    this.#options = options;
    this.#limit = options.most;
  }

  /** Returns how many may be awake where so many are. */
  of(awakeCount: number): number {
    const nowMs = this.#options.nowMs();
    if (nowMs >= this.#nextLookMs) {
      this.#nextLookMs = nowMs + LOOK_MS;
      this.#look(awakeCount);
    }
    return this.#limit;
  }

  #look(awakeCount: number): void {
    const { most, oldSpaceUse } = this.#options;
    const { usedBytes, limitBytes } = oldSpaceUse();
    const share = usedBytes / limitBytes;
    this.#fullLooks = share > FULL_SHARE ? this.#fullLooks + 1 : 0;
    if (share < EMPTY_SHARE) this.#limit = Math.min(most, Math.ceil(this.#limit / STEP));
    if (this.#fullLooks < FULL_LOOKS) return;
    this.#fullLooks = 0;
    // One must be awake to get on at all.
    this.#limit = Math.max(1, Math.floor(STEP * Math.min(awakeCount, this.#limit)));
  }
}
