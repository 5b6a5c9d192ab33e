import { describe, expect, it } from 'vitest';
import { standardNormal } from '../../base/random-source.ts';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { createEngine } from '../../model/kernel/create-engine.ts';
import { createRidgeModel } from '../../model/ridge-model.ts';
import { determinantRadius } from '../paper/determinant-radius.ts';
import { carryCertificate } from './carry-certificate.ts';
import type { Certificate, CertificateCandidate } from './certificate.ts';
import { combinedCertificate, ROUNDING_SHARE } from './combined-certificate.ts';
import { lowestTotal } from './ellipsoid-bounds.ts';
import { EXPECTED_PROMISE_SHARES, splitFailure } from './failure-split.ts';
import { floorCertificate } from './floor-certificate.ts';
import { martingaleCertificate } from './martingale-certificate.ts';
import { stitchedBoundary } from './stitched-boundary.ts';
import { binomialUpperLimit } from './testing/binomial-limits.ts';

function candidate(lowerBound: number, variance = 2): CertificateCandidate {
  return { features: [0.5, -2], lowerBound, variance };
}

describe('the split of the failure probability', () => {
  it('gives each event its share, and all shares together are at most the whole', () => {
    expect(splitFailure(0.04, EXPECTED_PROMISE_SHARES)).toEqual({
      ellipsoid: 0.02,
      martingale: 0.02,
    });
    const thirds = { first: 1 / 3, second: 1 / 3, third: 1 / 3 };
    const shares = Object.values(splitFailure(0.05, thirds));
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(0.05, 15);
  });

  it('refuses to spend more than there is', () => {
    expect(() => splitFailure(0.1, { first: 0.7, second: 0.4 })).toThrow(
      'the shares of a failure probability must add up to at most 1, but it is 1.1',
    );
    expect(() => splitFailure(1, { first: 0.5 })).toThrow('failureProbability');
    expect(() => splitFailure(0.1, { first: 0 })).toThrow('shares.first');
  });
});

describe('the lowest total over a confidence set', () => {
  function trained() {
    const model = createRidgeModel({ dimension: 2, actionCapacity: 1, ridgePenalty: 4 });
    model.learn([1, 0.5], 2, 0.5);
    model.learn([0.25, -1], -1, 3);
    return model;
  }

  it('uses the bound on the weights where that says more', () => {
    const model = trained();
    const wide = { model, radius: 100, weightNormBound: 1.5 };
    expect(lowestTotal(wide, [3, -4])).toBe(-7.5);
    const narrow = { model, radius: 0.01, weightNormBound: 1.5 };
    expect(lowestTotal(narrow, [3, -4])).toBe(lowestTotal({ model, radius: 0.01 }, [3, -4]));
    expect(() => lowestTotal(wide, [1])).toThrow('HR_INPUT_DIMENSION');
  });
});

describe('the martingale certificate', () => {
  const boundary = (variance: number): number => 3 + variance;

  it('is rewards less the boundary, and lower bounds for rounds without a reward', () => {
    const certificate = martingaleCertificate(boundary);
    expect(certificate.lowerBound(candidate(0.5))).toBe(0.5);
    certificate.book(candidate(0.5, 2));
    certificate.book(candidate(-0.25, 5));
    expect(certificate.settledTotal()).toBe(0.25);
    certificate.observe(20);
    expect(certificate.settledTotal()).toBe(20 - (3 + 2) - 0.25);
    certificate.observe(-4);
    expect(certificate.lowerBound(candidate(1.5))).toBe(16 - (3 + 7) + 1.5);
  });

  it('refuses a reward that belongs to no round', () => {
    expect(() => martingaleCertificate(boundary).observe(1)).toThrow('HR_CALL_ORDER');
    const certificate = martingaleCertificate(boundary);
    certificate.book(candidate(0));
    expect(() => certificate.observe(Number.NaN)).toThrow('reward');
    expect(() => certificate.book(candidate(0, -1))).toThrow('variance');
  });
});

