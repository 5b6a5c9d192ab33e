/**
 * Whatever names the action it would like to play.
 *
 * The features of the actions already stand in `model.kernel.features`. A proposer may read the
 * model and overwrite the kernel's scratch space, but it teaches the model nothing. It never affects
 * safety: the gate checks its proposal like anybody else's.
 */
import type { RidgeModel } from '../model/ridge-model.ts';

export interface Proposer {
  readonly name: string;
  /** Whether it wants to know more: then nothing is given up for good after a few unlucky rewards. */
  readonly isCurious?: boolean;
  /** Returns the index of one of the first `actionCount` actions. */
  propose(model: RidgeModel, actionCount: number): number;
}
