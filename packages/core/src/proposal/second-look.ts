/**
 * Another look before giving up: is there an action that may still beat what is done today?
 *
 * The curious proposer hopes for a fixed number of deviations. After a few unlucky rewards it may leave a
 * better action for good: what is not played is not measured, and nothing tells it that it was wrong. So
 * where it would propose the baseline's own action, every fourth time each other action is looked at once
 * more, with a hope that grows with what has been seen:
 *
 *     prediction + √(ln(1 + rewards)) · deviation   against the baseline's expected reward
 *
 * An action that is truly worse is tried about ln(rewards) · (noise / gap)² times in all; one that is better
 * is found out in the end. Measured (docs/decisions/0013-second-look.md): better actions left for good fall
 * from 6 of 40 runs to none, and regret in a world of many actions does not rise. Whether it may be
 * played, the books decide as ever.
 */
import type { RidgeModel } from '../model/ridge-model.ts';
import { posteriorVariances, type RewardBeliefs } from './curious-proposer.ts';

export interface SecondLookInput {
  readonly beliefs: RewardBeliefs;
  /** Its predictions and uncertainties must be those of the round. */
  readonly model: RidgeModel;
  readonly actionCount: number;
  readonly baselineAction: number;
  /** What the baseline is expected to earn, counted from where the model counts. */
  readonly usualReward: number;
  /** Number of rewards learnt from. */
  readonly rewardCount: number;
  /** Number of the decision: another look is taken every fourth time. */
  readonly sequence: number;
}

/** More often costs regret where there are many actions, more seldom takes longer to find out. */
const LOOK_EVERY = 4;

export interface SecondLook {
  readonly action: number;
  /** What it may earn, counted like the usual reward. */
  readonly hope: number;
}

/** Returns the most hopeful action but the baseline's, or null if none may beat it. */
export function secondLook(input: SecondLookInput): SecondLook | null {
  const { beliefs, model, actionCount, baselineAction, usualReward, rewardCount } = input;
  if (input.sequence % LOOK_EVERY !== 0) return null;
  const boldness = Math.sqrt(Math.log1p(rewardCount));
  const [noise, surprise] = [beliefs.noiseVariance(), beliefs.surpriseVariance()];
  const variances = new Float64Array(actionCount);
  posteriorVariances({ model, actionCount, noise, surprise }, variances);
  let found: SecondLook | null = null;
  for (let action = 0; action < actionCount; action++) {
    if (action === baselineAction) continue;
    const hope = model.kernel.predictions[action]! + boldness * Math.sqrt(variances[action]!);
    if (hope > (found?.hope ?? usualReward)) found = { action, hope };
  }
  return found;
}
