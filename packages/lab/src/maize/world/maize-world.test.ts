import { exact, featureMapFromDescription, independent, multivariateNormal } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../environments/random-stream.ts';
import { indexAtRank } from '../../environments/ranking.ts';
import { MAIZE_MAPS, MaizeFeatures, type MaizeMap } from './maize-features.ts';
import { siteNumbers } from './maize-model.ts';
import {
  MAIZE_DEFAULTS,
  MAIZE_GENERATORS,
  type MaizeGenerator,
  maizeVarianceBound,
  maizeWorld,
} from './maize-world.ts';
import { vectorModel } from './testing/maize-vectors.ts';

const model = vectorModel();

describe.each(['maize-world', 'maize-world-standardised'] as const)(
  'the features of %s',
  (name) => {
    const checked = vectorModel(name);
    const { checks } = checked;
    const features = new MaizeFeatures(checked, 'hadamard');
    const rewards = new Float64Array(24);

    it('give the rewards and rankings at the centres of all sites', () => {
      checked.sites.forEach((site, index) => {
        features.moveTo(index, site.temperatureC, site.radiation);
        features.writeRewards(rewards);
        rewards.forEach((reward, x) => {
          expect(Math.abs(reward - checks.rewardsAtCentre[index]![x]!)).toBeLessThan(1e-9);
        });
        expect(indexAtRank(rewards, 1)).toBe(checks.bestAtCentre[index]);
        expect(indexAtRank(rewards, 16)).toBe(checks.sixteenthAtCentre[index]);
      });
    });

    it('give contexts, latent contexts, rewards, spreads and features in other weather', () => {
      const outer = new MaizeFeatures(checked, 'latent-outer');
      for (const check of checks.contexts) {
        const index = checked.fields.indexOf(check.field);
        const site = checked.sites[index]!;
        for (const each of [features, outer])
          each.moveTo(index, check.temperatureC, check.radiation);
        features.writeRewards(rewards);
        expectClose(features.context.subarray(0, 6), check.scaledContinuous);
        expectClose(features.latent, check.latentContext);
        expectClose(rewards, check.rewards);
        const variances = check.rewards.map((_, x) => {
          const slopes = features.slopes(x);
          return (
            (slopes.temperature * site.temperatureSd) ** 2 +
            (slopes.radiation * site.radiationSd) ** 2
          );
        });
        expectClose(variances, check.hiddenVarianceIfForecastSdIsSiteSd);
        const written = new Float64Array(100);
        features.write(check.best, written, 0);
        expectClose(written.subarray(0, 10), check.phiHadamardOfBest);
        outer.write(check.best, written, 0);
        expectClose([Math.hypot(...written)], [check.phiOuterNormOfBest]);
      }
    });
  },
);

describe.each(MAIZE_MAPS)('the map %s', (map) => {
  const features = new MaizeFeatures(model, map);
  const site = model.sites[3]!;

  it('is linear in the true weights', () => {
    features.moveTo(3, site.temperatureC + 1, site.radiation - 1);
    const written = new Float64Array(24 * features.dimension);
    features.writeAll(written);
    for (let x = 0; x < 24; x++) {
      const row = written.subarray(x * features.dimension, (x + 1) * features.dimension);
      const sum = row.reduce((total, value, i) => total + value * features.trueWeights[i]!, 0);
      expect(sum).toBeCloseTo(features.reward(x), 12);
    }
  });

  it('is the map of the core, and spreads as far', () => {
    const core = coreMap(map);
    const { offset, scale } = model.contextScaling;
    const scaled = siteNumbers(site).map((value, j) => (value - offset[j]!) / scale[j]!);
    const sds = [site.temperatureSd / scale[3]!, site.radiationSd / scale[4]!];
    const forecast = independent([
      exact(scaled.slice(0, 3)),
      multivariateNormal({ mean: scaled.slice(3, 5), variances: sds.map((sd) => sd ** 2) }),
      exact([scaled[5]!, ...model.fields.map((_, i) => Number(i === 3))]),
    ]);
    features.moveTo(3, site.temperatureC, site.radiation);
    const ours = new Float64Array(24 * features.dimension);
    const theirs = new Float64Array(ours.length);
    features.writeAll(ours);
    core.expectedFeatures(forecast, theirs);
    expectClose(ours, theirs);
    const variances = { temperature: site.temperatureSd ** 2, radiation: site.radiationSd ** 2 };
    const combination = [{ actionIndex: 7, coefficient: 1 }];
    expect(features.largestSpread(7, variances)).toBeCloseTo(
      core.covariance(forecast, combination).largestEigenvalue(),
      12,
    );
  });

  it('has the norm bounds of the model file', () => {
    const norms = {
      'latent-outer': 3.1622776601683795,
      hadamard: 3.1622776601683795,
      kronecker: 2.5614532220150874,
    };
    expect(Math.hypot(...features.trueWeights)).toBeCloseTo(norms[map], 12);
  });
});

