/**
 * Plays one trial of one cell of the maize experiment and returns its row of numbers.
 *
 * It depends on the seed, the cell and the number of the trial alone. Coverage is asked of Algorithm 1
 * and K&K UCB: theirs is the set of the paper's Proposition 1, with weather hidden.
 */
import type { KernelEngine } from '@hedgerow/core';
import { paperRadius } from '@hedgerow/core/research';
import { MaizeFeatures } from '../../environments/maize-features.ts';
import type { MaizeModel } from '../../environments/maize-model.ts';
import {
  type MaizeWorld,
  type MaizeWorldOptions,
  maizeWorld,
} from '../../environments/maize-world.ts';
import { coverageOf } from '../../experiments/contestants/coverage.ts';
import type { BilinearDefinition } from '../../experiments/experiment.ts';
import type { PlannedCell } from '../../experiments/experiment-plan.ts';
import { RecordLayout } from '../../experiments/trial-record.ts';
import { TrialRecorder } from '../../runner/trial-recorder.ts';
import type { Contestant } from '../../trials/contestant.ts';
import { linearContestant } from '../../trials/linear-contestant.ts';
import { mapTrials } from '../../trials/trial-streams.ts';
import {
  asWrittenLearner,
  FAILURE_PROBABILITY,
  type MaizeEntry,
  maizeContestant,
} from '../world/maize-contestants.ts';
import { ALGORITHM_1, algorithmOf, CONTEXT_UCB } from './maize-experiment.ts';

export interface MaizeTrialInput {
  readonly cell: PlannedCell;
  readonly model: MaizeModel;
  /** Counted from 0. */
  readonly trial: number;
  readonly seed: number;
  readonly recordedRounds: readonly number[];
  readonly engine: KernelEngine;
}

/** Plays the trial to its end. */
export function playMaizeTrial(input: MaizeTrialInput): Float64Array {
  const { seed, trial } = input;
  const options = worldOptions(input);
  const [row] = mapTrials({ seed, firstTrial: trial, trialCount: 1 }, (streams) =>
    playIn(input, maizeWorld(streams.world, options), options),
  );
  return row!;
}

function worldOptions({ cell, model }: MaizeTrialInput): MaizeWorldOptions {
  const definition = cell.environmentDefinition as BilinearDefinition;
  const { map, generator, baselineRank, noiseScale } = definition;
  return { model, map, generator, baselineRank, noiseScale };
}

function playIn(
  { cell, recordedRounds, engine }: MaizeTrialInput,
  world: MaizeWorld,
  options: MaizeWorldOptions,
): Float64Array {
  const layout = new RecordLayout(recordedRounds.length);
  const row = new Float64Array(layout.width);
  const { judgedShortfall } = cell;
  const algorithm = algorithmOf(cell.strategy);
  const entry = { algorithm, world, options, engine, allowedShortfall: judgedShortfall };
  const player = playerOf(cell.strategy, entry);
  const { promise } = player.contestant;
  const recorder = new TrialRecorder({ layout, row, judgedShortfall, promise });
  playRounds(world, player, { recorder, recordedRounds });
  recorder.finish(player.contestant.provedSlack());
  return row;
}

interface Player {
  readonly contestant: Contestant;
  /** Whether the true weights are in its confidence set; null if that is not asked. */
  readonly coversTruth: (() => boolean) | null;
}

function playerOf(strategy: string, entry: MaizeEntry): Player {
  if (strategy !== ALGORITHM_1 && strategy !== CONTEXT_UCB) {
    return { contestant: maizeContestant(entry), coversTruth: null };
  }
  const { model, map, noiseScale } = entry.options;
  const { trueWeights, featureNormBound } = new MaizeFeatures(model, map);
  const learner = asWrittenLearner(entry);
  const radius = paperRadius({
    noiseScale,
    featureNormBound,
    weightNormBound: Math.hypot(...trueWeights),
    failureProbability: FAILURE_PROBABILITY,
  });
  return {
    contestant: linearContestant(learner),
    coversTruth: coverageOf(learner.model, radius, trueWeights),
  };
}

interface Records {
  readonly recorder: TrialRecorder;
  readonly recordedRounds: readonly number[];
}

function playRounds(
  world: MaizeWorld,
  { contestant, coversTruth }: Player,
  { recorder, recordedRounds }: Records,
): void {
  const baseline = { action: 0, expectedReward: 0 };
  let recordIndex = 0;
  for (let round = 1; recordIndex < recordedRounds.length; round++) {
    world.nextRound(contestant.expectedFeatures);
    baseline.action = world.baselineAction;
    baseline.expectedReward = world.baselineExpectedReward;
    const play = contestant.decide(baseline);
    recorder.add(world, play);
    contestant.observe(round, world.reward(play.playedAction));
    if (round < recordedRounds[recordIndex]!) continue;
    recorder.record(recordIndex, {
      isCovered: coversTruth === null ? null : coversTruth(),
      claim: contestant.provedSlack(),
    });
    recordIndex += 1;
  }
}
