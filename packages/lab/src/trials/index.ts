/**
 * One learner in one world, round by round. Free of Node, so that it also runs in a browser.
 */
export { type RoundListener, type RoundOptions, roundPlayer } from './play-rounds.ts';
export { mapTrials, type TrialRange, type TrialStreams } from './trial-streams.ts';
