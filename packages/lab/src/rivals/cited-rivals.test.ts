/**
 * The rules that the paper cites and hardly anybody runs: against hand numbers, against programs written a second
 * time in another way, and in limits in which they must be a rule that is known.
 */
import { readFileSync } from 'node:fs';
import { createLearner, type Learner, type RandomSource } from '@hedgerow/core/research';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { randomStream } from '../environments/random-stream.ts';
import { createEnvironment } from '../experiments/create-world.ts';
import { checkExperiment } from '../experiments/parse-experiment.ts';
import { lastOf } from '../experiments/summary-cells.ts';
import { playExperiment } from '../runner/play-experiment.ts';
import { roundPlayer } from '../trials/play-rounds.ts';
import { bestMixture } from './budget/best-mixture.ts';
import { BudgetMeter } from './budget/budget-meter.ts';
import { knapsackRadius } from './budget/convex-knapsacks.ts';
import { balance, imbalance, playProbabilities, stayingPolicies } from './budget/resourceful.ts';
import { createRival } from './create-rival.ts';
import { drawPlace } from './draw-place.ts';
import { ballRadius } from './linear/confidence-ball.ts';
import { linUcbFactor } from './other/disjoint-lin-ucb.ts';
import { leaderProbabilities, Network } from './other/neural-bandit.ts';
import { explainedVariance, profileRadius } from './other/sampled-profiles.ts';
import { ucb1Index } from './other/ucb1.ts';
import type { RivalDefinition } from './rival-definition.ts';

const readHere = (place: string) => readFileSync(new URL(place, import.meta.url), 'utf8');
const SIZE = {
  dimension: 15,
  actionCount: 20,
  ridgePenalty: 1,
  weightNormBound: Math.sqrt(30),
  featureNormBound: 40,
};
const environment = createEnvironment({
  id: 'paper',
  kind: 'synthetic',
  reading: 'berkson',
  contextDimension: 5,
  actionCount: 20,
  baselineRank: 10,
  noiseScale: 0.1,
});

describe('SampLinUCB', () => {
  test('with profiles that are exactly known it is linear UCB', () => {
    const noise = { noiseScale: 0.5, failureProbability: 0.001 };
    const exact = play({ kind: 'sampLinUcb', profiles: 'round', sampleSpread: 0, ...noise });
    expect(exact).toEqual(playCore(noise));
    expect(new Set(exact).size).toBeGreaterThan(3);
  });

  test('with constant features both readings are linear UCB over fixed arms', () => {
    const noise = { noiseScale: 0.5, failureProbability: 0.001 };
    const common = { kind: 'sampLinUcb', sampleSpread: 0, ...noise } as const;
    const known = onFixedArms(coreUcb(noise));
    expect(onFixedArms(create({ ...common, profiles: 'constant' }))).toEqual(known);
    expect(onFixedArms(create({ ...common, profiles: 'round' }))).toEqual(known);
  });

  test('doubt about profiles falls with their samples', () => {
    const options = { ...SIZE, sampleSpread: 2, noiseScale: 3, failureProbability: 0.1 };
    const terms = { ...options, profiles: 'round', sampleCount: 1 } as const;
    // 9 + (2 √30)² / 4
    expect(explainedVariance(terms, 4)).toBeCloseTo(39, 12);
    expect(profileRadius(terms, 1, 10)).toBe(4);
    const many = 2 * Math.sqrt((30 * Math.log((2 * 15 * 20 * 100) / 0.1)) / 1e6);
    expect(profileRadius(terms, 1e6, 10)).toBeCloseTo(many, 12);
  });
});

