import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { createRidgeModel } from '../../model/ridge-model.ts';
import { normalMixtureBoundary } from '../boundaries/normal-mixture-boundary.ts';
import { oneStepQuantile } from '../boundaries/one-step-quantile.ts';
import { binomialUpperLimit } from '../boundaries/testing/binomial-limits.ts';
import { lowestTotal } from '../certificates/ellipsoid-bounds.ts';
import { REALISED_PROMISE_SHARES, splitFailure } from '../certificates/failure-split.ts';
import { martingaleCertificate } from '../certificates/martingale-certificate.ts';
import { cumulativeGate } from '../cumulative-gate.ts';
import { Ledger } from '../ledger.ts';
import { absolutePromise, relativePromise } from '../promise-terms.ts';
import { baselineContrastVariance, learnerContrastVariance } from './contrast-variance.ts';
import { intervalMargin } from './interval-margin.ts';
import { promiseGate, roundsLeftInWindow } from './promise-gate.ts';
import { RealisedContextGate } from './realised-context-gate.ts';
import { revealedContextMargin } from './revealed-context-margin.ts';
import { stagewiseGate, tossCoin } from './stagewise-gate.ts';

function openLedger(): Ledger {
  const ledger = new Ledger(1);
  ledger.openRound(4);
  ledger.bookBaselineRound();
  ledger.openRound(5);
  ledger.bookLearnerRound(Float64Array.of(1));
  ledger.openRound(6);
  return ledger;
}

describe('the gate for promises of any terms', () => {
  it('is the cumulative gate for a relative promise, plus the reserve', () => {
    const terms = relativePromise({ allowedShortfall: 0.3, reserve: 2 });
    const wanted = cumulativeGate(0.3).margin(openLedger(), 7.5);
    expect(promiseGate({ terms }).margin(openLedger(), 7.5)).toBeCloseTo(wanted + 2, 12);
  });

  it('allows an absolute loss per round, with rewards of any sign', () => {
    const terms = absolutePromise({ allowedLossPerRound: 0.25, reserve: 1.5 });
    const gate = promiseGate({ terms });
    expect(() => gate.requireBaselineReward(-3)).not.toThrow();
    // 7.5 + 4 − 15 + 1.5 + 3 · 0.25
    expect(gate.margin(openLedger(), 7.5)).toBeCloseTo(-1.25, 12);
    const negative = new Ledger(1);
    negative.openRound(-3);
    negative.bookBaselineRound();
    negative.openRound(-2);
    // −2.5 − 3 + 5 + 1.5 + 0.5
    expect(gate.margin(negative, -2.5)).toBeCloseTo(1.5, 12);
  });

  it('refuses a negative baseline under a relative promise, with the remedy', () => {
    const gate = promiseGate({ terms: relativePromise({ allowedShortfall: 0.3 }) });
    expect(() => gate.requireBaselineReward(-3)).toThrow(
      'with a relative promise the baseline reward must be at least 0, but it is -3. ' +
        'Where rewards can be negative, use the absolute form: allowedLossPerRound. ' +
        '[HR_INPUT_RANGE]',
    );
    expect(() => gate.requireBaselineReward(Number.NaN)).toThrow('HR_INPUT_NOT_FINITE');
  });

  it('never opens on a bound of minus infinity or NaN', () => {
    const gate = promiseGate({ terms: relativePromise({ allowedShortfall: 0.9, reserve: 50 }) });
    expect(gate.margin(openLedger(), Number.NEGATIVE_INFINITY) >= 0).toBe(false);
    expect(gate.margin(openLedger(), Number.NaN) >= 0).toBe(false);
  });
});

