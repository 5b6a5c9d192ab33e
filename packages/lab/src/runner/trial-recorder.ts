/**
 * Measures a trial while it is played and writes its row.
 *
 * Regret is counted three ways, always by name (experiment-summary.ts); the promises are followed by
 * `RunMeasures`. Nothing here allocates per round.
 */
import type { World } from '../environments/world.ts';
import { shareLeft } from '../experiments/share-left.ts';
import {
  RECORD_FACTS,
  type RecordFact,
  type RecordLayout,
  type TraceMeasure,
} from '../experiments/trial-record.ts';
import { type PromiseName, type RoundPlay, RunMeasures } from '../measures/run-measures.ts';
import type { RoundListener } from '../trials/play-rounds.ts';

export interface TrialRecorderOptions {
  readonly layout: RecordLayout;
  readonly row: Float64Array;
  readonly judgedShortfall: number;
  readonly promise: PromiseName;
  /** The promise is looked at after every so many rounds; after every one if absent. */
  readonly window?: number | undefined;
  readonly recordedRounds: readonly number[];
  /** Asked after each of them. */
  readonly belief: () => RecordedBelief;
}

/** What a strategy believes at a recorded round. */
export interface RecordedBelief {
  /** Whether the true weights are in its confidence set; null if there is none. */
  readonly isCovered: boolean | null;
  /** What it claims of the promised slack; null if it claims nothing. */
  readonly claim: number | null;
}

export class TrialRecorder implements RoundListener {
  readonly #layout: RecordLayout;
  readonly #row: Float64Array;
  readonly #measures: RunMeasures;
  readonly #promise: PromiseName;
  readonly #allowedShortfall: number;
  readonly #window: number;
  readonly #recordedRounds: readonly number[];
  readonly #belief: () => RecordedBelief;
  #recordIndex = 0;
  #realisedRegret = 0;
  #oracleRegret = 0;
  /** Σ of what the promise compares with: the baseline's rewards, or that of the round at hand. */
  #baselineTotal = 0;
  #tightestShare = Number.POSITIVE_INFINITY;
  #tightestSlack = 0;
  #tightestAllowedLoss = 0;
  #tightestRound = 0;
  #firstUncoveredRound = Number.NaN;
  #hasClaimed = false;

  constructor(options: TrialRecorderOptions) {
    const { layout, row, judgedShortfall, promise, window = 1 } = options;
    this.#recordedRounds = options.recordedRounds;
    this.#belief = options.belief;
    this.#layout = layout;
    this.#row = row;
    this.#promise = promise;
    this.#allowedShortfall = judgedShortfall;
    this.#window = window;
    this.#measures = new RunMeasures({ allowedShortfall: judgedShortfall, promise, window });
  }

