/**
 * A clock that is a second later at every look, until somebody puts it back or forward.
 */
import type { SeededRandom } from './seeded-random.ts';

const BEGIN_MS = Date.UTC(2026, 0, 1);
const SECOND_MS = 1000;
const YEAR_MS = 365.25 * 86_400 * SECOND_MS;
/** How far from the true time it may be, in milliseconds. */
const ERRORS: readonly number[] = [
  0,
  0,
  -20 * SECOND_MS,
  45 * SECOND_MS,
  -9 * YEAR_MS,
  9 * YEAR_MS,
];

export class JumpingClock {
  #passedMs = 0;
  #errorMs = 0;

  now(): string {
    this.#passedMs += SECOND_MS;
    return new Date(BEGIN_MS + this.#passedMs + this.#errorMs).toISOString();
  }

  /** Returns how far from the true time it is from now on, in seconds. */
  jump(random: SeededRandom): number {
    this.#errorMs = random.pick(ERRORS);
    return this.#errorMs / SECOND_MS;
  }
}