describe('promises kept at checkpoints', () => {
  it('counts the rounds that are left to repair the window', () => {
    const left = Array.from({ length: 8 }, (_, k) => roundsLeftInWindow(4, k + 1));
    expect(left).toEqual([3, 2, 1, 0, 3, 2, 1, 0]);
    expect(roundsLeftInWindow(1, 7)).toBe(0);
    const terms = relativePromise({ allowedShortfall: 0.3, window: 5 });
    const gate = promiseGate({ terms, baselineRewardMin: 2 });
    const plain = cumulativeGate(0.3).margin(openLedger(), 7.5);
    // Round 3 of 5: two rounds, each worth at least 0.3 · 2.
    expect(gate.margin(openLedger(), 7.5)).toBeCloseTo(plain + 1.2, 12);
    expect(() => gate.requireBaselineReward(1.5)).toThrow('baselineRewardMin = 2, but it is 1.5');
  });

  it('holds at every checkpoint whatever is proposed, and is used in between', () => {
    let borrowedCount = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 31 - 1 }),
        fc.integer({ min: 2, max: 9 }),
        fc.boolean(),
        (seed, window, isAbsolute) => {
          const random = seededRandom(seed);
          const terms = isAbsolute
            ? absolutePromise({ allowedLossPerRound: 0.4, reserve: 0.5, window })
            : relativePromise({ allowedShortfall: 0.35, reserve: 0.5, window });
          const gate = promiseGate({ terms, baselineRewardMin: 1 });
          const ledger = new Ledger(1);
          let learnerTotal = 0;
          let slack = terms.reserve;
          for (let round = 1; round <= 6 * window; round++) {
            const [baseline, proposal] = [1 + random(), 3 * random()];
            ledger.openRound(baseline);
            const isPlayed = gate.margin(ledger, learnerTotal + proposal) >= 0;
            if (isPlayed) ledger.bookLearnerRound(Float64Array.of(1));
            else ledger.bookBaselineRound();
            if (isPlayed) learnerTotal += proposal;
            slack += (isPlayed ? proposal : baseline) - terms.shareKept * baseline;
            slack += terms.allowancePerRound;
            if (round % window === 0) expect(slack).toBeGreaterThanOrEqual(-1e-9);
            else if (slack < -1e-9) borrowedCount += 1;
          }
        },
      ),
      { seed: 5, numRuns: 200 },
    );
    expect(borrowedCount).toBeGreaterThan(50);
  });
});

describe('the margin with an interval for the baseline', () => {
  it('is the known one for a point, and falls with either end', () => {
    const terms = relativePromise({ allowedShortfall: 0.3, reserve: 2 });
    const point = {
      terms,
      learnerTotalLowerBound: 7.5,
      baselineMaxOnLearnerRounds: 11,
      baselineMinOnBaselineRounds: 4,
      roundCount: 3,
    };
    const known = promiseGate({ terms }).margin(openLedger(), 7.5);
    expect(intervalMargin(point)).toBeCloseTo(known, 12);
    const above = intervalMargin({ ...point, baselineMaxOnLearnerRounds: 12 });
    expect(above).toBeCloseTo(known - 0.7, 12);
    const below = intervalMargin({ ...point, baselineMinOnBaselineRounds: 3 });
    expect(below).toBeCloseTo(known - 0.3, 12);
  });
});

