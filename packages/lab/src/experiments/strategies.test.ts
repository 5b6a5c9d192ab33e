import { createEngine, syntheticMap } from '@hedgerow/core';
import { createRidgeModel } from '@hedgerow/core/research';
import { describe, expect, it } from 'vitest';
import { RandomStreams } from '../environments/random-stream.ts';
import { playExperiment } from '../runner/play-experiment.ts';
import { distanceInGramNorm } from '../trials/coverage.ts';
import type { StrategyDefinition } from './experiment.ts';
import type { CellSummary } from './experiment-summary.ts';
import { checkExperiment } from './parse-experiment.ts';
import { syntheticVariance } from './synthetic-variance.ts';

const engine = createEngine();

interface Design {
  readonly environment: object;
  readonly strategies: readonly Partial<StrategyDefinition>[];
  readonly rounds: number;
  readonly trials: number;
  readonly allowedShortfall?: number;
}

/** Plays an experiment of one environment in this thread; one summary for each strategy. */
function play({
  environment,
  strategies,
  rounds,
  trials,
  allowedShortfall,
}: Design): CellSummary[] {
  const experiment = checkExperiment({
    format: 'hedgerow-experiment/1',
    name: 'design',
    rounds,
    trials,
    seed: 99,
    environments: [{ id: 'world', ...environment }],
    strategies: strategies.map((strategy, i) => ({ id: `s${i}`, ...strategy })),
    allowedShortfalls: [allowedShortfall ?? 0.5],
  });
  return [...playExperiment(experiment).cells];
}

const regretOf = (cell: CellSummary) => cell.curves.expectedRegret.mean.at(-1)!;
const berkson = { kind: 'synthetic', reading: 'berkson' };
const centered = { kind: 'synthetic', reading: 'centered' };

describe('the strategies in the synthetic world (12 trials of 400 rounds)', () => {
  const strategies: Partial<StrategyDefinition>[] = [
    { kind: 'linearUcb' },
    { kind: 'conservativeLinearUcb' },
    { kind: 'conservativeContextUcb' },
    { kind: 'baselineOnly' },
  ];
  const size = { rounds: 400, trials: 12, allowedShortfall: 0.1 };

  it('are ordered as the paper has them where forecasts lie around the context', () => {
    const regrets = play({ environment: centered, strategies, ...size }).map(regretOf);
    expect(regrets).toEqual(regrets.toSorted((a, b) => a - b));
  });

  it('have one regret in that reading, by all three names', () => {
    for (const { finals } of play({ environment: centered, strategies, ...size })) {
      finals.realisedRegret.forEach((regret, trial) => {
        expect(regret).toBeCloseTo(finals.expectedRegret[trial]!, 6);
        expect(regret).toBeCloseTo(finals.oracleRegret[trial]!, 6);
      });
    }
  });

  it('with the context in sight beat the expected-best action, but not the oracle', () => {
    const [linear] = play({ environment: berkson, strategies, ...size });
    expect(linear!.curves.realisedRegret.mean.at(-1)).toBeLessThan(-500);
    expect(linear!.curves.oracleRegret.mean.at(-1)).toBeGreaterThan(0);
  });

  it('cover the true weights if they see the context, and miss them if it is hidden', () => {
    const cells = play({ environment: berkson, strategies, ...size });
    expect(cells.map(({ coverageFailures }) => coverageFailures)).toEqual([0, 0, 12, null]);
  });

  it('learn much faster from contexts that are revealed', () => {
    const [hidden, revealed] = play({
      environment: berkson,
      strategies: [{ kind: 'contextUcb' }, { kind: 'contextUcb', feedback: 'revealed' }],
      ...size,
    });
    expect(regretOf(revealed!)).toBeLessThan(regretOf(hidden!) / 2);
  });

  it('follow the baseline for ever if they start from all weights there are', () => {
    const [stuck] = play({
      environment: berkson,
      strategies: [{ kind: 'conservativeContextUcb', startingSet: 'everything' }],
      ...size,
    });
    expect(stuck!.learnerShare).toBe(0);
  });
});

