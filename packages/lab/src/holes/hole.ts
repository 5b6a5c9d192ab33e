/**
 * Truthful reports, in an order that once broke the guarantee more often than δ allows.
 *
 * Each is played from outside, through a public door, so that it survives every redesign. In the library
 * it is played often enough to see a rate above δ; over HTTP a few times, which a hole that breaks nearly
 * every run does not survive either.
 */
import type { OpenDoor } from './door.ts';

export interface Hole {
  /** What the user does, in one line. */
  readonly name: string;
  /** δ of its definition. */
  readonly failureProbability: number;
  /** Share of runs that were broken before the repair. */
  readonly brokenBefore: number;
  /** Plays one run and returns whether the true slack of the documented guarantee was ever below 0. */
  isBroken(open: OpenDoor, seed: number): Promise<boolean>;
}

/**
 * Returns the most broken runs that pass: P(more | rate δ) is below 1 in 1,000, so a test over all holes
 * raises a false alarm in less than 2 of 100 worlds, and only in a world where the rate is exactly δ.
 */
export function brokenMax(runCount: number, failureProbability: number): number {
  let probability = (1 - failureProbability) ** runCount;
  let cumulative = probability;
  let count = 0;
  while (cumulative < 0.999) {
    const odds = failureProbability / (1 - failureProbability);
    probability *= ((runCount - count) / (count + 1)) * odds;
    count += 1;
    cumulative += probability;
  }
  return count;
}

/** Plays the runs with seeds 1, 2, … and returns how many were broken. */
export async function countBroken(hole: Hole, open: OpenDoor, runCount: number): Promise<number> {
  let broken = 0;
  for (let seed = 1; seed <= runCount; seed++) if (await hole.isBroken(open, seed)) broken += 1;
  return broken;
}