describe('the stage-wise gate', () => {
  it('meets its inequality with equality wherever it holds back', () => {
    const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
    const reward = fc.double({ min: 0.01, max: 50, noNaN: true });
    const bound = fc.double({ min: -60, max: 60, noNaN: true });
    fc.assert(
      fc.property(share, reward, bound, (allowedShortfall, baseline, lowest) => {
        const round = { candidateLowerBound: lowest, baselineExpectedReward: baseline };
        const probability = stagewiseGate(allowedShortfall).playProbability(round);
        const expected = probability * lowest + (1 - probability) * baseline;
        const required = (1 - allowedShortfall) * baseline;
        expect(probability).toBeGreaterThanOrEqual(0);
        expect(probability).toBeLessThanOrEqual(1);
        const tolerance = 1e-12 * (baseline + Math.abs(lowest));
        expect(expected).toBeGreaterThanOrEqual(required - tolerance);
        if (probability < 1) expect(Math.abs(expected - required)).toBeLessThanOrEqual(tolerance);
        else expect(lowest).toBeGreaterThanOrEqual(required - tolerance);
      }),
    );
  });

  it('plays surely what is surely good enough, and never on nonsense', () => {
    const gate = stagewiseGate(0.25);
    const at = (candidateLowerBound: number, baselineExpectedReward: number): number =>
      gate.playProbability({ candidateLowerBound, baselineExpectedReward });
    expect(at(3.1, 4)).toBe(1);
    expect(at(2, 4)).toBe(0.5);
    expect(at(0, 0)).toBe(1);
    expect(at(-1, 0)).toBe(0);
    expect(at(Number.NEGATIVE_INFINITY, 4)).toBe(0);
    expect(at(Number.NaN, 4)).toBe(0);
    expect(() => at(-3, -2)).toThrow('use the absolute form');
  });

  it('tosses a coin of the right bias, one number a toss', () => {
    const random = seededRandom(4);
    let headCount = 0;
    for (let k = 0; k < 10_000; k++) headCount += tossCoin(random, 0.3) ? 1 : 0;
    expect(Math.abs(headCount - 3000)).toBeLessThan(4 * Math.sqrt(10_000 * 0.21));
    expect(tossCoin(() => 0, 0)).toBe(false);
    expect(tossCoin(() => 0.999, 1)).toBe(true);
  });
});

describe('how much a context can move the margin', () => {
  it('has the values for rewards in a range', () => {
    const input = { allowedShortfall: 0.2, rewardRange: { min: 1, max: 4 } };
    expect(learnerContrastVariance(input)).toBeCloseTo(9 * 0.9 ** 2, 12);
    expect(baselineContrastVariance(input)).toBeCloseTo(0.09, 12);
  });
});

describe('the gate for realised contexts', () => {
  const boundaries = {
    contextBoundary: (variance: number): number => 1 + variance,
    noiseBoundary: (variance: number): number => 0.5 + 2 * variance,
    baselineBoundary: (variance: number): number => 0.25 + 3 * variance,
  };
  const options = { allowedShortfall: 0.2, rewardNoiseScale: 0.5, rewardMin: 0.1, ...boundaries };
  const round = { contrastVariance: 0.3, baselineExpectedReward: 2, baselineVariance: 0.05 };

  it('has both margins, computed by hand', () => {
    const gate = new RealisedContextGate(options);
    gate.bookLearnerRound(round);
    gate.bookBaselineRound({ ...round, contrastVariance: 0.01 });
    gate.bookLearnerRound(round);
    gate.observe(7);
    gate.observe(3);
    const answer = gate.margin(4, { ...round, baselineExpectedReward: 1.5 });
    expect(answer.byExpectation).toBeCloseTo(4 - (1 + 0.91), 12);
    // Observed 7 + 0.2 · 3, noise 0.25 · (1 + 0.04), one round pending and the present one at 0.1.
    const earned = 7.6 - (0.5 + 2 * 0.26) + 2 * 0.1;
    const baseline = 2 + 2 + 1.5 + 0.25 + 3 * 0.15;
    expect(answer.byObservation).toBeCloseTo(earned - 0.8 * baseline, 12);
    expect(answer.margin).toBe(Math.max(answer.byExpectation, answer.byObservation));
  });

  it('by expectation it never promises more than the expected margin', () => {
    const gate = new RealisedContextGate(options);
    for (let k = 0; k < 5; k++) gate.bookLearnerRound(round);
    expect(gate.margin(10, round).byExpectation).toBeLessThan(10);
  });

  it('refuses rewards that can be negative, and rewards without a round', () => {
    expect(() => new RealisedContextGate({ ...options, rewardMin: -1 })).toThrow(
      'use the absolute form',
    );
    expect(() => new RealisedContextGate(options).observe(1)).toThrow('HR_CALL_ORDER');
    expect(() =>
      new RealisedContextGate(options).margin(1, { ...round, baselineExpectedReward: -1 }),
    ).toThrow('baseline.expectedReward');
  });
});