describe('NeuralBandit', () => {
  test.each([0, 1, 4])('its slopes are those of the squared error, %i hidden units', (hidden) => {
    const network = new Network(3, hidden, randomStream({ seed: 4, index: hidden }).asSource());
    const input = [0.3, -1.2, 0.7];
    const slopes = network.gradient(input, 0.9).slice();
    const error = () => (network.predict(input) - 0.9) ** 2;
    const step = 1e-6;
    for (const [place, slope] of slopes.entries()) {
      const weight = network.weights[place]!;
      network.weights[place] = weight + step;
      const above = error();
      network.weights[place] = weight - step;
      const below = error();
      network.weights[place] = weight;
      expect(slope).toBeCloseTo((above - below) / (2 * step), 7);
    }
  });

  test('without a hidden layer it is logistic regression by gradient descent with momentum', () => {
    const network = new Network(2, 0, randomStream({ seed: 4, index: 9 }).asSource());
    const weights = Array.from(network.weights);
    const speed = [0, 0, 0];
    const sigmoid = (x: readonly number[]) =>
      1 / (1 + Math.exp(-(weights[0]! * x[0]! + weights[1]! * x[1]! + weights[2]!)));
    const random = randomStream({ seed: 5, index: 0 });
    for (let round = 0; round < 50; round++) {
      const x = [random.uniform(), random.uniform()];
      const p = sigmoid(x);
      const slope = 2 * (p - x[0]!) * p * (1 - p);
      for (const [i, value] of [...x, 1].entries()) {
        speed[i] = 0.9 * speed[i]! + slope * value;
        weights[i]! -= 0.3 * speed[i]!;
      }
      network.learn(x, x[0]!, 0.3);
    }
    for (const [i, weight] of weights.entries()) expect(network.weights[i]).toBeCloseTo(weight, 12);
  });

  test('a hidden layer learns what no line can', () => {
    const random = randomStream({ seed: 6, index: 0 });
    const corners = [0, 1, 2, 3].map((n) => [n & 1, n >> 1]);
    const network = new Network(2, 8, random.asSource());
    for (let round = 0; round < 20_000; round++) {
      const [a, b] = corners[Math.floor(4 * random.uniform())]!;
      network.learn([a!, b!], a! ^ b!, 0.2);
    }
    for (const [a, b] of corners) {
      expect(Math.abs(network.predict([a!, b!]) - (a! ^ b!))).toBeLessThan(0.3);
    }
  });

  test('the committee is led by whoever earned most, and each may still lead', () => {
    const shares = leaderProbabilities(Float64Array.of(0, Math.log(3)), 0.2);
    expect(shares[0]).toBeCloseTo(0.8 / 4 + 0.1, 12);
    expect(shares[1]).toBeCloseTo((0.8 * 3) / 4 + 0.1, 12);
    expect(leaderProbabilities(Float64Array.of(900, 0), 0.2)[1]).toBeCloseTo(0.1, 12);
  });
});

describe('constrained Thompson', () => {
  /** Draws of the reward from one stream and of the outcome from another, as a round takes them by turns. */
  function byTurns(first: RandomSource, second: RandomSource, normalsEach: number): RandomSource {
    let normals = 0;
    let across: number | null = null;
    return () => {
      const value = Math.floor(normals / normalsEach) % 2 === 0 ? first() : second();
      if (across === null) {
        across = 2 * value - 1;
        return value;
      }
      // A normal is done when its point lies in the circle (standardNormal of the core).
      const squared = across ** 2 + (2 * value - 1) ** 2;
      across = null;
      if (squared > 0 && squared < 1) normals += 1;
      return value;
    };
  }

  test('a constraint that nothing breaks leaves plain Thompson sampling', () => {
    const source = (index: number) => randomStream({ seed: 9, index }).asSource();
    const plain = play({ kind: 'linearThompson', noiseScale: 2 }, source(1));
    const free = { kind: 'constrainedThompson', noiseScale: 2, allowedShortfall: 1e9 } as const;
    const random = byTurns(source(1), source(2), SIZE.dimension);
    expect(play(free, random).map((action) => Math.abs(action))).toEqual(plain);
  });

  test('a constraint that everything breaks leaves the baseline', () => {
    const none = { kind: 'constrainedThompson', noiseScale: 0.1, allowedShortfall: -1e9 } as const;
    expect(chosenBy(create(none))).toEqual(new Set(['baseline']));
  });

  test('with much known and no noise it plays the best of what is allowed', () => {
    const learner = create({
      kind: 'constrainedThompson',
      noiseScale: 1e-9,
      allowedShortfall: 0.1,
    });
    // Fifteen actions have one feature each and pay 1 to 15, learnt by playing each of them as the baseline.
    for (let x = 0; x < 15; x++) {
      oneHot(learner);
      const { ticket } = learner.decide({ action: x, expectedReward: 1e9 });
      learner.settle(ticket, x + 1);
    }
    oneHot(learner);
    expect(learner.decide({ action: 3, expectedReward: 4 }).playedAction).toBe(14);
  });
});