describe('promises (20 trials of 300 rounds)', () => {
  const size = { rounds: 300, trials: 20 };

  it('are broken by Algorithm 1 as written where the baseline is the best action, not by hedge', () => {
    const [asWritten, hedge, certified] = play({
      environment: { ...berkson, baselineRank: 1 },
      strategies: [
        { kind: 'conservativeContextUcb' },
        { kind: 'hedge' },
        { kind: 'certifiedContextUcb' },
      ],
      allowedShortfall: 0.02,
      ...size,
    });
    expect(asWritten!.promise!.violations).toBeGreaterThan(1);
    expect(asWritten!.invalidCertificates).toBeGreaterThan(10);
    const { claimed, truth } = asWritten!.wrongClaim!;
    expect(claimed).toBeGreaterThan(truth);
    for (const sound of [hedge!, certified!]) {
      expect(sound.promise!.violations).toBe(0);
      expect(sound.promise!.tightest.slack).toBeGreaterThan(0);
      expect(sound.invalidCertificates).toBe(0);
    }
  });

  it.each([
    { kind: 'bounded' },
    { kind: 'trap', trap: 'onehot-one-good' },
    { kind: 'trap', trap: 'correlated' },
  ])('of every kind are kept in the environment %j', (environment) => {
    const promises = ['expected', 'played', 'observed'] as const;
    const cells = play({
      environment,
      strategies: [
        { kind: 'hedge' },
        ...promises.map((promise) => ({
          kind: 'hedge' as const,
          promise,
          baselineReward: 'unknown' as const,
        })),
      ],
      allowedShortfall: 0.3,
      ...size,
    });
    expect(cells.map(({ promise }) => promise!.subject)).toEqual(['expected', ...promises]);
    for (const { promise, invalidCertificates } of cells) {
      expect([promise!.violations, invalidCertificates]).toEqual([0, 0]);
    }
  });

  it('cost little where the learner soon takes over', () => {
    const [hedge, baseline] = play({
      environment: berkson,
      strategies: [{ kind: 'hedge' }, { kind: 'baselineOnly' }],
      ...size,
    });
    expect(hedge!.learnerShare).toBeGreaterThan(0.9);
    expect(regretOf(hedge!)).toBeLessThan(regretOf(baseline!) / 5);
  });
});

describe('what a definition changes', () => {
  const trap = { kind: 'trap', trap: 'onehot-one-good' };
  const size = { rounds: 300, trials: 6, allowedShortfall: 0.1 };
  const roundsOf = ({ curves }: CellSummary) => curves.baselineRounds.mean.at(-1)!;

  it('without a gate hedge plays what it proposes, and promises nothing', () => {
    const [free, gated] = play({
      environment: berkson,
      strategies: [{ kind: 'hedge', gate: 'none' }, { kind: 'hedge' }],
      ...size,
    });
    expect([free!.allowedShortfall, free!.promise, free!.invalidCertificates]).toEqual([
      null,
      null,
      null,
    ]);
    expect(free!.judgedShortfall).toBe(0.1);
    expect(roundsOf(free!)).toBeLessThan(roundsOf(gated!) / 4);
  });

  it('a Thompson proposer draws, the same in the same trial, and the gate does not mind', () => {
    const thompson = { kind: 'hedge', proposer: { kind: 'thompson', boldness: 0.5 } } as const;
    const [drawn, again, optimistic] = play({
      environment: trap,
      strategies: [thompson, thompson, { kind: 'hedge' }],
      ...size,
    });
    expect(drawn!.finals).toEqual(again!.finals);
    expect(drawn!.finals).not.toEqual(optimistic!.finals);
    expect([drawn!.promise!.violations, drawn!.invalidCertificates]).toEqual([0, 0]);
  });

  it('Algorithm 1 gives fewer rounds away if it may play the best safe action', () => {
    const [written, bestSafe] = play({
      environment: berkson,
      strategies: [
        { kind: 'conservativeContextUcb' },
        { kind: 'conservativeContextUcb', selection: 'best-safe' },
      ],
      ...size,
    });
    expect(roundsOf(bestSafe!)).toBeLessThan(roundsOf(written!));
  });

  it('and others if it learns from the baseline too', () => {
    const [written, learning] = play({
      environment: berkson,
      strategies: [
        { kind: 'conservativeContextUcb' },
        { kind: 'conservativeContextUcb', learnFromBaseline: true },
      ],
      ...size,
    });
    expect(learning!.finals.expectedRegret).not.toEqual(written!.finals.expectedRegret);
  });

  it('with a window hedge begins earlier, and keeps the promise at the end of each', () => {
    const [atOnce, inFifties] = play({
      environment: trap,
      strategies: [{ kind: 'hedge' }, { kind: 'hedge', window: 50 }],
      ...size,
    });
    const firstRounds = ({ curves }: CellSummary) => curves.baselineRounds.mean[1]!;
    expect(firstRounds(inFifties!)).toBeLessThan(firstRounds(atOnce!));
    expect(inFifties!.curves.expectedSlack.mean[1]).toBeLessThan(0);
    expect(inFifties!.promise!.violations).toBe(0);
    expect(inFifties!.promise!.tightest.round % 50).toBe(0);
  });

  it('a shortfall of its own stands in for that of the experiment', () => {
    const cells = play({
      environment: trap,
      strategies: [
        { kind: 'hedge', allowedShortfall: 0.8 },
        { kind: 'hedge', gate: 'none', allowedShortfall: 0.3 },
        { kind: 'hedge' },
      ],
      ...size,
    });
    expect(
      cells.map(({ allowedShortfall, judgedShortfall }) => [allowedShortfall, judgedShortfall]),
    ).toEqual([
      [0.8, 0.8],
      [null, 0.3],
      [0.1, 0.1],
    ]);
    expect(roundsOf(cells[0]!)).toBeLessThan(roundsOf(cells[2]!) / 2);
  });

  it('those who see the weather may have the baseline that is so ranked in it', () => {
    const played = (baselineRanking: string) =>
      play({
        environment: { kind: 'bilinear', map: 'hadamard', generator: 'berkson', baselineRanking },
        strategies: [{ kind: 'conservativeLinearUcb' }, { kind: 'conservativeContextUcb' }],
        ...size,
        rounds: 60,
      });
    const [byForecast, bySight] = [played('forecast'), played('sight')];
    expect(bySight[0]!.finals.realisedRegret).not.toEqual(byForecast[0]!.finals.realisedRegret);
    expect(bySight[1]!.finals).toEqual(byForecast[1]!.finals);
  });

  it('a declared ceiling lets hedge promise about observed rewards in the paper’s world', () => {
    const [observed] = play({
      environment: { ...berkson, rewardCeiling: 60 },
      strategies: [
        { kind: 'hedge', baselineReward: 'unknown', promise: 'observed', noiseScale: 0 },
      ],
      ...size,
      allowedShortfall: 0.5,
    });
    expect([observed!.promise!.subject, observed!.promise!.violations]).toEqual(['observed', 0]);
    expect(observed!.learnerShare).toBeGreaterThan(0);
    expect(Math.max(...observed!.heldOutRounds)).toBeGreaterThan(0);
  });

  it('drift makes the baseline better for good', () => {
    const [early, late] = [10, 290].map(
      (changesAfter) =>
        play({
          environment: { kind: 'drift', changesAfter },
          strategies: [{ kind: 'baselineOnly' }],
          ...size,
        })[0]!,
    );
    // Before the change the other action is better by 0.15 in every round.
    expect(regretOf(early!)).toBeCloseTo(10 * 0.15, 9);
    expect(regretOf(late!)).toBeCloseTo(290 * 0.15, 9);
  });
});

