/**
 * The rounds after which a run is looked at: all of a short run, else evenly spread, the last included.
 */

/** More points than a curve on a small screen can show. */
const POINT_COUNT_MAX = 100;

/** Returns the rounds in their order, each once. */
export function recordedRounds(rounds: number): number[] {
  const count = Math.min(rounds, POINT_COUNT_MAX);
  return Array.from({ length: count }, (_, index) => Math.round(((index + 1) * rounds) / count));
}
