import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { uniformAt } from '../base/counter-random.ts';
import { seededRandom } from '../base/testing/seeded-random.ts';
import { exact } from '../context/exact.ts';
import { multivariateNormal } from '../context/multivariate-normal.ts';
import type { FeatureMap } from '../expectation/feature-map.ts';
import { perActionMap } from '../expectation/maps/per-action-map.ts';
import { syntheticMap } from '../expectation/maps/synthetic-map.ts';
import { coinBook } from '../safety/books/coin-book.ts';
import { knownBaselineBook } from '../safety/books/known-baseline-book.ts';
import { cumulativeGate } from '../safety/paper/cumulative-gate.ts';
import { determinantRadius } from '../safety/paper/determinant-radius.ts';
import { relativePromise } from '../safety/promise-terms.ts';
import { hedge } from './hedge.ts';
import { LinearLearner } from './learners/linear-learner.ts';
import {
  baselineOnly,
  conservativeContextUcb,
  conservativeLinearUcb,
  contextUcb,
  linearUcb,
} from './published-strategies.ts';
import { playRounds, type StrategyUnderTest, strategyContract } from './strategy.contract.ts';

const declared = {
  noiseScale: 0.3,
  weightNormBound: 1.5,
  featureNormBound: 2.5,
  failureProbability: 0.05,
};

const STRATEGIES: readonly StrategyUnderTest[] = [
  {
    name: 'baselineOnly',
    create: (featureMap) => baselineOnly({ featureMap }),
  },
  {
    name: 'linearUcb',
    create: (featureMap, ridgePenalty) => linearUcb({ ...declared, featureMap, ridgePenalty }),
  },
  {
    name: 'contextUcb (hidden)',
    create: (featureMap, ridgePenalty) =>
      contextUcb({ ...declared, featureMap, ridgePenalty, feedback: 'hidden' }),
  },
  {
    name: 'contextUcb (revealed)',
    create: (featureMap, ridgePenalty) =>
      contextUcb({ ...declared, featureMap, ridgePenalty, feedback: 'revealed' }),
  },
  {
    name: 'conservativeLinearUcb',
    create: (featureMap, ridgePenalty) =>
      conservativeLinearUcb({ ...declared, featureMap, ridgePenalty, allowedShortfall: 0.4 }),
  },
  {
    name: 'conservativeContextUcb',
    create: (featureMap, ridgePenalty) =>
      conservativeContextUcb({ ...declared, featureMap, ridgePenalty, allowedShortfall: 0.4 }),
  },
  {
    name: 'hedge (baseline declared)',
    create: (featureMap, ridgePenalty) =>
      hedge({
        featureMap,
        ridgePenalty,
        book: knownBaselineBook({
          terms: relativePromise({ allowedShortfall: 0.4 }),
          rewardFloor: 0,
          rewardNoiseScale: 0,
          failureProbability: 0.05,
        }),
      }),
  },
  {
    name: 'hedge (coin)',
    create: (featureMap, ridgePenalty) =>
      hedge({
        featureMap,
        ridgePenalty,
        coin: (sequence) => uniformAt(17n, sequence),
        book: coinBook({
          terms: relativePromise({ allowedShortfall: 0.4 }),
          subject: 'policy',
          rewardFloor: 0,
          rewardCeiling: 4,
          rewardNoiseScale: 0,
          failureProbability: 0.05,
        }),
      }),
  },
];

const WORLDS: readonly [string, FeatureMap][] = [
  ['d = 2', perActionMap({ actionCount: 1, contextDimension: 1 })],
  ['d = 3', syntheticMap([[0.5], [-1.25], [2]])],
  ['d = 15', perActionMap({ actionCount: 5, contextDimension: 2 })],
];

describe.each(STRATEGIES)('$name', (subject) => {
  describe.each(WORLDS)('in a world with %s', (_name, featureMap) => {
    describe.each([0.25, 1, 4])('and ridge penalty %d', (ridgePenalty) => {
      strategyContract(subject, { featureMap, ridgePenalty });
    });
  });
});

