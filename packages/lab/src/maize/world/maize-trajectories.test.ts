/**
 * Golden trajectories: vectors/maize-trajectories.json, computed by an independent program. Integers must be
 * equal, numbers within 1e-9 of max(1, |value|).
 */
import { cumulativeGate, LinearLearner, paperRadius } from '@hedgerow/core/research';
import { describe, expect, it } from 'vitest';
import { indexAtRank } from '../../environments/ranking.ts';
import { MaizeFeatures } from './maize-features.ts';
import { MAIZE_DEFAULTS } from './maize-world.ts';
import { type Trajectory, trajectories, vectorModel } from './testing/maize-vectors.ts';

const model = vectorModel();

describe('the trajectories of the reference', () => {
  it('are five', () => {
    expect(trajectories()).toHaveLength(5);
  });

  it.each(trajectories())('are followed by $algorithm with the map $map', (trajectory) => {
    const { inputs, expected } = trajectory;
    const player = new Player(trajectory, learnerOf(trajectory));
    inputs.forEach((input, round) => {
      const lines = player.play(input);
      const wanted = expected[round]!;
      lines.forEach((value, column) => {
        const size = Math.max(1, Math.abs(wanted[column] ?? 0));
        // Without a gate there is no margin.
        if (value === null) return;
        expect(
          Math.abs(value - wanted[column]!),
          `round ${round + 1}, column ${column}`,
        ).toBeLessThan(1e-9 * size);
      });
    });
  });
});

function learnerOf({ map, algorithm, allowedShortfall }: Trajectory): LinearLearner {
  const { dimension, actionCount, trueWeights, featureNormBound } = new MaizeFeatures(model, map);
  return new LinearLearner({
    dimension,
    actionCount,
    ridgePenalty: 1,
    radius: paperRadius({
      noiseScale: MAIZE_DEFAULTS.noiseScale,
      weightNormBound: Math.hypot(...trueWeights),
      featureNormBound,
      failureProbability: 0.001,
    }),
    gate: algorithm.startsWith('conservative') ? cumulativeGate(allowedShortfall) : null,
    learnFromBaseline: false,
    selection: 'optimistic',
    startingSet: 'ball',
  });
}

/** Plays one round after another with the weather and noise of the reference. */
class Player {
  readonly #learner: LinearLearner;
  readonly #seesWeather: boolean;
  readonly #knowsWeather: boolean;
  readonly #forecast: MaizeFeatures;
  readonly #actual: MaizeFeatures;
  readonly #expectedRewards = new Float64Array(24);
  readonly #knownRewards = new Float64Array(24);
  #expectedRegret = 0;

  constructor({ map, algorithm }: Trajectory, learner: LinearLearner) {
    this.#learner = learner;
    this.#seesWeather = algorithm === 'linearUcb' || algorithm === 'conservativeLinearUcb';
    // Without a gate the baseline is only reported, and the reference ranks it by the forecast.
    this.#knowsWeather = algorithm === 'conservativeLinearUcb';
    this.#forecast = new MaizeFeatures(model, map);
    this.#actual = new MaizeFeatures(model, map);
  }

  /** Returns the columns of the reference in their order. */
  play(input: readonly number[]): (number | null)[] {
    const [field, forecastTemperature, forecastRadiation, temperature, radiation, noise] = input;
    this.#forecast.moveTo(field!, forecastTemperature!, forecastRadiation!);
    this.#actual.moveTo(field!, temperature!, radiation!);
    const seen = this.#seesWeather ? this.#actual : this.#forecast;
    seen.writeAll(this.#learner.expectedFeatures);
    (this.#knowsWeather ? this.#actual : this.#forecast).writeRewards(this.#knownRewards);
    this.#forecast.writeRewards(this.#expectedRewards);
    const action = indexAtRank(this.#knownRewards, 16);
    const expectedReward = this.#knownRewards[action]!;
    const decision = this.#learner.decide({ action, expectedReward });
    const { playedAction, optimisticAction, margin, confidenceRadius } = decision;
    const upperBound = decision.upperBounds[optimisticAction!]!;
    const observed = this.#actual.reward(playedAction) + noise!;
    this.#learner.observe(observed, 1);
    this.#expectedRegret +=
      Math.max(...this.#expectedRewards) - this.#expectedRewards[playedAction]!;
    return [
      action,
      expectedReward,
      optimisticAction,
      upperBound,
      margin,
      playedAction,
      observed,
      confidenceRadius,
      this.#expectedRegret,
    ];
  }
}