/**
 * A coin with chance ½ decides the context. The proposal earns 0.9 or 0.1, the baseline always 0.5:
 * in expectation they are equal, and the expected promise with α = 0.05 is kept by playing the
 * proposal always; in the contexts that come, a bad streak breaks it.
 */
function countBrokenRuns(runCount: number, roundCount: number, isRealisedPromise: boolean): number {
  const allowedShortfall = 0.05;
  const random = seededRandom(12);
  const split = splitFailure(0.1, REALISED_PROMISE_SHARES);
  const boundary = (failureProbability: number) =>
    normalMixtureBoundary({ failureProbability, mixtureTuning: 5 });
  let brokenCount = 0;
  for (let run = 0; run < runCount; run++) {
    const certificate = martingaleCertificate(boundary(split.martingale));
    const gate = new RealisedContextGate({
      allowedShortfall,
      rewardNoiseScale: 0,
      rewardMin: 0.1,
      contextBoundary: boundary(split.contextFluctuation),
      noiseBoundary: () => 0,
      baselineBoundary: () => 0,
    });
    const contrast = { baselineExpectedReward: 0.5, baselineVariance: 0 };
    let [baselineRoundTotal, total, slack, isBroken] = [0, 0, 0, false];
    for (let t = 0; t < roundCount; t++) {
      total += 0.5;
      const offered = { features: [1], lowerBound: 0.5, variance: 0.16 };
      const bound = certificate.lowerBound(offered) + baselineRoundTotal;
      const expectedMargin = Math.max(bound, 0.5 * (t + 1)) - (1 - allowedShortfall) * total;
      const realised = { ...contrast, contrastVariance: 0.16 };
      const margin = isRealisedPromise
        ? gate.margin(expectedMargin, realised).margin
        : expectedMargin;
      const isPlayed = margin >= 0;
      const reward = isPlayed ? (random() < 0.5 ? 0.9 : 0.1) : 0.5;
      if (isPlayed) gate.bookLearnerRound(realised);
      else gate.bookBaselineRound({ ...contrast, contrastVariance: 0 });
      gate.observe(reward);
      if (isPlayed) certificate.book(offered);
      if (isPlayed) certificate.observe(reward);
      else baselineRoundTotal += 0.5;
      slack += reward - (1 - allowedShortfall) * 0.5;
      if (slack < -1e-9) isBroken = true;
    }
    if (isBroken) brokenCount += 1;
  }
  return brokenCount;
}

describe('the realised promise in a world of coins (δ = 0.1, 500 runs of 300 rounds)', () => {
  it('is broken by the gate for the expected promise, and kept by the gate for the realised one', () => {
    expect(countBrokenRuns(500, 300, false)).toBeGreaterThan(250);
    const brokenCount = countBrokenRuns(500, 300, true);
    expect(binomialUpperLimit(brokenCount, 500)).toBeLessThanOrEqual(0.1);
  });
});

describe('the realised margin with revealed contexts', () => {
  it('bounds the sum of contrasts, less the quantile of one round', () => {
    const model = createRidgeModel({ dimension: 2, actionCapacity: 1, ridgePenalty: 4 });
    model.learn([1, 0.5], 2, 0.5);
    const noise = { variance: 0.4, tail: 0.2, round: 9, failureProbability: 0.02 };
    const view = { model, radius: 1.2 };
    const contrasts = { contrastSum: [3, -1], candidateContrast: [0.5, 2] };
    expect(revealedContextMargin({ ...view, ...noise, ...contrasts })).toBeCloseTo(
      lowestTotal(view, [3.5, 1]) - oneStepQuantile(noise),
      12,
    );
  });
});
