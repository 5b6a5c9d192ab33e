/**
 * The random streams of trials: the same for every strategy, so that all meet the same worlds.
 */
import { type RandomStream, RandomStreams } from '../environments/random-stream.ts';

const STREAMS_PER_TRIAL = 3;

export interface TrialStreams {
  /** For the world: actions, contexts, noise. */
  readonly world: RandomStream;
  /** For the coin and other choices of the learner. */
  readonly learner: RandomStream;
  /** For the way of rewards from the world to the learner. */
  readonly delivery: RandomStream;
}

export interface TrialRange {
  readonly seed: number;
  /** First trial, counted from 0. */
  readonly firstTrial: number;
  readonly trialCount: number;
}

/** Calls `run` for each trial in turn and returns what it returned. */
export function mapTrials<Result>(
  { seed, firstTrial, trialCount }: TrialRange,
  run: (streams: TrialStreams) => Result,
): Result[] {
  const streams = new RandomStreams({ seed, index: firstTrial * STREAMS_PER_TRIAL });
  return Array.from({ length: trialCount }, () =>
    run({ world: streams.next(), learner: streams.next(), delivery: streams.next() }),
  );
}
