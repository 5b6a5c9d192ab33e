/**
 * The synthetic experiment in its `berkson` reading: 20 actions x ~ N(0, I₅), forecasts N(m, I₅)
 * with m ~ N(0, I₅), reward |x − c|² plus noise 0.1, baseline = 10th best action by expected reward.
 *
 * Small here, to check the code. The full comparison (100 trials of 2000 rounds) agrees with the
 * reference runs of SPEC 6.2 within two standard errors of the difference.
 */
import { describe, expect, it } from 'vitest';
import { standardNormal } from '../../base/random-source.ts';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { createEngine } from '../../model/kernel/create-engine.ts';
import { greedyProposer } from '../../proposal/greedy-proposer.ts';
import { CertifiedContextUcb, type CertifiedContextUcbOptions } from './certified-context-ucb.ts';

const ACTION_COUNT = 20;
const CONTEXT_SIZE = 5;
const DIMENSION = 15;
const WEIGHT_NORM_BOUND = Math.sqrt(30);
const engine = createEngine();

interface TrialResult {
  readonly regret: number;
  readonly baselineRoundCount: number;
  readonly isBroken: boolean;
  readonly overstatedCount: number;
}

function playTrial(seed: number, roundCount: number, allowedShortfall: number): TrialResult {
  const random = seededRandom(seed);
  const draws = (length: number): Float64Array =>
    Float64Array.from({ length }, () => standardNormal(random));
  const actions = Array.from({ length: ACTION_COUNT }, () => draws(CONTEXT_SIZE));
  let mean = draws(CONTEXT_SIZE);
  const learner = new CertifiedContextUcb({
    dimension: DIMENSION,
    actionCount: ACTION_COUNT,
    allowedShortfall,
    failureProbability: 0.001,
    weightNormBound: WEIGHT_NORM_BOUND,
    rewardMin: 0,
    engine,
    noise: {
      tail: 2 * WEIGHT_NORM_BOUND,
      varianceOf: (_features, k) => 0.01 + 30 * largestVariance(actions[k]!, mean),
    },
  });
  let [regret, baselineRoundCount, slack, learnerTotal, overstatedCount] = [0, 0, 0, 0, 0];
  let isBroken = false;
  for (let round = 0; round < roundCount; round++) {
    mean = draws(CONTEXT_SIZE);
    const context = draws(CONTEXT_SIZE).map((value, i) => value + mean[i]!);
    const worth = actions.map((action) => 5 + squaredDistance(action, mean));
    const ranked = [...worth.keys()].sort((a, b) => worth[b]! - worth[a]!);
    const baseline = { action: ranked[9]!, expectedReward: worth[ranked[9]!]! };
    actions.forEach((action, k) => {
      learner.expectedFeatures.set(expectedFeatures(action, mean), k * DIMENSION);
    });
    const decision = learner.decide(baseline);
    const candidateWorth = worth[decision.proposedAction]!;
    if (decision.learnerTotalLowerBound! > learnerTotal + candidateWorth) overstatedCount += 1;
    const played = worth[decision.playedAction]!;
    if (decision.chosenBy === 'learner') learnerTotal += played;
    else baselineRoundCount += 1;
    regret += worth[ranked[0]!]! - played;
    slack += played - (1 - allowedShortfall) * baseline.expectedReward;
    if (slack < 0) isBroken = true;
    const noise = 0.1 * standardNormal(random);
    const reward = squaredDistance(actions[decision.playedAction]!, context) + noise;
    learner.settle(decision.ticket, reward);
  }
  return { regret, baselineRoundCount, isBroken, overstatedCount };
}

function squaredDistance(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, i) => sum + (value - b[i]!) ** 2, 0);
}

function expectedFeatures(action: Float64Array, mean: Float64Array): number[] {
  return [
    ...action.map((x) => x * x),
    ...mean.map((m) => m * m + 1),
    ...action.map((x, i) => x * mean[i]!),
  ];
}