describe('the list of strategies under test', () => {
  it('holds every strategy in the folder', () => {
    const folder = new URL('.', import.meta.url);
    const files = readdirSync(folder).filter(
      (name) => /\.ts$/.test(name) && !/\.(test|contract)\.ts$/.test(name),
    );
    const factories = files
      .map((name) => readFileSync(new URL(name, folder), 'utf8'))
      .flatMap((text) => [...text.matchAll(/^export function (\w+)\([^)]*\): Strategy \{/gm)])
      .map((match) => match[1])
      .filter((name) => name !== 'mappedStrategy');
    const tested = new Set(STRATEGIES.map(({ name }) => name.split(' ')[0]));
    expect(new Set(factories)).toEqual(tested);
  });
});

describe('with an exact context', () => {
  const featureMap = syntheticMap([
    [0.5, 1],
    [-1.25, 0.25],
    [2, -0.5],
    [0.75, 0.75],
  ]);
  const ridgePenalty = 4;
  const options = { ...declared, featureMap, ridgePenalty };
  const world = { featureMap, ridgePenalty };

  it('LUCB and both forms of UCB over distributions are the same, bit for bit', () => {
    const radius = 'paper';
    const reference = playRounds(linearUcb(options), world, 200);
    for (const feedback of ['hidden', 'revealed'] as const) {
      const strategy = contextUcb({ ...options, ...declared, feedback, radius });
      expect(playRounds(strategy, world, 200)).toEqual(reference);
    }
  });

  it('CLUCB and Algorithm 1 are the same, bit for bit', () => {
    const conservative = { ...options, allowedShortfall: 0.3 };
    expect(playRounds(conservativeContextUcb(conservative), world, 200)).toEqual(
      playRounds(conservativeLinearUcb(conservative), world, 200),
    );
  });

  it('all four do the same where the promise costs nothing', () => {
    // A baseline that loses a fortune in every round leaves room for anything.
    const ruinous = { ...world, baselineReward: -1e6 };
    const whatIsDone = (strategy: ReturnType<typeof linearUcb>) =>
      playRounds(strategy, ruinous, 200).map((line) => {
        const { playedAction, upperBounds, confidenceRadius } = JSON.parse(line);
        return { playedAction, upperBounds, confidenceRadius };
      });
    const reference = whatIsDone(linearUcb(options));
    const conservative = { ...options, allowedShortfall: 0.3 };
    const radius = 'paper';
    expect(whatIsDone(conservativeLinearUcb(conservative))).toEqual(reference);
    expect(whatIsDone(conservativeContextUcb(conservative))).toEqual(reference);
    const unguarded = contextUcb({ ...options, ...declared, feedback: 'hidden', radius });
    expect(whatIsDone(unguarded)).toEqual(reference);
  });

  it('strategies that need the context refuse a forecast, and say which strategies take one', () => {
    const forecast = multivariateNormal({ mean: [0.5, 2], variances: [4, 0.25] });
    const baseline = { action: 1, expectedReward: 2 };
    for (const strategy of [
      linearUcb(options),
      conservativeLinearUcb({ ...options, allowedShortfall: 0.3 }),
    ]) {
      expect(() => strategy.decide({ context: forecast, baseline })).toThrow(
        'must be shown the exact context, but it is a distribution of kind "multivariate-normal". Pass exact(…), or use contextUcb or conservativeContextUcb, which take forecasts. [HR_CONTEXT_NOT_EXACT]',
      );
    }
  });
});

