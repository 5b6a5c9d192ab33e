/**
 * One run: a learner plays a world for so many rounds, and the lab measures.
 */
import { type PromiseName, RunMeasures } from '../measures/run-measures.ts';
import { playRounds, type RoundListener, type RoundsOptions } from './play-rounds.ts';

export interface TrialOptions extends Omit<RoundsOptions, 'listeners'> {
  /** α: the share of the baseline's total that may be lost; what the run is judged by. */
  readonly allowedShortfall: number;
  /** Which promise the learner makes, or would make; the expected one if absent. */
  readonly promise?: PromiseName;
  /** Hear of every round after the measures. */
  readonly listeners?: readonly RoundListener[];
}

/** Plays all rounds and returns what they come to. */
export function runTrial(options: TrialOptions): RunMeasures {
  const { learner, allowedShortfall, promise = 'expected', listeners = [] } = options;
  const measures = new RunMeasures({ allowedShortfall, promise });
  const measuring: RoundListener = { decided: (world, play) => measures.add(world, play) };
  playRounds({ ...options, listeners: [measuring, ...listeners] });
  const finalClaim = learner.provedSlack();
  if (finalClaim !== null) measures.checkCertificate(finalClaim);
  return measures;
}