/** λ_max of Cov([x², c², x∘c]) for c ~ N(mean, I): blocks of two, one for each coordinate. */
function largestVariance(action: Float64Array, mean: Float64Array): number {
  return action.reduce((largest, x, i) => {
    const [square, product, cross] = [2 + 4 * mean[i]! ** 2, x * x, 2 * mean[i]! * x];
    return Math.max(largest, (square + product) / 2 + Math.hypot((square - product) / 2, cross));
  }, 0);
}

describe('the certified strategy in the synthetic experiment (10 trials of 500 rounds)', () => {
  it.each([0.1, 0.5])('keeps its promise and certifies only what is true, α = %d', (share) => {
    const results = Array.from({ length: 10 }, (_, k) => playTrial(300 + k, 500, share));
    expect(results.filter((result) => result.isBroken)).toHaveLength(0);
    expect(results.reduce((sum, result) => sum + result.overstatedCount, 0)).toBe(0);
    const baselineRounds = results.reduce((sum, result) => sum + result.baselineRoundCount, 0) / 10;
    // The reference has 242.5 and 32.4 baseline rounds in 2000; most of them come early.
    expect(baselineRounds).toBeGreaterThan(share === 0.1 ? 150 : 20);
    expect(baselineRounds).toBeLessThan(share === 0.1 ? 280 : 45);
  });
});

describe('the certified strategy', () => {
  const options: CertifiedContextUcbOptions = {
    dimension: 2,
    actionCount: 3,
    allowedShortfall: 0.26,
    failureProbability: 0.05,
    weightNormBound: 2,
    rewardMin: 0.5,
    noise: { tail: 0.5, varianceOf: () => 0.25 },
    engine,
  };

  it('spends the floor first: the baseline until a candidate at the floor is affordable', () => {
    const learner = new CertifiedContextUcb(options);
    const choices = Array.from({ length: 4 }, () => {
      learner.expectedFeatures.set([1, 0, 0, 1, 0.5, 0.5]);
      const decision = learner.decide({ action: 1, expectedReward: 1 });
      learner.settle(decision.ticket, 1);
      return decision.chosenBy;
    });
    // A round at the floor costs 0.74 − 0.5, and a baseline round earns 0.26.
    expect(choices).toEqual(['baseline', 'learner', 'baseline', 'learner']);
    expect(learner.proposerModel.observationCount).toBe(4);
    expect(learner.certificateModel.observationCount).toBe(4);
    expect(learner.ledger.learnerRoundCount).toBe(2);
  });

  it('takes any proposer, revealed features for it, and fewer actions than it could', () => {
    const learner = new CertifiedContextUcb({ ...options, proposer: greedyProposer() });
    learner.expectedFeatures.set([1, 0, 0, 1, 5, 5]);
    const decision = learner.decide({ action: 0, expectedReward: 1 }, 2);
    expect(decision.proposedAction).toBe(0);
    learner.settle(decision.ticket, 3, Float64Array.of(0, 1));
    const weights = new Float64Array(2);
    learner.proposerModel.kernel.estimateWeights(weights);
    expect([...weights]).toEqual([0, 1.5]);
    learner.certificateModel.kernel.estimateWeights(weights);
    expect(weights[0]).toBeGreaterThan(0);
  });

  it('refuses what it cannot promise or does not expect', () => {
    const learner = new CertifiedContextUcb(options);
    expect(() => learner.decide({ action: 0, expectedReward: -1 })).toThrow(
      'use the absolute form',
    );
    expect(() => learner.decide({ action: 0, expectedReward: null })).toThrow('HR_INPUT_KIND');
    expect(() => learner.decide({ action: 3, expectedReward: 1 })).toThrow('baseline.action');
    const ticket = { sequence: 1, playedAction: 0, features: new Float64Array(2) };
    expect(() => learner.settle(ticket, 1)).toThrow('HR_CALL_ORDER');
    expect(learner.ledger.baselineTotal).toBe(0);
  });
});