describe('the distance that decides about coverage', () => {
  it('is √(uᵀ V u) with u = θ̂ − θ*', () => {
    const model = createRidgeModel({ dimension: 2, actionCapacity: 1, ridgePenalty: 4, engine });
    model.learn([1, 2], 3, 0.5);
    // V = 4 I + ½ (1, 2)(1, 2)ᵀ and θ̂ = V⁻¹ · ½ · 3 · (1, 2), by hand.
    const [first, second, both] = [4.5, 6, 1];
    const determinant = first * second - both * both;
    const estimate = [
      (second * 1.5 - both * 3) / determinant,
      (first * 3 - both * 1.5) / determinant,
    ];
    const [a, b] = [estimate[0]! - 0.25, estimate[1]! + 1.5];
    const squared = first * a * a + 2 * both * a * b + second * b * b;
    expect(distanceInGramNorm(model, Float64Array.of(0.25, -1.5))).toBeCloseTo(
      Math.sqrt(squared),
      12,
    );
  });
});

describe('the variance bound of the synthetic world', () => {
  it('is the norm of the weights times the largest spread of the features, plus noise', () => {
    const action = [0.5, -1.25];
    const [weightNormBound, noiseScale, claimedVariance] = [3, 0.25, 0.5];
    const centre = [1.5, -0.75];
    const features = Float64Array.from([
      ...action.map((x) => x * x),
      ...centre.map((m) => m * m + claimedVariance),
      ...action.map((x, i) => x * centre[i]!),
    ]);
    const bound = syntheticVariance({ weightNormBound, noiseScale, claimedVariance })(features);
    const largest = (bound - noiseScale ** 2) / weightNormBound ** 2;
    expect(largest).toBeCloseTo(sampledSpread(action, centre, claimedVariance), 1);
  });
});

/** The largest eigenvalue of Cov φ by power iteration on the covariance of 200 000 draws. */
function sampledSpread(action: number[], centre: number[], variance: number): number {
  const random = new RandomStreams({ seed: 3, index: 0 }).next();
  const map = syntheticMap([action]);
  const size = map.dimension;
  const count = 200_000;
  const sums = new Float64Array(size);
  const products = new Float64Array(size * size);
  const features = new Float64Array(size);
  for (let draw = 0; draw < count; draw++) {
    const context = Float64Array.from(centre, (m) => m + Math.sqrt(variance) * random.normal());
    map.features(0, context, features, 0);
    for (let i = 0; i < size; i++) {
      sums[i]! += features[i]! / count;
      for (let j = 0; j < size; j++)
        products[i * size + j]! += (features[i]! * features[j]!) / count;
    }
  }
  let direction = new Float64Array(size).fill(1);
  let largest = 0;
  for (let step = 0; step < 200; step++) {
    const next = direction.map((_, i) =>
      direction.reduce(
        (sum, value, j) => sum + (products[i * size + j]! - sums[i]! * sums[j]!) * value,
        0,
      ),
    );
    largest = Math.hypot(...next);
    direction = next.map((value) => value / largest);
  }
  return largest;
}
