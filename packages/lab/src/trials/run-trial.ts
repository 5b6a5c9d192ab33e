/**
 * One run: a contestant plays a world for so many rounds, and the lab measures.
 */
import type { World } from '../environments/world.ts';
import { RunMeasures } from '../measures/run-measures.ts';
import type { Contestant } from './contestant.ts';
import type { Delivery } from './delivery.ts';
import { playRounds, type RoundListener } from './play-rounds.ts';

export interface TrialOptions {
  readonly world: World;
  readonly contestant: Contestant;
  readonly roundCount: number;
  /** α: the share of the baseline's total that may be lost; what the run is judged by. */
  readonly allowedShortfall: number;
  /** When rewards arrive, if they do; at once if absent. */
  readonly delivery?: Delivery;
  /** Hear of every round after the measures. */
  readonly listeners?: readonly RoundListener[];
}

/** Plays all rounds and returns what they come to. */
export function runTrial(options: TrialOptions): RunMeasures {
  const { contestant, allowedShortfall, listeners = [] } = options;
  const measures = new RunMeasures({ allowedShortfall, promise: contestant.promise });
  const measuring: RoundListener = { decided: (world, play) => measures.add(world, play) };
  playRounds({ ...options, listeners: [measuring, ...listeners] });
  const finalClaim = contestant.provedSlack();
  if (finalClaim !== null) measures.checkCertificate(finalClaim);
  return measures;
}
