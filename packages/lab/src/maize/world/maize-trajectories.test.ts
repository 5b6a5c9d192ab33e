/**
 * Golden trajectories: vectors/maize-trajectories.json, computed by an independent program. Integers must be
 * equal, numbers within 1e-9 of max(1, |value|).
 */
import { createLearner, type Learner } from '@hedgerow/core/research';
import { describe, expect, it } from 'vitest';
import { indexAtRank } from '../../environments/ranking.ts';
import { maizeEnvironment } from './maize-environment.ts';
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

function learnerOf({ map, algorithm, allowedShortfall }: Trajectory): Learner {
  const { declarations } = maizeEnvironment({ ...MAIZE_DEFAULTS, model, map });
  const { dimension, actionCount } = new MaizeFeatures(model, map);
  return createLearner(
    { kind: algorithm, allowedShortfall, radius: 'paper', failureProbability: 0.001 },
    { ...declarations, dimension, actionCount },
  );
}

/** Plays one round after another with the weather and noise of the reference. */
class Player {
  readonly #learner: Learner;
  readonly #seesWeather: boolean;
  readonly #knowsWeather: boolean;
  readonly #forecast: MaizeFeatures;
  readonly #actual: MaizeFeatures;
  readonly #expectedRewards = new Float64Array(24);
  readonly #knownRewards = new Float64Array(24);
  #expectedRegret = 0;

  constructor({ map, algorithm }: Trajectory, learner: Learner) {
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
    const { playedAction, proposedAction, margin, confidenceRadius } = decision;
    const upperBound = decision.upperBounds[proposedAction]!;
    const observed = this.#actual.reward(playedAction) + noise!;
    this.#learner.settle(decision.ticket, observed);
    this.#expectedRegret +=
      Math.max(...this.#expectedRewards) - this.#expectedRewards[playedAction]!;
    return [
      action,
      expectedReward,
      proposedAction,
      upperBound,
      margin,
      playedAction,
      observed,
      confidenceRadius,
      this.#expectedRegret,
    ];
  }
}
