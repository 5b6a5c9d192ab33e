import { describe, expect, it } from 'vitest';
import { type RandomSource, standardNormal } from '../../base/random-source.ts';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { EquationBound } from './equation-bound.ts';

interface World {
  readonly random: RandomSource;
  readonly weights: readonly number[];
  readonly norm: number;
}

function worldOf(seed: number, dimension: number): World {
  const random = seededRandom(seed);
  const weights = Array.from({ length: dimension }, () => 3 * standardNormal(random));
  return { random, weights, norm: Math.hypot(...weights) };
}

function drawFeatures({ random, weights }: World): number[] {
  return weights.map(() => standardNormal(random));
}

function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, i) => sum + value * right[i]!, 0);
}

/** Declares intervals of the given half width that contain the truth, often at their very edge. */
function declareTruth(bound: EquationBound, world: World, halfWidth: number): number[] {
  const features = drawFeatures(world);
  const reward = dot(features, world.weights);
  const shift = halfWidth * Math.max(-1, Math.min(1, 3 * world.random() - 1.5));
  bound.declare({
    expectedFeatures: features,
    rewardMin: reward + shift - halfWidth,
    rewardMax: reward + shift + halfWidth,
  });
  return features;
}

describe('the equation bound', () => {
  it('agrees with dense formulas in one dimension', () => {
    // With d = 1 all is scalar: V = λ + Σ w ψ², u_i = w_i ψ_i g / V.
    const rows = [
      { feature: 2, middle: 6.2, halfWidth: 0.5 },
      { feature: -1, middle: -2.9, halfWidth: 0.25 },
      { feature: 0.5, middle: 1.4, halfWidth: 0.1 },
    ];
    const normBound = 4;
    const bound = new EquationBound({ dimension: 1, weightNormBound: normBound });
    for (const { feature, middle, halfWidth } of rows) {
      bound.declare({
        expectedFeatures: [feature],
        rewardMin: middle - halfWidth,
        rewardMax: middle + halfWidth,
      });
    }
    const direction = 1.5;
    const candidates = [1, 0.01].flatMap((penalty) => {
      const weighted = rows.map((row) => ({ ...row, weight: row.halfWidth ** -2 }));
      const gram = weighted.reduce((sum, row) => sum + row.weight * row.feature ** 2, penalty);
      const right = weighted.reduce((sum, row) => sum + row.weight * row.feature * row.middle, 0);
      const squares = weighted.reduce((sum, row) => sum + row.weight * row.middle ** 2, 0);
      const misfit = squares - right ** 2 / gram;
      const radius = Math.sqrt(penalty * normBound ** 2 + rows.length - misfit);
      const error = weighted.reduce(
        (sum, row) => sum + Math.abs((row.weight * row.feature * direction) / gram) * row.halfWidth,
        0,
      );
      const prediction = (direction * right) / gram;
      return [
        prediction - (radius * direction) / Math.sqrt(gram),
        prediction - error - (normBound * penalty * direction) / gram,
      ];
    });
    expect(bound.lowerBound([direction])).toBeCloseTo(Math.max(...candidates), 6);
    expect(bound.lowerBound([direction])).toBeLessThanOrEqual(Math.max(...candidates));
  });

  it.each([0, 0.01, 0.5])('never exceeds the truth, with half width %d', (halfWidth) => {
    // 30 worlds × 120 rounds × 3 directions; more rounds than the window holds.
    for (let seed = 1; seed <= 30; seed++) {
      const world = worldOf(seed, 1 + (seed % 6));
      const dimension = world.weights.length;
      const bound = new EquationBound({ dimension, weightNormBound: 1.2 * world.norm });
      for (let round = 0; round < 120; round++) {
        const features = declareTruth(bound, world, halfWidth);
        for (const direction of [features, features.map((x) => -x), drawFeatures(world)]) {
          expect(bound.lowerBound(direction)).toBeLessThanOrEqual(dot(direction, world.weights));
        }
      }
      expect(bound.isContradicted).toBe(false);
    }
  });

  it('stays true when rows repeat, so that the equations are as ill-conditioned as they can be', () => {
    const world = worldOf(77, 5);
    const bound = new EquationBound({ dimension: 5, weightNormBound: world.norm });
    const features = drawFeatures(world);
    const reward = dot(features, world.weights);
    for (let round = 0; round < 3000; round++) {
      bound.declare({ expectedFeatures: features, rewardMin: reward, rewardMax: reward });
    }
    const near = features.map((x, i) => x + (i === 0 ? 1e-7 : 0));
    for (const direction of [features, near, drawFeatures(world)]) {
      expect(bound.lowerBound(direction)).toBeLessThanOrEqual(dot(direction, world.weights));
    }
    expect(bound.lowerBound(features)).toBeGreaterThan(reward - 0.01 * Math.abs(reward));
  });

  it('stays true when every interval has the truth at the same edge, window after window', () => {
    const bound = new EquationBound({ dimension: 1, weightNormBound: 3 });
    for (let round = 0; round < 400; round++) {
      bound.declare({ expectedFeatures: [2], rewardMin: 4, rewardMax: 4.5 });
      expect(bound.lowerBound([1])).toBeLessThanOrEqual(2);
      expect(bound.lowerBound([-1])).toBeLessThanOrEqual(-2);
    }
    expect(bound.lowerBound([1])).toBeGreaterThan(1.99);
  });

  it('becomes sharp once the equations determine the weights', () => {
    const world = worldOf(5, 4);
    const bound = new EquationBound({ dimension: 4, weightNormBound: 2 * world.norm });
    const direction = drawFeatures(world);
    const truth = dot(direction, world.weights);
    const vague = bound.lowerBound(direction);
    expect(vague).toBeLessThanOrEqual(-1.9 * world.norm * Math.hypot(...direction));
    for (let round = 0; round < 40; round++) declareTruth(bound, world, 0);
    expect(bound.lowerBound(direction)).toBeGreaterThan(truth - 0.1 * Math.abs(truth) - 0.1);
  });

  it('is switched off for good when declarations contradict each other', () => {
    const bound = new EquationBound({ dimension: 2, weightNormBound: 3 });
    const declare = (reward: number) =>
      bound.declare({ expectedFeatures: [1, 0], rewardMin: reward, rewardMax: reward });
    declare(2);
    expect(bound.isContradicted).toBe(false);
    declare(-2);
    expect(bound.isContradicted).toBe(true);
    expect(bound.lowerBound([1, 0])).toBe(Number.NEGATIVE_INFINITY);
    declare(2);
    expect(bound.lowerBound([0, 0])).toBe(Number.NEGATIVE_INFINITY);
  });

  it('does not believe declarations sharper than a thousandth of the mean reward', () => {
    const bound = new EquationBound({ dimension: 1, weightNormBound: 3 });
    bound.declare({ expectedFeatures: [1], rewardMin: 2, rewardMax: 2 });
    bound.declare({ expectedFeatures: [2], rewardMin: 4, rewardMax: 4 });
    bound.declare({ expectedFeatures: [1], rewardMin: 1.9, rewardMax: 2.1 });
    const halfWidths = bound.exportState().rows.window.map(({ halfWidth }) => halfWidth);
    [0.002, 0.003, 0.1].forEach((wanted, i) => {
      expect(halfWidths[i]).toBeCloseTo(wanted, 12);
    });
  });

  it('ignores a row without features, and takes declared rewards of 0', () => {
    const bound = new EquationBound({ dimension: 2, weightNormBound: 3 });
    bound.declare({ expectedFeatures: [0, 0], rewardMin: 1, rewardMax: 1 });
    bound.declare({ expectedFeatures: [1, 0], rewardMin: 0, rewardMax: 0 });
    expect(bound.isContradicted).toBe(false);
    expect(bound.lowerBound([1, 0])).toBeGreaterThan(-0.01);
    expect(bound.lowerBound([1, 0])).toBeLessThanOrEqual(0);
  });

  it('survives JSON bit for bit', () => {
    const [world, twin] = [worldOf(9, 3), worldOf(9, 3)];
    const options = { dimension: 3, weightNormBound: 2 * world.norm };
    const [original, copy] = [new EquationBound(options), new EquationBound(options)];
    for (let round = 0; round < 70; round++) {
      declareTruth(original, world, 0.2);
      declareTruth(new EquationBound(options), twin, 0.2);
    }
    copy.importState(JSON.parse(JSON.stringify(original.exportState())));
    declareTruth(original, world, 0.2);
    declareTruth(copy, twin, 0.2);
    expect(copy.exportState()).toStrictEqual(original.exportState());
    expect(copy.lowerBound([1, 2, 3])).toBe(original.lowerBound([1, 2, 3]));
  });

  it('refuses wrong input', () => {
    const bound = new EquationBound({ dimension: 2, weightNormBound: 3 });
    const row = { expectedFeatures: [1, 2], rewardMin: 1, rewardMax: 2 };
    expect(() => bound.declare({ ...row, rewardMax: 0.5 })).toThrow('rewardMax − rewardMin');
    expect(() => bound.declare({ ...row, rewardMin: Number.NaN })).toThrow('rewardMin');
    expect(() => bound.declare({ ...row, expectedFeatures: [1] })).toThrow('HR_INPUT_DIMENSION');
    expect(() => bound.lowerBound([1, Number.NaN])).toThrow('direction[1]');
    expect(() => new EquationBound({ dimension: 2, weightNormBound: 0 })).toThrow(
      'weightNormBound',
    );
  });
});
