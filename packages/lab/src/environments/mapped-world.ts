/**
 * A world seen through another feature map: the same rounds, actions and rewards, other features.
 */
import {
  type ContextDistribution,
  exact,
  type FeatureMap,
  independent,
  normal,
} from '@hedgerow/core';
import type { ShownForecast, World } from './world.ts';

/** A world that shows its forecasts, and to the lab the contexts that came. */
type ShowingWorld = World & Required<Pick<World, 'forecast' | 'context'>>;

/** Whether another map can be put before it. */
export function isShowing(world: World): world is ShowingWorld {
  return world.forecast !== undefined && world.context !== undefined;
}

export class MappedWorld implements World {
  readonly dimension: number;
  readonly actionCount: number;
  readonly #world: ShowingWorld;
  readonly #map: FeatureMap;
  readonly #unseen: Float64Array;

  /** `mapOf` is given x of every action. */
  constructor(world: ShowingWorld, mapOf: (actions: readonly (readonly number[])[]) => FeatureMap) {
    this.#world = world;
    this.#map = mapOf(actionsOf(world.forecast));
    this.dimension = this.#map.dimension;
    this.actionCount = world.actionCount;
    this.#unseen = new Float64Array(world.dimension * world.actionCount);
  }

  get expectedRewards(): Float64Array {
    return this.#world.expectedRewards;
  }

  get baselineAction(): number {
    return this.#world.baselineAction;
  }

  get baselineExpectedReward(): number {
    return this.#world.baselineExpectedReward;
  }

  nextRound(expectedFeatures: Float64Array): void {
    this.#world.nextRound(this.#unseen);
    this.#map.expectedFeatures(contextOf(this.#world.forecast), expectedFeatures);
  }

  reward(action: number): number {
    return this.#world.reward(action);
  }

  realisedReward(action: number): number {
    return this.#world.realisedReward(action);
  }

  features(action: number, into: Float64Array): void {
    this.#map.features(action, this.#world.context, into, 0);
  }
}

function actionsOf({ actions, centre }: ShownForecast): number[][] {
  const size = centre.length;
  return Array.from({ length: actions.length / size }, (_, x) => [
    ...actions.slice(x * size, (x + 1) * size),
  ]);
}

function contextOf({ centre, variance }: ShownForecast): ContextDistribution {
  if (variance === 0) return exact([...centre]);
  return independent(Array.from(centre, (mean) => normal(mean, variance)));
}
