/**
 * Runs one row of the maize experiment: one algorithm in one world, over many trials.
 *
 * Regret is counted three ways:
 *
 *     expected   against the hybrid that is best for the forecast, in expectation over it
 *     realised   against the same hybrid, in the weather that came
 *     oracle     against the hybrid that is best in the weather that came
 *
 * Trial k of every row meets the same fields, weather and noise, whatever the algorithm, the map and α:
 * differences between rows are far more precise than the rows.
 */
import { createEngine, type KernelEngine } from '@hedgerow/core';
import type { MaizeModel } from '../../environments/maize-model.ts';
import {
  MAIZE_DEFAULTS,
  type MaizeWorld,
  type MaizeWorldOptions,
  maizeWorld,
} from '../../environments/maize-world.ts';
import { type RoundPlay, RunMeasures } from '../../measures/run-measures.ts';
import { mapTrials, type TrialRange } from '../../trials/trial-streams.ts';
import { type MaizeAlgorithm, maizeContestant } from './maize-contestants.ts';

export interface MaizeCell extends Partial<Omit<MaizeWorldOptions, 'model'>> {
  readonly model: MaizeModel;
  readonly algorithm: MaizeAlgorithm;
  /** α; for algorithms without a gate, what they are judged by. */
  readonly allowedShortfall: number;
}

export interface MaizeTrials extends TrialRange {
  readonly roundCount: number;
}

/** What one trial came to. */
export interface MaizeTrial {
  readonly expectedRegret: number;
  readonly realisedRegret: number;
  readonly oracleRegret: number;
  /** Rounds with the baseline, because the candidate was refused or was the baseline itself. */
  readonly baselineRounds: number;
  /** Those of them in which a candidate was refused. */
  readonly refusedRounds: number;
  readonly isExpectedPromiseBroken: boolean;
  readonly isRealisedPromiseBroken: boolean;
  readonly isCertificateInvalid: boolean;
}

/** Returns the trials of a cell in their order. */
export function runMaizeRow(cell: MaizeCell, trials: MaizeTrials): MaizeTrial[] {
  const engine = createEngine();
  const options: MaizeWorldOptions = { ...MAIZE_DEFAULTS, ...cell };
  return mapTrials(trials, ({ world: random }) =>
    playTrial(cell, { world: maizeWorld(random, options), options, engine }, trials.roundCount),
  );
}

interface Setting {
  readonly world: MaizeWorld;
  readonly options: MaizeWorldOptions;
  readonly engine: KernelEngine;
}

function playTrial(
  { algorithm, allowedShortfall }: MaizeCell,
  setting: Setting,
  roundCount: number,
): MaizeTrial {
  const { world } = setting;
  const contestant = maizeContestant({ ...setting, algorithm, allowedShortfall });
  const measures = new RunMeasures({ allowedShortfall, promise: contestant.promise });
  const regrets = { realised: 0, oracle: 0 };
  let refusedRounds = 0;
  for (let round = 1; round <= roundCount; round++) {
    world.nextRound(contestant.expectedFeatures);
    const play = contestant.decide({
      action: world.baselineAction,
      expectedReward: world.baselineExpectedReward,
    });
    measures.add(world, play);
    addRegrets(world, play, regrets);
    refusedRounds += Number(play.playedAction !== play.proposedAction);
    contestant.observe(round, world.reward(play.playedAction));
  }
  const claim = contestant.provedSlack();
  if (claim !== null) measures.checkCertificate(claim);
  return {
    expectedRegret: measures.expectedRegret,
    realisedRegret: regrets.realised,
    oracleRegret: regrets.oracle,
    baselineRounds: measures.baselineRoundCount,
    refusedRounds,
    isExpectedPromiseBroken: measures.tracks.expected.isBroken,
    isRealisedPromiseBroken: measures.tracks.realised.isBroken,
    isCertificateInvalid: measures.isCertificateInvalid,
  };
}

function addRegrets(
  world: MaizeWorld,
  play: RoundPlay,
  regrets: { realised: number; oracle: number },
): void {
  let bestExpected = 0;
  let bestRealised = 0;
  for (let action = 1; action < world.actionCount; action++) {
    if (world.expectedRewards[action]! > world.expectedRewards[bestExpected]!) {
      bestExpected = action;
    }
    if (world.realisedReward(action) > world.realisedReward(bestRealised)) bestRealised = action;
  }
  const earned = world.realisedReward(play.playedAction);
  regrets.realised += world.realisedReward(bestExpected) - earned;
  regrets.oracle += world.realisedReward(bestRealised) - earned;
}
