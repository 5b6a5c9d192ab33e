/**
 * Bounds for late, lost and wrong rewards, and for rounds that may not have been played: each is
 * compared with brute force over everything that could be true.
 */
import { describe, expect, it } from 'vitest';
import { standardNormal } from '../../base/random-source.ts';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { createEngine } from '../../model/kernel/create-engine.ts';
import { createRidgeModel, type RidgeModel } from '../../model/ridge-model.ts';
import {
  censoredLowerBound,
  delayedLowerBound,
  prefixLowerBound,
  type UnseenRound,
} from './delayed-reward-bounds.ts';
import { lowestTotal } from './ellipsoid-bounds.ts';
import { unseenRewardAllowance, wrongRewardAllowance } from './reward-doubt-allowance.ts';
import { type IssuedRound, unresolvedExecutionMargin } from './unresolved-execution.ts';

const random = seededRandom(63);
const draw = (): number => standardNormal(random);
const draws = (length: number): Float64Array => Float64Array.from({ length }, draw);
const engine = createEngine('typescript');
const rewardRange = { min: -0.5, max: 2 };

interface Row {
  readonly features: Float64Array;
  readonly weight: number;
  readonly reward: number;
}

function randomRows(dimension: number, count: number): Row[] {
  return Array.from({ length: count }, () => ({
    features: draws(dimension),
    weight: 0.2 + 2 * random(),
    reward: rewardRange.min + 2.5 * random(),
  }));
}

function modelOf(rows: readonly Row[], dimension: number, ridgePenalty: number): RidgeModel {
  const model = createRidgeModel({ dimension, actionCapacity: 1, ridgePenalty, engine });
  for (const row of rows) model.learn(row.features, row.reward, row.weight);
  return model;
}

function withRewards(rows: readonly Row[], rewards: readonly number[]): Row[] {
  return rows.map((row, k) => ({ ...row, reward: rewards[k] ?? row.reward }));
}

function unseen(rows: readonly Row[]): UnseenRound[] {
  return rows.map(({ features, weight, reward }) => ({ features, weight, enteredReward: reward }));
}

describe('bounds with unseen rewards', () => {
  it('censored: is the exact minimum over everything the unseen rewards can be', () => {
    for (let trial = 0; trial < 150; trial++) {
      const dimension = 1 + (trial % 3);
      const ridgePenalty = [0.25, 1, 4][trial % 3]!;
      const rows = randomRows(dimension, 7);
      const unseenCount = 1 + (trial % 4);
      const entered = withRewards(rows, [0, 0.75, 0, 2].slice(0, unseenCount));
      const direction = draws(dimension);
      const radius = 1.4;
      let least = Number.POSITIVE_INFINITY;
      for (let corner = 0; corner < 2 ** unseenCount; corner++) {
        const rewards = Array.from({ length: unseenCount }, (_, k) =>
          (corner >> k) & 1 ? rewardRange.max : rewardRange.min,
        );
        const model = modelOf(withRewards(rows, rewards), dimension, ridgePenalty);
        least = Math.min(least, lowestTotal({ model, radius }, direction));
      }
      const bound = censoredLowerBound(
        {
          model: modelOf(entered, dimension, ridgePenalty),
          radius,
          rewardRange,
          unseenRounds: unseen(entered.slice(0, unseenCount)),
        },
        direction,
      );
      expect(Math.abs(bound - least)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(least)));
    }
  });

  it('a reward that arrives late puts the bound where it would have been', () => {
    const rows = randomRows(3, 8);
    const entered = withRewards(rows, [0, 0]);
    const direction = draws(3);
    const unseenRounds = unseen(entered.slice(0, 2)).map((round, k) => ({
      ...round,
      arrivedReward: rows[k]!.reward,
    }));
    const late = { model: modelOf(entered, 3, 0.25), radius: 2, rewardRange, unseenRounds };
    const punctual = { model: modelOf(rows, 3, 0.25), radius: 2 };
    expect(censoredLowerBound(late, direction)).toBeCloseTo(lowestTotal(punctual, direction), 10);
  });

  it('a low stand-in is not cautious: lowering one reward can raise the bound of another action', () => {
    // Both actions were played together often, so the second one's reward counts against the first.
    const shared = { features: Float64Array.of(1, 1), weight: 9, reward: 1 };
    const other = { features: Float64Array.of(0, 1), weight: 1, reward: 2 };
    const low = modelOf([shared, { ...other, reward: rewardRange.min }], 2, 1);
    const high = modelOf([shared, { ...other, reward: rewardRange.max }], 2, 1);
    const first = [1, 0];
    expect(lowestTotal({ model: low, radius: 1 }, first)).toBeGreaterThan(
      lowestTotal({ model: high, radius: 1 }, first),
    );
    const zero = { ...other, reward: 0 };
    const unseenRounds = unseen([zero]);
    const censored = { model: modelOf([shared, zero], 2, 1), radius: 1, rewardRange, unseenRounds };
    expect(censoredLowerBound(censored, first)).toBeCloseTo(
      lowestTotal({ model: high, radius: 1 }, first),
      12,
    );
  });

  it('the larger of prefix and censored is taken', () => {
    const rows = randomRows(2, 6);
    const prefix = { model: modelOf(rows.slice(0, 5), 2, 4), radius: 1.1 };
    const entered = withRewards(rows, []);
    const censored = {
      model: modelOf(entered, 2, 4),
      radius: 1.2,
      rewardRange,
      unseenRounds: unseen(entered.slice(5)),
    };
    for (let trial = 0; trial < 20; trial++) {
      const direction = draws(2);
      const bounds = [prefixLowerBound(prefix, direction), censoredLowerBound(censored, direction)];
      expect(delayedLowerBound({ prefix, censored }, direction)).toBe(Math.max(...bounds));
    }
  });

  it('the allowance of √(Σ weights) half-widths is never tighter than the exact sum', () => {
    const ratios: number[] = [];
    for (let trial = 0; trial < 400; trial++) {
      const dimension = 1 + (trial % 4);
      const rows = randomRows(dimension, 9);
      const unseenCount = 1 + (trial % 5);
      const middle = (rewardRange.min + rewardRange.max) / 2;
      const entered = withRewards(rows, new Array<number>(unseenCount).fill(middle));
      const model = modelOf(entered, dimension, 1);
      const unseenRows = entered.slice(0, unseenCount);
      const direction = draws(dimension);
      const unseenWeightTotal = unseenRows.reduce((sum, row) => sum + row.weight, 0);
      const allowance = unseenRewardAllowance({ rewardRange, unseenWeightTotal });
      const complete = lowestTotal({ model, radius: 1 }, direction);
      const quick = lowestTotal({ model, radius: 1 + allowance }, direction);
      const input = { model, radius: 1, rewardRange, unseenRounds: unseen(unseenRows) };
      const exact = censoredLowerBound(input, direction);
      expect(exact).toBeGreaterThanOrEqual(quick - 1e-9);
      ratios.push((complete - exact) / (complete - quick));
    }
    ratios.sort((a, b) => a - b);
    expect(ratios.at(-1)!).toBeGreaterThan(0.8);
  });

  it('k wrong rewards move no bound by more than the allowance', () => {
    for (let trial = 0; trial < 300; trial++) {
      const dimension = 1 + (trial % 3);
      const rows = randomRows(dimension, 8);
      const wrongRewardCount = 1 + (trial % 3);
      const falsified = Array.from({ length: wrongRewardCount }, (_, k) =>
        rows[k]!.reward > 0.75 ? rewardRange.min : rewardRange.max,
      );
      const wrong = modelOf(withRewards(rows, falsified), dimension, 4);
      const right = modelOf(rows, dimension, 4);
      const weightMax = Math.max(...rows.map((row) => row.weight));
      const allowance = wrongRewardAllowance({ rewardRange, wrongRewardCount, weightMax });
      const direction = draws(dimension);
      expect(lowestTotal({ model: wrong, radius: 1 + allowance }, direction)).toBeLessThanOrEqual(
        lowestTotal({ model: right, radius: 1 }, direction) + 1e-9,
      );
    }
  });

  it('refuses rows that do not fit', () => {
    const model = modelOf(randomRows(2, 3), 2, 1);
    const good = { features: [1, 2], weight: 1, enteredReward: 0 };
    const ask = (round: UnseenRound): number =>
      censoredLowerBound({ model, radius: 1, rewardRange, unseenRounds: [round] }, [1, 1]);
    expect(() => ask({ ...good, features: [1] })).toThrow('HR_INPUT_DIMENSION');
    expect(() => ask({ ...good, weight: 0 })).toThrow('unseenRound.weight');
    expect(() => ask({ ...good, arrivedReward: Number.NaN })).toThrow('arrivedReward');
  });
});

