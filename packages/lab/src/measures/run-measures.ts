/**
 * What one run is judged by: regret, rounds given to the baseline, and every promise at once.
 *
 *     regret     Σ ( best expected reward − expected reward of the action played )
 *     expected   the promise S1: before the coin, in expectation over forecast and noise
 *     played     the same for the action really played; differs only where a coin chooses
 *     realised   S2: without noise, in the contexts as they turned out
 *     observed   S3: with noise, against what the baseline would have been observed to earn
 *     stage      every round by itself keeps its share of the baseline's expected reward
 *
 * A strategy promises one of them; the others are for information. A certificate is invalid if what
 * it claims of the promised slack was ever above the truth, whether or not that did any harm.
 */
import type { Decision } from '@hedgerow/core/research';
import type { World } from '../environments/world.ts';
import { SlackTrack } from './slack-track.ts';

export type PromiseName = 'expected' | 'played' | 'realised' | 'observed' | 'stage';

export const PROMISE_NAMES: readonly PromiseName[] = [
  'expected',
  'played',
  'realised',
  'observed',
  'stage',
];

/** What was done in one round: the part of a decision that is judged. */
export type RoundPlay = Pick<
  Decision,
  'playedAction' | 'proposedAction' | 'playProbability' | 'chosenBy' | 'reason' | 'provedSlack'
>;

/** A claim about the promised slack that was above the truth. */
export interface WrongClaim {
  /** The round before which it was made, counted from 1; one more than all at the end. */
  readonly round: number;
  /** What was claimed, and what was true, in reward units. */
  readonly claimed: number;
  readonly truth: number;
}

export interface RunMeasuresOptions {
  /** α: the share of the baseline's total that may be lost. */
  readonly allowedShortfall: number;
  /** Which promise the strategy's certificate is about. */
  readonly promise: PromiseName;
  /** The promise is looked at after every so many rounds; after every one if absent. */
  readonly window?: number | undefined;
}

export class RunMeasures {
  roundCount = 0;
  expectedRegret = 0;
  /** Rounds that the baseline got because the candidate was refused or was the baseline itself. */
  baselineRoundCount = 0;
  /** Rounds that the coin gave to the baseline although the candidate was allowed. */
  heldOutRoundCount = 0;
  /** The round, counted from 1, in which the learner first played; null if it never did. */
  firstLearnerRound: number | null = null;
  /** The first claim that was above the truth; null while none was. */
  firstWrongClaim: WrongClaim | null = null;
  readonly tracks: Readonly<Record<PromiseName, SlackTrack>>;
  readonly #shareKept: number;
  readonly #promised: SlackTrack;

  constructor(options: RunMeasuresOptions) {
    const { window } = options;
    this.tracks = {
      expected: new SlackTrack(window),
      played: new SlackTrack(window),
      realised: new SlackTrack(window),
      observed: new SlackTrack(window),
      stage: new SlackTrack(1, true),
    };
    this.#shareKept = 1 - options.allowedShortfall;
    this.#promised = this.tracks[options.promise];
  }

  /** Adds the round that the world is in. */
  add(world: World, play: RoundPlay): void {
    if (play.provedSlack !== null) this.checkCertificate(play.provedSlack);
    this.roundCount += 1;
    this.#countChooser(play);
    const { expectedRewards } = world;
    this.expectedRegret += largest(expectedRewards) - expectedRewards[play.playedAction]!;
    this.#addExpected(world, play);
    this.#addOutcomes(world, play);
  }

  /** Compares a claim about the promised slack with the truth after the rounds so far. */
  checkCertificate(provedSlack: number): void {
    if (this.firstWrongClaim !== null || !this.#promised.isBelow(provedSlack)) return;
    const { slack: truth } = this.#promised;
    this.firstWrongClaim = { round: this.roundCount + 1, claimed: provedSlack, truth };
  }

  /** Whether a claim was ever above the truth, whether or not that did any harm. */
  get isCertificateInvalid(): boolean {
    return this.firstWrongClaim !== null;
  }

  /** The true slack of the promise now, in reward units. */
  get promisedSlack(): number {
    return this.#promised.slack;
  }

  /** Whether the promised total was ever missed. */
  get isPromiseBroken(): boolean {
    return this.#promised.isBroken;
  }

  #countChooser(play: RoundPlay): void {
    if (play.reason === 'held-out') this.heldOutRoundCount += 1;
    else if (play.chosenBy === 'baseline') this.baselineRoundCount += 1;
    else this.firstLearnerRound ??= this.roundCount;
  }

  #addExpected(world: World, play: RoundPlay): void {
    const baseline = world.baselineExpectedReward;
    const required = this.#shareKept * baseline;
    const candidate = world.expectedRewards[play.proposedAction]!;
    const beforeCoin = baseline + play.playProbability * (candidate - baseline);
    this.tracks.expected.add(beforeCoin, required);
    this.tracks.played.add(world.expectedRewards[play.playedAction]!, required);
    this.tracks.stage.add(world.expectedRewards[play.playedAction]!, required);
  }

  #addOutcomes(world: World, play: RoundPlay): void {
    const { realised, observed } = this.tracks;
    const { playedAction } = play;
    const { baselineAction } = world;
    realised.add(
      world.realisedReward(playedAction),
      this.#shareKept * world.realisedReward(baselineAction),
    );
    observed.add(world.reward(playedAction), this.#shareKept * world.reward(baselineAction));
  }
}

function largest(values: Float64Array): number {
  let best = values[0]!;
  for (let i = 1; i < values.length; i++) if (values[i]! > best) best = values[i]!;
  return best;
}
