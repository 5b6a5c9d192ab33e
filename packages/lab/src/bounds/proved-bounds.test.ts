/**
 * Our bounds against gates played out, and against real runs.
 */
import { createEngine } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../environments/random-stream.ts';
import { syntheticWorld } from '../environments/synthetic-world.ts';
import { roundsBeforeFirstProposal } from './first-proposal.ts';
import { measureAlgorithmOne, measureSoundGate } from './measured-run.ts';
import { paperConstants } from './problem-constants.ts';
import { baselineRoundsForDebt, provedBaselineRounds } from './proved-baseline-rounds.ts';
import { provedLearnerRegret } from './proved-regret.ts';
import { noiseVariance, SYNTHETIC_REWARD_MIN } from './synthetic-truth.ts';

interface WorstGate {
  readonly allowedShortfall: number;
  readonly regretPerRoot: number;
  readonly boundaryPerRoot: number;
  readonly uniform: () => number;
}

/**
 * Plays a gate whose certificate is as low as a true one can be: the learner's total less 2B. The
 * learner's regret is a constant times √m, and the baseline earns anything from 2 to 5.
 */
function playWorstGate(input: WorstGate, horizon: number): number {
  const { allowedShortfall, regretPerRoot, boundaryPerRoot, uniform } = input;
  let learnerRounds = 0;
  let learnerTotal = 0;
  let baselineRounds = 0;
  let baselineEarned = 0;
  let baselineTotal = 0;
  for (let round = 0; round < horizon; round++) {
    const baselineReward = 2 + 3 * uniform();
    baselineTotal += baselineReward;
    const certified = learnerTotal - 2 * boundaryPerRoot * Math.sqrt(learnerRounds);
    if (certified + baselineEarned >= (1 - allowedShortfall) * baselineTotal) {
      const best = baselineReward + 0.1;
      const regret = regretPerRoot * (Math.sqrt(learnerRounds + 1) - Math.sqrt(learnerRounds));
      learnerTotal += best - regret;
      learnerRounds += 1;
    } else {
      baselineEarned += baselineReward;
      baselineRounds += 1;
    }
  }
  return baselineRounds;
}

describe('provedBaselineRounds', () => {
  it('is not exceeded by gates with the lowest true certificate, and not far off', () => {
    const random = randomStream({ seed: 3, index: 0 });
    const uniform = () => random.uniform();
    for (const allowedShortfall of [0.05, 0.2, 0.6]) {
      for (const [regretPerRoot, boundaryPerRoot] of [
        [2, 3],
        [9, 1],
        [0.5, 0.5],
      ] as const) {
        const bound = provedBaselineRounds({
          constants: {
            allowedShortfall,
            baselineRewardMin: 2,
            baselineRewardMax: 5,
            baselineGapMin: 0.1,
          },
          horizon: 20_000,
          regretOf: (rounds) => regretPerRoot * Math.sqrt(rounds),
          boundaryOf: (rounds) => boundaryPerRoot * Math.sqrt(rounds),
        });
        const gate = { allowedShortfall, regretPerRoot, boundaryPerRoot, uniform };
        const played = playWorstGate(gate, 20_000);
        expect(played).toBeLessThanOrEqual(bound);
        expect(played).toBeGreaterThan(bound / 8);
      }
    }
  });

  it('does not grow with the horizon once the debt has peaked', () => {
    const input = {
      constants: paperConstants(0.3),
      regretOf: (rounds: number) => 3 * Math.sqrt(rounds),
      boundaryOf: (rounds: number) => 2 * Math.sqrt(rounds),
    };
    expect(provedBaselineRounds({ ...input, horizon: 100_000 })).toBe(
      provedBaselineRounds({ ...input, horizon: 10_000 }),
    );
  });

  it('is the peak of a root against a slope, in closed form', () => {
    const constants = {
      allowedShortfall: 0.2,
      baselineRewardMin: 4,
      baselineRewardMax: 7,
      baselineGapMin: 0.7,
    };
    const bound = provedBaselineRounds({
      constants,
      horizon: 1000,
      regretOf: (rounds) => 6 * Math.sqrt(rounds),
      boundaryOf: (rounds) => 12 * Math.sqrt(rounds),
    });
    // 30 √m − 1.5 m peaks at m = 100 with 150.
    expect(bound).toBeCloseTo(1 + (0.8 * 7 + 150) / 0.8, 9);
  });
});

