/**
 * How many policies may be awake: as many as the settings say, and fewer while memory is short.
 *
 * A policy takes between some kilobytes and some megabytes, by its features and by how busy it is, of the heap of its thread and beside it. So both are looked at, the heap and the whole process, at most
 * once a second. When one was three quarters full several times in a row, that is hardly garbage that waits to be collected: a quarter of those that are awake go to sleep. When there is
 * room in both, a quarter more may be awake than before.
 *
 * A process may be full of other things as well, and gives little back by which it could be seen that fewer are awake. So because of it some stay awake in any case.
 */
import type { MemoryUse } from '../../instruments/memory-use.ts';

export interface AwakeLimitOptions {
  /** As the settings say. */
  readonly most: number;
  readonly oldSpaceUse: () => MemoryUse;
  readonly processUse: () => MemoryUse;
  readonly nowMs: () => number;
}

const LOOK_MS = 1000;
const FULL_SHARE = 0.75;
const FULL_LOOKS = 3;
/** Below these there is room: what a heap has given up is seen, what a process has is not. */
const ROOMY_HEAP_SHARE = 0.5;
const ROOMY_PROCESS_SHARE = 0.65;
const STEP = 0.75;
/** So many stay awake where only the process is full. */
const PROCESS_LEAST = 32;

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
    const { most, oldSpaceUse, processUse } = this.#options;
    const [heap, whole] = [shareOf(oldSpaceUse()), shareOf(processUse())];
    const isFull = heap > FULL_SHARE || whole > FULL_SHARE;
    this.#fullLooks = isFull ? this.#fullLooks + 1 : 0;
    if (heap < ROOMY_HEAP_SHARE && whole < ROOMY_PROCESS_SHARE) {
      this.#limit = Math.min(most, Math.ceil(this.#limit / STEP));
    }
    if (this.#fullLooks < FULL_LOOKS) return;
    this.#fullLooks = 0;
    // One must be awake to get on at all.
    const least = heap > FULL_SHARE ? 1 : Math.min(PROCESS_LEAST, this.#limit);
    this.#limit = Math.max(least, Math.floor(STEP * Math.min(awakeCount, this.#limit)));
  }
}

function shareOf({ usedBytes, limitBytes }: MemoryUse): number {
  return usedBytes / limitBytes;
}