  /** Adds the round that the world is in. */
  decided(world: World, play: RoundPlay): void {
    if (play.provedSlack !== null) this.#hasClaimed = true;
    this.#measures.add(world, play);
    this.#addRegrets(world, play.playedAction);
    if (this.#promise === 'stage') this.#baselineTotal = 0;
    this.#baselineTotal += this.#baselineReward(world);
    this.#noteTightest();
  }

  /** Writes the measures as they are now, if the round is one to be recorded. */
  finished(round: number): void {
    if (round < this.#recordedRounds[this.#recordIndex]!) return;
    this.#record(this.#recordIndex, this.#belief());
    this.#recordIndex += 1;
  }

  #record(recordIndex: number, { isCovered, claim }: RecordedBelief): void {
    const { tracks, expectedRegret, baselineRoundCount, heldOutRoundCount } = this.#measures;
    this.#write('expectedRegret', recordIndex, expectedRegret);
    this.#write('realisedRegret', recordIndex, this.#realisedRegret);
    this.#write('oracleRegret', recordIndex, this.#oracleRegret);
    this.#write('baselineRounds', recordIndex, baselineRoundCount + heldOutRoundCount);
    this.#write('expectedSlack', recordIndex, tracks.expected.slack);
    this.#write('realisedSlack', recordIndex, tracks.realised.slack);
    this.#write('promisedSlack', recordIndex, this.#measures.promisedSlack);
    this.#write('provedSlack', recordIndex, claim ?? Number.NaN);
    if (isCovered !== null) this.#noteCoverage(isCovered);
  }

  /** Ends the trial with the last claim of the strategy and writes its facts. */
  finish(finalClaim: number | null): void {
    const { tracks } = this.#measures;
    if (finalClaim !== null) {
      this.#hasClaimed = true;
      this.#measures.checkCertificate(finalClaim);
    }
    this.#writeFact('firstExpectedViolation', tracks.expected.firstBrokenRound ?? 0);
    this.#writeFact('firstPlayedViolation', tracks.played.firstBrokenRound ?? 0);
    this.#writeFact('firstRealisedViolation', tracks.realised.firstBrokenRound ?? 0);
    this.#writeFact('firstObservedViolation', tracks.observed.firstBrokenRound ?? 0);
    this.#writeFact('firstStageViolation', tracks.stage.firstBrokenRound ?? 0);
    this.#writeFact('firstPromiseViolation', tracks[this.#promise].firstBrokenRound ?? 0);
    this.#writeFact('heldOutRounds', this.#measures.heldOutRoundCount);
    this.#writeFact('tightestSlack', this.#tightestSlack);
    this.#writeFact('tightestAllowedLoss', this.#tightestAllowedLoss);
    this.#writeFact('tightestRound', this.#tightestRound);
    this.#writeFact('isCertificateInvalid', this.#certificateFact());
    const { firstWrongClaim } = this.#measures;
    this.#writeFact('wrongClaimRound', firstWrongClaim?.round ?? 0);
    this.#writeFact('wrongClaimed', firstWrongClaim?.claimed ?? Number.NaN);
    this.#writeFact('wrongClaimTruth', firstWrongClaim?.truth ?? Number.NaN);
    this.#writeFact('firstUncoveredRound', this.#firstUncoveredRound);
    this.#writeFact('isDone', 1);
  }

  #baselineReward(world: World): number {
    if (this.#promise === 'realised') return world.realisedReward(world.baselineAction);
    if (this.#promise === 'observed') return world.reward(world.baselineAction);
    return world.baselineExpectedReward;
  }

  #noteTightest(): void {
    if (this.#measures.roundCount % this.#window !== 0) return;
    const { slack } = this.#measures.tracks[this.#promise];
    const allowedLoss = this.#allowedShortfall * this.#baselineTotal;
    const share = shareLeft(slack, allowedLoss);
    if (share >= this.#tightestShare && this.#tightestRound > 0) return;
    this.#tightestShare = share;
    this.#tightestSlack = slack;
    this.#tightestAllowedLoss = allowedLoss;
    this.#tightestRound = this.#measures.roundCount;
  }

  #addRegrets(world: World, playedAction: number): void {
    const { expectedRewards, actionCount } = world;
    let expectedBest = 0;
    let highest = Number.NEGATIVE_INFINITY;
    for (let action = 0; action < actionCount; action++) {
      if (expectedRewards[action]! > expectedRewards[expectedBest]!) expectedBest = action;
      highest = Math.max(highest, world.realisedReward(action));
    }
    const earned = world.realisedReward(playedAction);
    this.#realisedRegret += world.realisedReward(expectedBest) - earned;
    this.#oracleRegret += highest - earned;
  }

  #noteCoverage(isCovered: boolean): void {
    if (this.#firstUncoveredRound > 0) return;
    this.#firstUncoveredRound = isCovered ? 0 : this.#measures.roundCount;
  }

  #certificateFact(): number {
    if (!this.#hasClaimed) return Number.NaN;
    return this.#measures.isCertificateInvalid ? 1 : 0;
  }

  #write(measure: TraceMeasure, recordIndex: number, value: number): void {
    this.#row[this.#layout.measureIndex(measure, recordIndex)] = value;
  }

  #writeFact(fact: RecordFact, value: number): void {
    this.#row[RECORD_FACTS.indexOf(fact)] = value;
  }
}