describe('Algorithm 1 as written', () => {
  const featureMap = perActionMap({ actionCount: 3, contextDimension: 1 });
  const options = { ...declared, featureMap, ridgePenalty: 0.25, allowedShortfall: 0.3 };

  it('started from all of ℝᵈ follows the baseline for ever (erratum 3), from the ball it does not', () => {
    const choosers = (startingSet: 'ball' | 'everything') =>
      playRounds(
        conservativeContextUcb({ ...options, startingSet }),
        { featureMap, ridgePenalty: 0.25 },
        300,
      ).map((line) => JSON.parse(line).chosenBy as string);
    expect(new Set(choosers('everything'))).toEqual(new Set(['baseline']));
    expect(choosers('ball')).toContain('learner');
  });

  it('learns nothing from baseline rounds', () => {
    const strategy = conservativeContextUcb({ ...options, allowedShortfall: 0.001 });
    const weights = new Float64Array(featureMap.dimension);
    const decision = strategy.decide({
      context: exact(0.5),
      baseline: { action: 2, expectedReward: 3 },
    });
    expect(decision).toMatchObject({
      chosenBy: 'baseline',
      reason: 'not-certified',
      playedAction: 2,
    });
    expect(decision.margin).toBeLessThan(0);
    strategy.observe({ reward: 5 });
    strategy.estimateWeights(weights);
    expect([...weights]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('takes a reward once for each decision', () => {
    const strategy = conservativeContextUcb(options);
    expect(() => strategy.observe({ reward: 2 })).toThrow('a reward must follow a decision');
    strategy.decide({ context: exact(0.5), baseline: { action: 2, expectedReward: 3 } });
    strategy.observe({ reward: 2 });
    expect(() => strategy.observe({ reward: 2 })).toThrow('HR_CALL_ORDER');
  });

  it('needs the baseline reward as a number', () => {
    const strategy = conservativeContextUcb(options);
    const decide = (expectedReward: null | { min: number; max: number }) =>
      strategy.decide({ context: exact(0.5), baseline: { action: 1, expectedReward } });
    expect(() => decide(null)).toThrow('but it is unknown');
    expect(() => decide({ min: 2, max: 3 })).toThrow('but it is an interval');
  });
});

describe('UCB over distributions with revealed contexts', () => {
  const featureMap = perActionMap({ actionCount: 2, contextDimension: 1 });
  const options = { ...declared, featureMap, ridgePenalty: 4 };
  const situation = {
    context: multivariateNormal({ mean: [0.5], variances: [4] }),
    baseline: { action: 0, expectedReward: 1 },
  };

  it('regresses on the context that came; hidden regresses on the forecast', () => {
    const learnt = (feedback: 'hidden' | 'revealed') => {
      const strategy = contextUcb({ ...options, feedback });
      strategy.decide(situation);
      strategy.observe({ reward: 3, context: [2] });
      const weights = new Float64Array(4);
      strategy.estimateWeights(weights);
      return weights;
    };
    // One observation of features f gives θ̂ = f · reward / (λ + |f|²), for f = (1, c).
    const expected = (context: number) => [
      3 / (5 + context ** 2),
      (3 * context) / (5 + context ** 2),
    ];
    for (const [i, weight] of expected(2).entries()) {
      expect(learnt('revealed')[i]).toBeCloseTo(weight, 12);
    }
    for (const [i, weight] of expected(0.5).entries()) {
      expect(learnt('hidden')[i]).toBeCloseTo(weight, 12);
    }
  });

  it('asks for the context it was promised', () => {
    const strategy = contextUcb({ ...options, feedback: 'revealed' });
    strategy.decide(situation);
    expect(() => strategy.observe({ reward: 3 })).toThrow(
      'observation.context must be given to contextUcb with feedback "revealed", but it is absent. Pass the context as it turned out, or choose feedback "hidden". [HR_INPUT_KIND]',
    );
    expect(() => strategy.observe({ reward: 3, context: [1, 2] })).toThrow('HR_INPUT_DIMENSION');
  });
});

describe('a linear learner', () => {
  it('plays the baseline when a bound is not a number', () => {
    const learner = new LinearLearner({
      dimension: 2,
      actionCount: 2,
      ridgePenalty: 4,
      radius: determinantRadius(declared),
      gate: cumulativeGate(0.5),
      learnFromBaseline: false,
      selection: 'optimistic',
      startingSet: 'ball',
    });
    learner.expectedFeatures.set([Number.NaN, 2, Number.NaN, 3]);
    const decision = learner.decide({ action: 1, expectedReward: -1e6 });
    expect(decision.margin).toBeNaN();
    expect(decision).toMatchObject({ chosenBy: 'baseline', playedAction: 1 });
  });

  it('may be shown fewer actions than it has room for, and never plays the others', () => {
    const learner = new LinearLearner({
      dimension: 2,
      actionCount: 4,
      ridgePenalty: 0.25,
      radius: determinantRadius(declared),
      gate: null,
      learnFromBaseline: true,
      selection: 'optimistic',
      startingSet: 'ball',
    });
    const random = seededRandom(5);
    for (let round = 0; round < 50; round++) {
      learner.expectedFeatures.set([random(), random(), random(), random(), 9, 9, 9, 9]);
      const { playedAction, ticket } = learner.decide({ action: 1, expectedReward: 1 }, 2);
      expect(playedAction).toBeLessThan(2);
      learner.settle(ticket, random());
    }
    expect(() => learner.decide({ action: 3, expectedReward: 1 }, 2)).toThrow('baseline.action');
    expect(() => learner.decide({ action: 0, expectedReward: 1 }, 5)).toThrow('actionCount');
  });
});