describe('budgets', () => {
  test('the best mixture is that of a search through all pairs and weights', () => {
    const random = randomStream({ seed: 8, index: 0 });
    for (let draw = 0; draw < 60; draw++) {
      const rewards = Array.from({ length: 5 }, () => random.uniform());
      const uses = Array.from({ length: 5 }, () => random.uniform());
      const share = random.uniform();
      let most = Number.NEGATIVE_INFINITY;
      for (let a = 0; a < 5; a++) {
        for (let b = 0; b < 5; b++) {
          for (let step = 0; step <= 400; step++) {
            const w = step / 400;
            if ((1 - w) * uses[a]! + w * uses[b]! > share) continue;
            most = Math.max(most, (1 - w) * rewards[a]! + w * rewards[b]!);
          }
        }
      }
      const found = bestMixture(rewards, uses, share);
      if (most === Number.NEGATIVE_INFINITY) {
        expect(found).toBeNull();
        continue;
      }
      expect(found!.reward).toBeGreaterThanOrEqual(most - 1e-12);
      expect(found!.reward).toBeLessThan(most + 1 / 400);
      const { first, second, weight } = found!;
      expect((1 - weight) * uses[first]! + weight * uses[second]!).toBeLessThan(share + 1e-12);
    }
  });

  test('a meter counts what falls short and no gain, and stops when the share of all rounds is used', () => {
    const meter = new BudgetMeter({ allowedShortfall: 0.1, roundCount: 10, rewardRange: 10 });
    const open = (number: number) =>
      meter.open({ ...ROUND, baselineReward: 5, baselineTotal: 5 * number, number });
    open(1);
    expect(meter.share).toBeCloseTo(0.05, 12);
    expect(meter.book(2)).toEqual({ reward: 0.2, use: 0.3 });
    expect(meter.book(100)).toEqual({ reward: 1, use: 0 });
    open(2);
    expect(meter.isSpent).toBe(false);
    meter.book(3);
    open(3);
    // 3 + 2 of a budget of 0.1 · 5 · 10.
    expect(meter.isSpent).toBe(true);
  });

  test('bounds of arms', () => {
    expect(knapsackRadius(0.25, 3, 4)).toBeCloseTo(0.5 + 1, 12);
    expect(knapsackRadius(0, 0, 4)).toBe(4);
  });

  test.each(['convexKnapsacks', 'resourceful'] as const)('%s stops for good', (kind) => {
    const learner = create({ kind, allowedShortfall: 0.1, rewardRange: 62 });
    const chosen = Array.from({ length: 80 }, () => {
      learner.expectedFeatures.fill(0.1);
      const { chosenBy: who, ticket } = learner.decide({ action: 3, expectedReward: 20 });
      // Every other action pays nothing: each use is 20 of a budget of 0.1 · 20 · 600.
      learner.settle(ticket, who === 'baseline' ? 20 : 0);
      return who;
    });
    const last = chosen.lastIndexOf('learner');
    expect(chosen.filter((who) => who === 'learner').length).toBe(60);
    expect(last).toBeLessThan(79);
  });

  test('without a limit the knapsack over arms plays the largest upper bound', () => {
    const learner = create({ kind: 'convexKnapsacks', allowedShortfall: 1, rewardRange: 1 });
    const pays = [0.2, 0.9, 0.4];
    const plays = new Float64Array(20);
    const sums = new Float64Array(20);
    const g = Math.log((20 * 600) / 0.001);
    for (let round = 0; round < 200; round++) {
      learner.expectedFeatures.fill(0.1);
      const { playedAction, ticket } = learner.decide({ action: 0, expectedReward: 0.001 });
      const upper = Array.from(plays, (n, x) => {
        const mean = sums[x]! / (n + 1);
        return Math.min(1, mean + 2 * (Math.sqrt((g * mean) / (n + 1)) + g / (n + 1)));
      });
      expect(upper[playedAction]).toBeCloseTo(Math.max(...upper), 12);
      const reward = pays[playedAction] ?? 0.3;
      learner.settle(ticket, reward);
      plays[playedAction]! += 1;
      sums[playedAction]! += reward;
    }
  });
});

