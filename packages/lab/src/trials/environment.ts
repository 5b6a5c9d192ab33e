/**
 * An environment: worlds of one kind, and what is declared of them to learners.
 *
 * Declarations are facts that a careful user could know beforehand.
 */
import type { LearnerDeclarations } from '@hedgerow/core/research';
import type { RandomStream } from '../environments/random-stream.ts';
import type { World } from '../environments/world.ts';
import type { BaselineTeller } from './play-rounds.ts';

/** What is declared of every world of an environment, whatever the learner. */
export type WorldDeclarations = Required<
  Pick<
    LearnerDeclarations,
    | 'rewardNoiseScale'
    | 'linearNoiseScale'
    | 'weightNormBound'
    | 'featureNormBound'
    | 'rewardFloor'
    | 'rewardCeiling'
    | 'rewardOffset'
    | 'priorVariance'
    | 'lacksConstant'
    | 'varianceOf'
    | 'varianceTail'
  >
> &
  Pick<LearnerDeclarations, 'varianceProxy' | 'baselineRewardMin'>;

export interface DrawnWorld {
  readonly world: World;
  /** θ*, if rewards are linear in the features. */
  readonly trueWeights: Float64Array | null;
}

export interface Environment extends BaselineTeller {
  readonly declarations: WorldDeclarations;
  /** Draws a world; it goes on drawing its rounds from the same stream. */
  draw(random: RandomStream): DrawnWorld;
}
