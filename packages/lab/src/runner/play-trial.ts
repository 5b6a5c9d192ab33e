/**
 * Plays one trial of one cell and writes its row. It depends on the seed, the cell and the number of
 * the trial alone: not on who runs it, nor on what was run before.
 *
 *     world draws the round → entrant decides → lab measures → the reward is told
 */
import type { KernelEngine } from '@hedgerow/core';
import type { World } from '../environments/world.ts';
import type { Entrant } from '../experiments/contestants/entrant.ts';
import { createContestant } from '../experiments/create-contestant.ts';
import { createEnvironment, type Environment } from '../experiments/create-world.ts';
import type { PlannedCell } from '../experiments/experiment-plan.ts';
import type { RecordLayout } from '../experiments/trial-record.ts';
import { mapTrials, type TrialStreams } from '../trials/trial-streams.ts';
import { TrialRecorder } from './trial-recorder.ts';

export interface TrialInput {
  readonly cell: PlannedCell;
  /** Counted from 0. */
  readonly trial: number;
  readonly seed: number;
  readonly recordedRounds: readonly number[];
  readonly layout: RecordLayout;
  /** Where the results go. */
  readonly row: Float64Array;
  readonly engine: KernelEngine;
}

/** Plays the trial to its end. */
export function playTrial(input: TrialInput): void {
  const { seed, trial } = input;
  mapTrials({ seed, firstTrial: trial, trialCount: 1 }, (streams) => playWith(input, streams));
}

function playWith(input: TrialInput, streams: TrialStreams): void {
  const { cell, layout, row, recordedRounds } = input;
  const environment = createEnvironment(cell.environmentDefinition);
  const drawn = environment.draw(streams.world);
  const entrant = createContestant({
    ...drawn,
    definition: cell.strategyDefinition,
    declarations: environment.declarations,
    allowedShortfall: cell.allowedShortfall,
    random: streams.contestant.asSource(),
    engine: input.engine,
  });
  const { judgedShortfall } = cell;
  const { promise } = entrant.contestant;
  const recorder = new TrialRecorder({ layout, row, judgedShortfall, promise });
  playRounds({ environment, world: drawn.world, entrant, recorder, recordedRounds });
  recorder.finish(entrant.contestant.provedSlack());
}

interface Play {
  readonly environment: Environment;
  readonly world: World;
  readonly entrant: Entrant;
  readonly recorder: TrialRecorder;
  readonly recordedRounds: readonly number[];
}

function playRounds({ environment, world, entrant, recorder, recordedRounds }: Play): void {
  const { contestant, coversTruth } = entrant;
  const baseline = { action: 0, expectedReward: 0 };
  let recordIndex = 0;
  for (let round = 1; recordIndex < recordedRounds.length; round++) {
    world.nextRound(contestant.expectedFeatures);
    baseline.action = world.baselineAction;
    baseline.expectedReward = environment.baselineReward(world);
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