describe('a maize world', () => {
  it('meets the same seasons whatever the map', () => {
    const histories = MAIZE_MAPS.map((map) => {
      const world = maizeWorld(randomStream({ seed: 5, index: 0 }), { model, map });
      const into = new Float64Array(24 * world.dimension);
      return Array.from({ length: 20 }, () => {
        world.nextRound(into);
        return [world.baselineAction, world.expectedRewards[0], world.reward(3)];
      });
    });
    expect(histories[1]).toEqual(histories[0]);
    expect(histories[2]).toEqual(histories[0]);
  });

  it('hides nothing in the centered reading, bit for bit', () => {
    const world = maizeWorld(randomStream({ seed: 1, index: 0 }), { model, generator: 'centered' });
    const expected = new Float64Array(24 * world.dimension);
    const features = new Float64Array(world.dimension);
    for (let round = 0; round < 50; round++) {
      world.nextRound(expected);
      world.features(5, features);
      expect(features).toEqual(expected.slice(5 * world.dimension, 6 * world.dimension));
      expect(world.realisedReward(5)).toBe(world.expectedRewards[5]);
    }
  });

  // 4000 rounds; each mean has a standard error of about 0.00026, so 5 of them are allowed.
  it.each(MAIZE_GENERATORS.filter((generator) => generator !== 'classical'))(
    'tells the truth on average in the reading %s',
    (generator) => {
      expect(Math.abs(meanSurprise(generator))).toBeLessThan(0.0013);
    },
  );

  it('bounds the spread by the forecast as the reference does', () => {
    const bound = (map: MaizeMap) => maizeVarianceBound({ ...MAIZE_DEFAULTS, model, map });
    expect(bound('latent-outer')).toBeCloseTo(0.021937, 6);
    expect(bound('hadamard')).toBeCloseTo(0.013495, 6);
    const wider = maizeVarianceBound({ ...MAIZE_DEFAULTS, model, generator: 'berkson' });
    expect(wider - 0.01).toBeCloseTo(2 * (bound('latent-outer') - 0.01), 12);
  });
});

function meanSurprise(generator: MaizeGenerator): number {
  const world = maizeWorld(randomStream({ seed: 9, index: 0 }), {
    model,
    generator,
    map: 'hadamard',
  });
  const into = new Float64Array(24 * world.dimension);
  let sum = 0;
  for (let round = 0; round < 4000; round++) {
    world.nextRound(into);
    sum += world.realisedReward(0) - world.expectedRewards[0]!;
  }
  return sum / 4000;
}

function coreMap(map: MaizeMap) {
  const { V, W } = model;
  return featureMapFromDescription(
    map === 'kronecker'
      ? {
          kind: 'kronecker',
          actionVectors: V,
          lift: { kind: 'identity', contextDimension: model.contextOrder.length },
        }
      : { kind: map, actionFactors: V, contextWeights: W },
  );
}

function expectClose(values: ArrayLike<number>, wanted: ArrayLike<number>): void {
  expect(values.length).toBe(wanted.length);
  for (let i = 0; i < values.length; i++) {
    expect(Math.abs(values[i]! - wanted[i]!)).toBeLessThan(1e-9);
  }
}
