/**
 * Plays some trials of one cell with the policy that `createPolicy` makes, and keeps the books of the
 * truth beside it: the promise before the coin, and the same for what was really played.
 */
import { createPolicy, type Policy, type PolicyDefinition } from '@hedgerow/core';
import type { RandomStream } from '../../environments/random-stream.ts';
import { SlackTrack } from '../../measures/slack-track.ts';
import { mapTrials, type TrialRange } from '../../trials/trial-streams.ts';
import {
  INTERVAL_SHARE,
  RARE_FAILURE_PROBABILITY,
  RARE_SHORTFALL,
  type RareCell,
} from './rare-cells.ts';

export interface RareTask extends TrialRange {
  /** Place of the cell in the list of all cells. */
  readonly cellIndex: number;
  readonly roundCount: number;
}

/** What is kept of one trial. */
export interface RareTrial {
  /** Rounds in which the gate or its coin gave the baseline a round that the learner wanted. */
  readonly refusedRounds: number;
  /** Rounds in which the learner itself wanted the baseline. */
  readonly ownRounds: number;
  /** Whether the learner wanted nothing but the baseline in the last tenth of all rounds. */
  readonly hasGivenUp: boolean;
  /** Share of the last tenth of all rounds that the learner got. */
  readonly shareAtEnd: number;
  readonly isPromiseBroken: boolean;
  readonly isPlayedBroken: boolean;
}

/** Returns the results of the trials asked for, in their order. */
export function runRareCell(cell: RareCell, task: RareTask): RareTrial[] {
  return mapTrials(task, ({ world, learner }) => {
    const seed = String(Math.floor(learner.uniform() * 2 ** 32));
    return playTrial(cell, createPolicy(definitionOf(cell, seed)), world, task.roundCount);
  });
}

function definitionOf(cell: RareCell, seed: string): PolicyDefinition {
  return {
    actions: ['usual', 'other'],
    baseline: { action: 'usual', ...declaredReward(cell) },
    context: {},
    reward: { min: 0, max: 1 },
    allowedShortfall: RARE_SHORTFALL,
    failureProbability: RARE_FAILURE_PROBABILITY,
    seed,
  };
}

function declaredReward({ knowledge, baselineReward }: RareCell) {
  if (knowledge === 'unknown') return {};
  if (knowledge === 'number') return { reward: baselineReward };
  const [min, max] = [1 - INTERVAL_SHARE, 1 + INTERVAL_SHARE].map((x) => x * baselineReward);
  return { reward: { min: min!, max: max! } };
}

function playTrial(
  cell: RareCell,
  policy: Policy,
  random: RandomStream,
  roundCount: number,
): RareTrial {
  const { baselineReward, proposalReward } = cell;
  const required = (1 - RARE_SHORTFALL) * baselineReward;
  const [promised, played] = [new SlackTrack(), new SlackTrack()];
  const lastTenth = Math.ceil(roundCount / 10);
  let [refusedRounds, ownRounds, learnerRoundsAtEnd, ownAtEnd] = [0, 0, 0, 0];
  for (let round = 1; round <= roundCount; round++) {
    const receipt = policy.decide({});
    const isLearner = receipt.chosenBy === 'learner';
    const chance = isLearner ? proposalReward : baselineReward;
    const playProbability = receipt.coin?.playProbability ?? (isLearner ? 1 : 0);
    promised.add(baselineReward + playProbability * (proposalReward - baselineReward), required);
    played.add(chance, required);
    policy.observe(receipt.id, random.uniform() < chance ? 1 : 0);
    const atEnd = round > roundCount - lastTenth ? 1 : 0;
    if (receipt.reason === 'proposal-is-baseline') {
      ownRounds += 1;
      ownAtEnd += atEnd;
    } else if (isLearner) learnerRoundsAtEnd += atEnd;
    else refusedRounds += 1;
  }
  return {
    refusedRounds,
    ownRounds,
    hasGivenUp: ownAtEnd === lastTenth,
    shareAtEnd: learnerRoundsAtEnd / lastTenth,
    isPromiseBroken: promised.isBroken,
    isPlayedBroken: played.isBroken,
  };
}