describe('resourceful', () => {
  const random = randomStream({ seed: 12, index: 0 });
  const size = { actionCount: 6, floor: 0.3 };
  const contexts = Array.from({ length: 40 }, () =>
    Uint32Array.from({ length: 12 }, () => Math.floor(6 * random.uniform() ** 3)),
  );

  test('balance is reached from anywhere, among those that stay', () => {
    const stays = Uint8Array.from({ length: 12 }, (_, p) => (p === 4 ? 0 : 1));
    const mixture = new Float64Array(12);
    mixture[0] = 1;
    expect(Math.max(...imbalance(mixture, contexts, size))).toBeGreaterThan(12);
    balance(mixture, stays, contexts, size);
    expect(mixture.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(mixture[4]).toBe(0);
    // By a second program: for each policy that stays, the mean of 1 / P.
    for (const [p, own] of stays.entries()) {
      if (own === 0) continue;
      let mean = 0;
      for (const advice of contexts) {
        let likely = 0.3 / 6;
        for (let q = 0; q < 12; q++) if (advice[q] === advice[p]) likely += 0.7 * mixture[q]!;
        mean += 1 / likely / contexts.length;
      }
      expect(mean).toBeLessThanOrEqual(12 + 1e-9);
    }
  });

  test('probabilities of actions sum to 1, each at least its floor', () => {
    const played = playProbabilities(new Float64Array(12).fill(1 / 12), contexts[0]!, size);
    expect(played.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
    expect(Math.min(...played)).toBeGreaterThan(0.05 - 1e-12);
  });

  test('a policy goes when no mixture with it can be best any more', () => {
    const tight = (rewards: number[], uses: number[], wide: number) => ({
      lowReward: Float64Array.from(rewards, (r) => r - wide),
      highReward: Float64Array.from(rewards, (r) => r + wide),
      lowUse: Float64Array.from(uses, (u) => u - wide),
      highUse: Float64Array.from(uses, (u) => u + wide),
    });
    // The second earns most but uses too much by itself; with the third it is best, the first is not needed.
    const rewards = [0.3, 0.9, 0.4];
    const uses = [0.1, 0.5, 0.1];
    expect(Array.from(stayingPolicies(tight(rewards, uses, 1e-6), 0.3))).toEqual([0, 1, 1]);
    expect(Array.from(stayingPolicies(tight(rewards, uses, 1), 0.3))).toEqual([1, 1, 1]);
  });
});

describe('the older rows', () => {
  test('indices and factors', () => {
    expect(ucb1Index({ mean: 3, plays: 0 }, 9, 2)).toBe(Number.POSITIVE_INFINITY);
    expect(ucb1Index({ mean: 3, plays: 8 }, Math.E ** 4, 2)).toBeCloseTo(5, 12);
    expect(linUcbFactor(2 / Math.E ** 8)).toBeCloseTo(3, 12);
    const size = { dimension: 2, failureProbability: 0.5 };
    const e = Math.E;
    // 128 · 2 · 1 · ln(2 e²), and the other branch in the first round, where ln t is 0.
    expect(ballRadius(size, e) ** 2).toBeCloseTo(256 * (2 + Math.log(2)), 9);
    expect(ballRadius(size, 1)).toBeCloseTo((8 / 3) * Math.log(2), 12);
  });

  test('UCB1 plays every arm once, then the one that pays', () => {
    const learner = create({ kind: 'ucb1', rewardRange: 0.01 });
    const played = Array.from({ length: 40 }, () => {
      const { playedAction, ticket } = learner.decide({ action: 0, expectedReward: 1 });
      learner.settle(ticket, playedAction === 7 ? 1 : 0);
      return playedAction;
    });
    expect(new Set(played.slice(0, 20)).size).toBe(20);
    expect(new Set(played.slice(20))).toEqual(new Set([7]));
  });

  test('a ball without width is greedy, as is LinUCB that believes in no noise', () => {
    const greedy = play({ kind: 'confidenceBall', marginFactor: 0, rewardRange: 62 });
    const sure = play({
      kind: 'stageWiseUcb',
      choice: 'greedy',
      noiseScale: 0,
      allowedShortfall: 1e9,
    });
    expect(greedy).toEqual(sure.map((action) => Math.abs(action)));
    const linUcb = play({ kind: 'disjointLinUcb', noiseScale: 0 });
    expect(linUcb.every((action) => action >= 0 && action < 20)).toBe(true);
  });
});

test('every system that the paper cites has a row that the example plays', () => {
  const page = readHere('../../../../docs/concepts/landscape.md');
  const { strategies } = parse(readHere('../../../../examples/landscape.yaml'));
  const ids: ReadonlySet<string> = new Set(strategies.map(({ id }: { id: string }) => id));
  const table = page.split('## Whom the paper cites')[1]!.split('\n## ')[0]!;
  const rows = table.split('\n').filter((line) => /^\| \d/.test(line));
  expect(rows.length).toBe(20);
  for (const row of rows) {
    const named = [...row.matchAll(/`([a-z0-9-]+)`/g)].map(([, id]) => id!);
    expect(named.length, row).toBeGreaterThan(0);
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
  }
  // And what it costs stands on the page, for every row of the example.
  const costs = page.split('## What it costs')[1]!;
  const labels = strategies.map(({ id, label }: { id: string; label?: string }) => label ?? id);
  expect(labels.filter((label: string) => !costs.includes(`\n| ${label} | `))).toEqual([]);
});

test('rounds of the baseline teach: the claim of line 266, as its example measures it', () => {
  const example = checkExperiment(parse(readHere('../../../../examples/baseline-teaches.yaml')));
  const short = { ...example, rounds: 400, trials: 12, allowedShortfalls: [0.1] };
  const { differences } = playExperiment(short);
  expect(differences.length).toBe(2);
  for (const difference of differences) {
    const { mean, standardError } = lastOf(difference, 'expectedRegret');
    expect(mean).toBeLessThan(-4 * standardError);
  }
});

test('a place is drawn as often as it is likely', () => {
  const random = randomStream({ seed: 21, index: 0 }).asSource();
  const counts = [0, 0, 0];
  for (let draw = 0; draw < 6000; draw++)
    counts[drawPlace(Float64Array.of(0.5, 0, 0.5), random)]! += 1;
  expect(counts[1]).toBe(0);
  // Five standard errors.
  expect(Math.abs(counts[0]! - 3000)).toBeLessThan(5 * Math.sqrt(1500));
  expect(drawPlace(Float64Array.of(0.2, 0.7), () => 0.99)).toBe(1);
});

const ROUND = {
  dimension: 1,
  actionCount: 1,
  features: new Float64Array(1),
  baselineAction: 0,
  baselinePlayedTotal: 0,
};

function create(definition: RivalDefinition, random?: RandomSource, forecast?: unknown): Learner {
  return createRival(definition, {
    ...SIZE,
    roundCount: 600,
    random: random ?? randomStream({ seed: 9, index: 1 }).asSource(),
    rewardFloor: 0,
    ...(forecast === undefined ? {} : { forecast: forecast as never }),
  });
}

function coreUcb({
  noiseScale,
  failureProbability,
}: {
  noiseScale: number;
  failureProbability: number;
}) {
  return createLearner(
    {
      kind: 'contextUcb',
      radius: 'determinant',
      failureProbability,
      noiseScale,
      ridgePenalty: noiseScale ** 2,
    },
    { ...SIZE, linearNoiseScale: noiseScale },
  );
}

const playCore = (noise: { noiseScale: number; failureProbability: number }) =>
  playIn(() => coreUcb(noise));

/** Actions played in the paper's world; −action where the baseline chose. */
function play(definition: RivalDefinition, random?: RandomSource): number[] {
  return playIn((forecast) => create(definition, random, forecast));
}

function playIn(learnerFor: (forecast: unknown) => Learner, roundCount = 120): number[] {
  const played: number[] = [];
  const { world } = environment.draw(randomStream({ seed: 9, index: 0 }));
  const playRound = roundPlayer({
    world,
    learner: learnerFor(world.forecast),
    listeners: [
      {
        decided: (_world, { playedAction, chosenBy: who }) =>
          played.push(who === 'learner' ? playedAction : -playedAction),
      },
    ],
  });
  for (let round = 0; round < roundCount; round++) playRound();
  return played;
}

function chosenBy(learner: Learner): Set<string> {
  const seen = new Set<string>();
  const { world } = environment.draw(randomStream({ seed: 9, index: 0 }));
  const listeners = [{ decided: (_w: unknown, d: { chosenBy: string }) => seen.add(d.chosenBy) }];
  const playRound = roundPlayer({ world, learner, listeners });
  for (let round = 0; round < 50; round++) playRound();
  return seen;
}

/** Twenty fixed arms with features that never change, and noise from a stream of its own. */
function onFixedArms(learner: Learner): number[] {
  const random = randomStream({ seed: 3, index: 2 });
  const features = Float64Array.from({ length: 300 }, () => 2 * random.uniform() - 1);
  const weights = Float64Array.from({ length: 15 }, () => random.uniform());
  return Array.from({ length: 100 }, () => {
    learner.expectedFeatures.set(features);
    const { playedAction, ticket } = learner.decide({ action: 0, expectedReward: 1 });
    const own = features.subarray(playedAction * 15, playedAction * 15 + 15);
    const mean = own.reduce((sum, value, i) => sum + value * weights[i]!, 0);
    learner.settle(ticket, mean + random.uniform() - 0.5);
    return playedAction;
  });
}

function oneHot(learner: Learner): void {
  learner.expectedFeatures.fill(0);
  for (let x = 0; x < 15; x++) learner.expectedFeatures[x * 15 + x] = 1;
}
