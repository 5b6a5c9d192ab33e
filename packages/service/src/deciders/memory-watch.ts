/**
 * Ends a thread whose memory is used up, while that can be done in order.
 *
 * The engine ends a thread at its limit, too, but near it a thread may spend nearly all of its time looking for garbage,
 * for minutes. A heap that stays nearly full over several looks is no garbage that waits to be collected.
 */
import { type MemoryUse, oldSpaceUse } from '../instruments/memory-use.ts';

const FULL_SHARE = 0.9;
const FULL_LOOKS_MAX = 3;
const MEGABYTE = 1 << 20;

export class MemoryWatch {
  readonly #use: () => MemoryUse;
  #fullLooks = 0;

  constructor(use: () => MemoryUse = oldSpaceUse) {
    this.#use = use;
  }

  /** Throws when the memory has been full for several looks. */
  look(): void {
    const { usedBytes, limitBytes } = this.#use();
    this.#fullLooks = usedBytes > FULL_SHARE * limitBytes ? this.#fullLooks + 1 : 0;
    if (this.#fullLooks < FULL_LOOKS_MAX) return;
    const [used, limit] = [usedBytes, limitBytes].map((bytes) => Math.round(bytes / MEGABYTE));
    throw new Error(
      `A decider must have memory left, but it uses ${used} MB of ${limit}. Give it more with deciderMemory.`,
    );
  }
}