describe('provedLearnerRegret', () => {
  it('is the meant bound without its hidden assumption, term by term', () => {
    const constants = { ...paperConstants(0.3), noiseScale: 3, ridgePenalty: 4 };
    const logDeterminant = 15 * Math.log(1 + (200 * 1600) / 60);
    const radius = 3 * Math.sqrt(logDeterminant + 2 * Math.log(1000)) + 2 * Math.sqrt(30);
    const root = Math.sqrt(400 * logDeterminant);
    const input = { constants, roundCount: 200 };
    expect(provedLearnerRegret({ ...input, roundRegretMax: 1 })).toBeCloseTo(2 * radius * root, 6);
    expect(provedLearnerRegret({ ...input, roundRegretMax: 500 })).toBeCloseTo(500 * root, 6);
  });
});

describe('the runs', () => {
  const engine = createEngine();
  const worldOf = (index: number) => syntheticWorld(randomStream({ seed: 2, index }));

  it('behind the sound gate keep within the bound of their own regret and noise', () => {
    for (const allowedShortfall of [0.1, 0.5]) {
      for (let index = 0; index < 4; index++) {
        const constants = paperConstants(allowedShortfall);
        const run = measureSoundGate({
          world: worldOf(index),
          constants,
          roundCount: 600,
          engine,
        });
        const own = {
          allowedShortfall,
          baselineRewardMin: SYNTHETIC_REWARD_MIN,
          baselineRewardMax: run.baselineRewardMax,
          baselineGapMin: 0,
        };
        expect(run.baselineRounds).toBeLessThanOrEqual(baselineRoundsForDebt(own, run.debtMax));
        expect(run.baselineRounds + run.learnerRounds).toBe(600);
      }
    }
  });

  it('of Algorithm 1 wait at least as long as the first proposal needs, and lose the true weights', () => {
    for (let index = 0; index < 4; index++) {
      const constants = paperConstants(0.1);
      const run = measureAlgorithmOne({
        world: worldOf(index),
        constants,
        roundCount: 600,
        engine,
      });
      const seen = { ...constants, baselineRewardMin: 5, baselineRewardMax: run.baselineRewardMax };
      const input = { constants: seen, featureNormMin: Math.sqrt(5) };
      const least = roundsBeforeFirstProposal({ ...input, isFloorKnown: false });
      expect(run.baselineRounds).toBeGreaterThanOrEqual(least);
      expect(least).toBeGreaterThan(roundsBeforeFirstProposal({ ...input, isFloorKnown: true }));
      expect(run.isCovered).toBe(false);
    }
  });
});

describe('noiseVariance', () => {
  it('is the variance of rewards drawn again and again', () => {
    const random = randomStream({ seed: 4, index: 0 });
    const [action, centre] = [
      [0.5, -1, 2, 0.3, -0.4],
      [1, 0.2, -0.7, 0, 0.9],
    ] as const;
    const distance = action.reduce((sum, x, i) => sum + (x - centre[i]!) ** 2, 0);
    const rewards = Array.from({ length: 200_000 }, () => {
      const squares = action.map((x, i) => (x - centre[i]! - random.normal()) ** 2);
      return squares.reduce((sum, square) => sum + square, 0.1 * random.normal());
    });
    const mean = rewards.reduce((sum, reward) => sum + reward, 0) / rewards.length;
    const variance =
      rewards.reduce((sum, reward) => sum + (reward - mean) ** 2, 0) / rewards.length;
    expect(mean).toBeCloseTo(distance + 5, 0);
    // The error of a variance is about √(6 / n) of it for such a tail.
    expect(variance / noiseVariance(distance + 5)).toBeCloseTo(1, 1);
  });
});
