import { describe, expect, it } from 'vitest';
import { standardNormal } from '../base/random-source.ts';
import { seededRandom } from '../base/testing/seeded-random.ts';
import { createRidgeModel, type RidgeModel } from '../model/ridge-model.ts';
import { greedyProposer } from './greedy-proposer.ts';
import { optimisticProposer } from './optimistic-proposer.ts';
import { proposeOptimistic } from './propose-optimistic.ts';
import { sampleWeights, thompsonProposer } from './thompson-proposer.ts';

const ACTION_COUNT = 4;

function trainedModel(dimension: number, ridgePenalty: number): RidgeModel {
  const random = seededRandom(dimension);
  const draw = (): number => standardNormal(random);
  const model = createRidgeModel({ dimension, actionCapacity: ACTION_COUNT, ridgePenalty });
  for (let k = 0; k < 3 * dimension; k++) {
    model.learn(Float64Array.from({ length: dimension }, draw), draw(), 0.3 + random());
  }
  model.kernel.features.set(Float64Array.from({ length: ACTION_COUNT * dimension }, draw));
  return model;
}

function estimateOf(model: RidgeModel): Float64Array {
  const weights = new Float64Array(model.dimension);
  model.kernel.estimateWeights(weights);
  return weights;
}

/** V⁻¹ along a direction. */
function squaredUncertainty(model: RidgeModel, direction: ArrayLike<number>): number {
  model.kernel.direction.set(direction);
  model.kernel.probe();
  return model.kernel.probedUncertainty ** 2;
}

describe('Thompson sampling', () => {
  it.each([0.25, 1, 4])(
    'draws around the estimate with covariance spread² · V⁻¹ (ridge penalty %d)',
    (ridgePenalty) => {
      const model = trainedModel(3, ridgePenalty);
      const centre = estimateOf(model);
      const [spread, drawCount] = [1.5, 20_000];
      const random = seededRandom(5);
      const directions = [
        [1, 0, 0],
        [0, 1, 0],
        [0.5, -2, 1],
        [1, 1, 1],
      ];
      const sums = directions.map(() => [0, 0] as [number, number]);
      for (let k = 0; k < drawCount; k++) {
        const weights = sampleWeights(model.kernel, spread, random);
        directions.forEach((direction, which) => {
          const value = direction.reduce((sum, g, i) => sum + g * (weights[i]! - centre[i]!), 0);
          sums[which]![0] += value;
          sums[which]![1] += value * value;
        });
      }
      directions.forEach((direction, which) => {
        const variance = spread ** 2 * squaredUncertainty(model, direction);
        const [sum, squareSum] = sums[which]!;
        // Four standard errors of a mean and of a variance.
        expect(Math.abs(sum / drawCount)).toBeLessThan(4 * Math.sqrt(variance / drawCount));
        const ratio = squareSum / drawCount / variance;
        expect(Math.abs(ratio - 1)).toBeLessThan(4 * Math.sqrt(2 / drawCount));
      });
    },
  );

  it('without spread is greedy, and always takes d draws', () => {
    const model = trainedModel(15, 4);
    let drawCount = 0;
    const random = seededRandom(3);
    const proposer = thompsonProposer({
      spread: 0,
      random: () => {
        drawCount += 1;
        return random();
      },
    });
    expect(proposer.propose(model, ACTION_COUNT)).toBe(
      greedyProposer().propose(model, ACTION_COUNT),
    );
    expect(drawCount).toBeGreaterThanOrEqual(30);
    const weights = sampleWeights(model.kernel, 0, random);
    const centre = estimateOf(model);
    weights.forEach((weight, i) => {
      expect(weight).toBeCloseTo(centre[i]!, 12);
    });
  });

  it('gives every action a chance, the better ones more often, and repeats with its seed', () => {
    const model = createRidgeModel({ dimension: 2, actionCapacity: 2, ridgePenalty: 4 });
    model.learn([1, 0], 2, 8);
    model.learn([0, 1], 1, 8);
    model.kernel.features.set([1, 0, 0, 1]);
    const proposals = (seed: number): number[] => {
      const proposer = thompsonProposer({ spread: 1.5, random: seededRandom(seed) });
      return Array.from({ length: 2000 }, () => proposer.propose(model, 2));
    };
    const secondShare = proposals(1).reduce((sum, action) => sum + action, 0) / 2000;
    // Difference 2/3, standard deviation 1.5 · √(2/12): P(second wins) = Φ(−1.089) = 0.138.
    expect(Math.abs(secondShare - 0.138)).toBeLessThan(4 * Math.sqrt((0.138 * 0.862) / 2000));
    expect(proposals(1)).toEqual(proposals(1));
    expect(proposals(1)).not.toEqual(proposals(2));
  });
});

describe('optimistic and greedy proposers', () => {
  it('take a constant, or a rule that reads the model', () => {
    const model = trainedModel(2, 0.25);
    const wanted = proposeOptimistic(model, { actionCount: ACTION_COUNT, radius: 2.5 });
    const bounds = [...model.kernel.upperBounds];
    expect(optimisticProposer(2.5).propose(model, ACTION_COUNT)).toBe(wanted);
    const schedule = optimisticProposer(({ observationCount }) => 15 / observationCount);
    expect(schedule.propose(model, ACTION_COUNT)).toBe(wanted);
    expect([...model.kernel.upperBounds]).toEqual(bounds);
    expect(() => optimisticProposer(-1)).toThrow('radius must be a finite number of at least 0');
  });

  it('greedy looks at predictions only', () => {
    const model = createRidgeModel({ dimension: 2, actionCapacity: 2, ridgePenalty: 0.25 });
    model.learn([1, 0], 0.5, 4);
    model.kernel.features.set([1, 0, 0, 1]);
    expect(greedyProposer().propose(model, 2)).toBe(0);
    expect(optimisticProposer(3).propose(model, 2)).toBe(1);
  });
});