describe('carry, floor and their combination', () => {
  function fixed(name: string, value: number): Certificate {
    return {
      name,
      lowerBound: () => value,
      settledTotal: () => value,
      book() {},
      observe() {},
    };
  }

  it('carry keeps what was certified; floor counts rounds', () => {
    const carry = carryCertificate();
    carry.book(candidate(1.5));
    carry.raise(7);
    carry.raise(3);
    expect(carry.lowerBound(candidate(0.5))).toBe(7.5);
    carry.book(candidate(-2));
    expect(carry.settledTotal()).toBe(5);
    const floor = floorCertificate(0.25);
    floor.book(candidate(0));
    expect(floor.settledTotal()).toBe(0.25);
    expect(floor.lowerBound(candidate(9))).toBe(0.5);
  });

  it('takes the largest, names it, passes over NaN and allows for rounding', () => {
    const parts = [fixed('broken', Number.NaN), fixed('low', 2), fixed('high', 5)];
    const certified = combinedCertificate(parts).certify(candidate(0.5));
    expect(certified).toMatchObject({ by: 'high', totalBeforeRounding: 5 });
    expect(certified.total).toBe(5 - ROUNDING_SHARE * 5);
  });

  it('the allowance grows with all that was added up, but is not taken off twice', () => {
    const combined = combinedCertificate([]);
    const first = combined.certify(candidate(40));
    combined.book(candidate(40), first);
    combined.observe(1000);
    const second = combined.certify(candidate(-30));
    expect(second.totalBeforeRounding).toBe(10);
    expect(second.total).toBe(10 - ROUNDING_SHARE * (40 + 1000 + 10));
    expect(second.by).toBe('carry');
  });

  it('remembers a high moment between two rewards, after the second has turned bad', () => {
    const combined = combinedCertificate([martingaleCertificate(() => 1)]);
    for (let k = 0; k < 2; k++) combined.book(candidate(0), combined.certify(candidate(0)));
    combined.observe(10);
    combined.observe(-8);
    expect(combined.certify(candidate(0.5)).totalBeforeRounding).toBe(9.5);
  });

  it('remembers what was certified with the candidate, after the certificate has fallen', () => {
    let value = 5;
    const falling = { ...fixed('falling', 0), lowerBound: () => value };
    const combined = combinedCertificate([falling]);
    combined.book(candidate(0.25), combined.certify(candidate(0.25)));
    value = 1;
    expect(combined.certify(candidate(0.5)).totalBeforeRounding).toBe(5.5);
  });
});

describe('all certificates are below the truth at all times (δ = 0.1, 400 runs of 150 rounds)', () => {
  it('for a proposer who plays what the certificate overestimates', () => {
    const [failureProbability, runCount, roundCount] = [0.1, 400, 150];
    const random = seededRandom(91);
    const normal = (): number => standardNormal(random);
    const engine = createEngine('typescript');
    const split = splitFailure(failureProbability, EXPECTED_PROMISE_SHARES);
    const boundary = stitchedBoundary({
      failureProbability: split.martingale,
      varianceMin: 20,
      tail: 0,
    });
    let failureCount = 0;
    for (let run = 0; run < runCount; run++) {
      const trueWeights = [normal(), normal()];
      const weightNormBound = Math.hypot(...trueWeights);
      // Weights have divided the noise by its scale: what is left has scale 1.
      const declared = { noiseScale: 1, weightNormBound, failureProbability: split.ellipsoid };
      const radiusOf = determinantRadius(declared);
      const model = createRidgeModel({ dimension: 2, actionCapacity: 1, ridgePenalty: 4, engine });
      const view = () => ({ model, radius: radiusOf(model), weightNormBound });
      const combined = combinedCertificate([martingaleCertificate(boundary)]);
      let truth = 0;
      let isBroken = false;
      for (let round = 0; round < roundCount; round++) {
        const noiseScale = round % 2 === 0 ? 0.3 : 2;
        let worst: { offered: CertificateCandidate; worth: number; excess: number } | null = null;
        for (let k = 0; k < 3; k++) {
          const features = [normal(), normal()];
          const lowerBound = lowestTotal(view(), features);
          const offered = { features, lowerBound, variance: noiseScale ** 2 };
          const worth = features[0]! * trueWeights[0]! + features[1]! * trueWeights[1]!;
          const excess = combined.certify(offered).total - worth;
          if (worst === null || excess > worst.excess) worst = { offered, worth, excess };
        }
        const { offered, worth } = worst!;
        const certified = combined.certify(offered);
        if (certified.total > truth + worth) isBroken = true;
        combined.book(offered, certified);
        truth += worth;
        const reward = worth + noiseScale * normal();
        model.learn(offered.features, reward, 1 / noiseScale ** 2);
        combined.observe(reward);
      }
      if (isBroken) failureCount += 1;
    }
    expect(failureCount / runCount).toBeLessThanOrEqual(failureProbability);
    expect(binomialUpperLimit(failureCount, runCount)).toBeLessThanOrEqual(failureProbability);
  });
});
