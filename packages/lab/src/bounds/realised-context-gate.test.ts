/**
 * Erratum 5: a gate for expectations does not keep the promise about what happened; this gate does.
 */
import { stitchedBoundary } from '@hedgerow/core/research';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../environments/random-stream.ts';
import { upperLimit } from '../measures/clopper-pearson.ts';
import { RealisedContextGate } from './realised-context-gate.ts';

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
});

/**
 * A coin with chance ½ decides the context. The proposal earns 0.9 or 0.1, the baseline always 0.5:
 * in expectation they are equal, and the expected promise with α = 0.05 is kept by playing the
 * proposal always; in the contexts that come, a bad streak breaks it.
 */
function playCoins(
  runCount: number,
  roundCount: number,
  isRealisedPromise: boolean,
): { brokenCount: number; playedCount: number } {
  const allowedShortfall = 0.05;
  const random = randomStream({ seed: 12, index: 0 });
  const boundary = stitchedBoundary({ failureProbability: 0.1, varianceMin: 5, tail: 0 });
  let [brokenCount, playedCount] = [0, 0];
  for (let run = 0; run < runCount; run++) {
    const gate = new RealisedContextGate({
      allowedShortfall,
      rewardNoiseScale: 0,
      rewardMin: 0.1,
      contextBoundary: boundary,
      noiseBoundary: () => 0,
      baselineBoundary: () => 0,
    });
    const contrast = { baselineExpectedReward: 0.5, baselineVariance: 0 };
    let [slack, isBroken] = [0, false];
    for (let t = 0; t < roundCount; t++) {
      const expectedMargin = allowedShortfall * 0.5 * (t + 1);
      const realised = { ...contrast, contrastVariance: 0.16 };
      const margin = isRealisedPromise
        ? gate.margin(expectedMargin, realised).margin
        : expectedMargin;
      const isPlayed = margin >= 0;
      const reward = isPlayed ? (random.uniform() < 0.5 ? 0.9 : 0.1) : 0.5;
      if (isPlayed) gate.bookLearnerRound(realised);
      else gate.bookBaselineRound({ ...contrast, contrastVariance: 0 });
      gate.observe(reward);
      if (isPlayed) playedCount += 1;
      slack += reward - (1 - allowedShortfall) * 0.5;
      if (slack < -1e-9) isBroken = true;
    }
    if (isBroken) brokenCount += 1;
  }
  return { brokenCount, playedCount };
}

describe('the realised promise in a world of coins (δ = 0.1, 500 runs of 300 rounds)', () => {
  it('is broken by the gate for the expected promise, and kept by the gate for the realised one', () => {
    expect(playCoins(500, 300, false).brokenCount).toBeGreaterThan(250);
    const { brokenCount, playedCount } = playCoins(500, 300, true);
    expect(upperLimit({ count: brokenCount, runCount: 500, confidence: 0.95 })).toBeLessThan(0.1);
    // Kept by judging, not by never playing.
    expect(playedCount).toBeGreaterThan(500);
  });
});
