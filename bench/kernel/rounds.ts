/**
 * The round that is timed, exactly as yardsticks/limit.cpp plays it.
 *
 * Upper bounds of K actions and the largest of them, lower bound of the running sum plus the chosen
 * action, one update. Bringing the features of the round into the kernel is part of the time here,
 * whereas native code reads them where they lie.
 */
import type { RidgeKernel } from '../../packages/core/src/model/kernel/ridge-kernel.ts';
import type { Fixture } from './fixture.ts';

/** What came of a run: how long a round took, and a hash of all choices to compare runs by. */
export interface RunOutcome {
  readonly microseconds: number;
  readonly choicesHash: number;
}

/** Plays rounds from a fresh state, scoring every action in full. */
export function playInFull(kernel: RidgeKernel, fixture: Fixture, roundCount: number): RunOutcome {
  const { actionCount, dimension, features, matrixCount } = fixture;
  const matrices = Array.from({ length: matrixCount }, (_, i) => {
    const length = actionCount * dimension;
    return features.subarray(i * length, (i + 1) * length);
  });
  const book = new Book(kernel, fixture);
  kernel.reset(1);
  const start = performance.now();
  for (let round = 0; round < roundCount; round++) {
    kernel.features.set(matrices[round % matrixCount]!);
    const radius = confidenceRadius(dimension, round);
    const chosen = kernel.scoreActions(actionCount, radius);
    kernel.update(book.enter(round, chosen, radius), 1);
  }
  return book.close(start, roundCount);
}

function confidenceRadius(dimension: number, round: number): number {
  return 0.1 * Math.sqrt(dimension * Math.log((1 + (round + 1)) / 0.01)) + 1;
}

/** What is kept beside the model: the sum of the chosen features, and the hash of the choices. */
class Book {
  readonly #kernel: RidgeKernel;
  readonly #fixture: Fixture;
  readonly #featureSum: Float64Array;
  #lowerBoundTotal = 0;
  #choicesHash = 0;

  constructor(kernel: RidgeKernel, fixture: Fixture) {
    this.#kernel = kernel;
    this.#fixture = fixture;
    this.#featureSum = new Float64Array(fixture.dimension);
  }

  /** Computes the lower bound, leaves the chosen features in `direction`, returns the reward. */
  enter(round: number, chosen: number, radius: number): number {
    const kernel = this.#kernel;
    const { trueWeights, noise } = this.#fixture;
    const { dimension, features, direction } = kernel;
    const featureSum = this.#featureSum;
    const start = chosen * dimension;
    let reward = noise[round % noise.length]!;
    for (let i = 0; i < dimension; i++) {
      const value = features[start + i]!;
      reward += value * trueWeights[i]!;
      const sum = featureSum[i]! + value;
      featureSum[i] = sum;
      direction[i] = sum;
    }
    kernel.probe();
    this.#lowerBoundTotal += kernel.probedPrediction - radius * kernel.probedUncertainty;
    for (let i = 0; i < dimension; i++) direction[i] = features[start + i]!;
    this.#choicesHash = (Math.imul(this.#choicesHash, 31) + chosen) >>> 0;
    return reward;
  }

  close(start: number, roundCount: number): RunOutcome {
    const microseconds = (1000 * (performance.now() - start)) / roundCount;
    if (!Number.isFinite(this.#lowerBoundTotal)) throw new Error('A lower bound is not finite.');
    return { microseconds, choicesHash: this.#choicesHash };
  }
}