describe('the margin with rounds that may not have been played', () => {
  const allowedShortfall = 0.15;

  function contribution(rounds: readonly IssuedRound[]): number {
    return -(1 - allowedShortfall) * rounds.reduce((sum, round) => sum + round.baselineReward, 0);
  }

  it('is at most the exact minimum over all subsets, in 300 random cases', () => {
    const gaps: number[] = [];
    for (let trial = 0; trial < 300; trial++) {
      const dimension = 1 + (trial % 3);
      const model = modelOf(randomRows(dimension, 6), dimension, [0.25, 1, 4][trial % 3]!);
      const view = { model, radius: 0.8 };
      const issue = (): IssuedRound => ({ features: draws(dimension), baselineReward: random() });
      const candidate = issue();
      const unresolvedRounds = Array.from({ length: trial % 5 }, issue);
      const confirmedFeatureSum = draws(dimension);
      const confirmedConstant = draw();
      const margin = unresolvedExecutionMargin(
        { ...view, allowedShortfall, confirmedFeatureSum, confirmedConstant, unresolvedRounds },
        candidate,
      );
      let least = Number.POSITIVE_INFINITY;
      for (let subset = 0; subset < 2 ** unresolvedRounds.length; subset++) {
        const played = [...unresolvedRounds.filter((_, k) => (subset >> k) & 1), candidate];
        const sum = confirmedFeatureSum.map((value, i) =>
          played.reduce((total, round) => total + round.features[i]!, value),
        );
        least = Math.min(least, lowestTotal(view, sum) + confirmedConstant + contribution(played));
      }
      expect(margin).toBeLessThanOrEqual(least + 1e-9);
      if (unresolvedRounds.length === 0) expect(margin).toBeCloseTo(least, 10);
      gaps.push(least - margin);
    }
    expect(Math.max(...gaps)).toBeGreaterThan(0.01);
  });

  it('refuses a negative baseline and names the remedy', () => {
    const model = modelOf([], 1, 4);
    const input = {
      model,
      radius: 1,
      allowedShortfall,
      confirmedFeatureSum: [0],
      confirmedConstant: 0,
      unresolvedRounds: [],
    };
    expect(() => unresolvedExecutionMargin(input, { features: [1], baselineReward: -2 })).toThrow(
      'use the absolute form: allowedLossPerRound. [HR_INPUT_RANGE]',
    );
  });
});
