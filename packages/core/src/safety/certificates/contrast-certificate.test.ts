import { describe, expect, it } from 'vitest';
import { standardNormal } from '../../base/random-source.ts';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { createEngine } from '../../model/kernel/create-engine.ts';
import { createRidgeModel } from '../../model/ridge-model.ts';
import { weightedRadius } from '../../model/weighted-radius.ts';
import { normalMixtureBoundary } from '../boundaries/normal-mixture-boundary.ts';
import { binomialUpperLimit } from '../boundaries/testing/binomial-limits.ts';
import { ContrastCertificate } from './contrast-certificate.ts';
import { highestTotal, lowestTotal } from './ellipsoid-bounds.ts';
import { EXPECTED_PROMISE_SHARES, splitFailure } from './failure-split.ts';

const engine = createEngine('typescript');

describe('the contrast certificate', () => {
  const allowedShortfall = 0.2;

  it('is the largest of carry, joint and separate, computed by hand', () => {
    const model = createRidgeModel({ dimension: 2, actionCapacity: 1, ridgePenalty: 4, engine });
    model.learn([1, 0.5], 2, 0.5);
    model.learn([0.25, 1], 3, 3);
    const view = { model, radius: 0.7 };
    const boundary = (variance: number): number => 0.5 + variance / 10;
    const options = { dimension: 2, allowedShortfall, boundary, reserve: 0.3 };
    const certificate = new ContrastCertificate(options);
    const first = { features: [1, 2], baselineFeatures: [1, 1.5], variance: 2 };
    const contrast = [1 - 0.8, 2 - 1.2];
    const joint = 0.3 + lowestTotal(view, contrast);
    const separate =
      0.3 + Math.max(lowestTotal(view, [1, 2]), 0) - 0.8 * highestTotal(view, [1, 1.5]);
    expect(certificate.margin(view, first)).toBeCloseTo(Math.max(joint, separate), 12);

    certificate.bookBaselineRound(view, first);
    const credit = 0.2 * Math.max(lowestTotal(view, [1, 1.5]), 0);
    expect(certificate.carriedMargin).toBeCloseTo(0.3 + credit, 12);
    certificate.observe(50);
    const settled = 0.3 + 50 - 0.7 - 0.8 * highestTotal(view, [1, 1.5]);
    const candidate = Math.max(lowestTotal(view, [1, 2]), 0);
    const afterLuck = 0.3 + 50 - 0.7 + candidate - 0.8 * highestTotal(view, [2, 3]);
    const carried = settled + lowestTotal(view, contrast);
    expect(certificate.margin(view, first)).toBeCloseTo(Math.max(afterLuck, carried), 12);
  });

  it('never bounds worse jointly than apart', () => {
    const random = seededRandom(17);
    const draw = (): number => standardNormal(random);
    const model = createRidgeModel({ dimension: 3, actionCapacity: 1, ridgePenalty: 0.25, engine });
    for (let k = 0; k < 6; k++) model.learn([draw(), draw(), draw()], draw(), 0.5);
    const view = { model, radius: 1.3 };
    for (let trial = 0; trial < 500; trial++) {
      const own = [draw(), draw(), draw()];
      const other = [draw(), draw(), draw()];
      const joint = lowestTotal(
        view,
        own.map((value, i) => value - 0.8 * other[i]!),
      );
      const apart = lowestTotal(view, own) - 0.8 * highestTotal(view, other);
      expect(joint).toBeGreaterThanOrEqual(apart - 1e-12);
    }
  });

  it('refuses a baseline that can lose, and names the absolute form', () => {
    const options = { dimension: 2, allowedShortfall, boundary: () => 1 };
    expect(() => new ContrastCertificate({ ...options, rewardMin: -3 })).toThrow(
      'the baseline reward must be at least 0, but it is -3. Where rewards can be negative, use the',
    );
    const certificate = new ContrastCertificate(options);
    const model = createRidgeModel({ dimension: 2, actionCapacity: 1, ridgePenalty: 4, engine });
    const round = { features: [1], baselineFeatures: [1, 2], variance: 1 };
    expect(() => certificate.margin({ model, radius: 1 }, round)).toThrow('HR_INPUT_DIMENSION');
  });
});

describe('an unknown baseline behind the contrast gate (δ = 0.1, 300 runs of 200 rounds)', () => {
  it('keeps the promise, never overstates the margin, and does play its proposals', () => {
    const [failureProbability, runCount, roundCount] = [0.1, 300, 200];
    const allowedShortfall = 0.2;
    const random = seededRandom(8);
    const split = splitFailure(failureProbability, EXPECTED_PROMISE_SHARES);
    const boundary = normalMixtureBoundary({
      failureProbability: split.martingale,
      mixtureTuning: 2,
    });
    const trueWeights = [0.9, 0.5, 0.2];
    const radiusOf = weightedRadius({
      weightNormBound: 1.1,
      failureProbability: split.ellipsoid,
    });
    let brokenCount = 0;
    let overstatedCount = 0;
    let playedCount = 0;
    for (let run = 0; run < runCount; run++) {
      const model = createRidgeModel({ dimension: 3, actionCapacity: 1, ridgePenalty: 4, engine });
      const certificate = new ContrastCertificate({ dimension: 3, allowedShortfall, boundary });
      let slack = 0;
      let isBroken = false;
      let isOverstated = false;
      for (let round = 0; round < roundCount; round++) {
        const view = { model, radius: radiusOf(model), weightNormBound: 1.1 };
        // The proposer alternates between the best action and the worst; the baseline is between.
        const action = round % 2 === 0 ? 0 : 2;
        const features = [0, 1, 2].map((k) => (k === action ? 1 : 0));
        const offered = { features, baselineFeatures: [0, 1, 0], variance: 0.25 };
        const margin = certificate.margin(view, offered);
        const gain = trueWeights[action]! - (1 - allowedShortfall) * trueWeights[1]!;
        if (margin > slack + gain + 1e-9) isOverstated = true;
        const mayPlay = margin >= 0;
        if (mayPlay) certificate.bookLearnerRound(view, offered, margin);
        else certificate.bookBaselineRound(view, offered);
        slack += mayPlay ? gain : allowedShortfall * trueWeights[1]!;
        if (slack < -1e-9) isBroken = true;
        if (mayPlay) playedCount += 1;
        const played = mayPlay ? features : offered.baselineFeatures;
        const chance = trueWeights[mayPlay ? action : 1]!;
        const reward = random() < chance ? 1 : 0;
        certificate.observe(reward);
        model.learn(played, reward, 4);
      }
      if (isBroken) brokenCount += 1;
      if (isOverstated) overstatedCount += 1;
    }
    expect(brokenCount).toBeLessThanOrEqual(overstatedCount);
    expect(binomialUpperLimit(overstatedCount, runCount)).toBeLessThanOrEqual(failureProbability);
    expect(playedCount / (runCount * roundCount)).toBeGreaterThan(0.1);
  });
});
