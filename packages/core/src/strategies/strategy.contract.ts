/**
 * The promises that every strategy keeps, written once and applied to all of them.
 */
import { expect, it } from 'vitest';
import { seededRandom } from '../base/testing/seeded-random.ts';
import { exact } from '../context/exact.ts';
import type { FeatureMap } from '../expectation/feature-map.ts';
import type { Decision } from './learners/decision.ts';
import type { Situation, Strategy } from './strategy.ts';

export interface StrategyUnderTest {
  readonly name: string;
  readonly create: (featureMap: FeatureMap, ridgePenalty: number) => Strategy;
}

export interface TestWorld {
  readonly featureMap: FeatureMap;
  readonly ridgePenalty: number;
  /** What the baseline earns in every round; random between 0.5 and 1.5 if absent. */
  readonly baselineReward?: number;
}

/** Runs a strategy for some rounds in an exact-context world and returns all it said. */
export function playRounds(strategy: Strategy, world: TestWorld, roundCount: number): string[] {
  const random = seededRandom(11);
  const context = new Float64Array(world.featureMap.contextDimension);
  const lines: string[] = [];
  for (let round = 0; round < roundCount; round++) {
    for (let i = 0; i < context.length; i++) context[i] = 2 * random() - 0.75;
    const situation: Situation = {
      context: exact([...context]),
      baseline: {
        action: round % world.featureMap.actionCount,
        expectedReward: world.baselineReward ?? 0.5 + random(),
      },
    };
    const decision = strategy.decide(situation);
    lines.push(describe(decision));
    strategy.observe({
      reward: 0.25 + decision.playedAction / 3 + random(),
      context: [...context],
    });
  }
  return lines;
}

function describe(decision: Decision): string {
  const { upperBounds, ticket, ...said } = decision;
  return JSON.stringify({ ...said, sequence: ticket.sequence, upperBounds: [...upperBounds] });
}

/** Applies the promises to one strategy in one world. */
export function strategyContract(subject: StrategyUnderTest, world: TestWorld): void {
  const create = () => subject.create(world.featureMap, world.ridgePenalty);

  it('says the same things to the same situations', () => {
    expect(playRounds(create(), world, 40)).toEqual(playRounds(create(), world, 40));
  });

  it('plays an action that exists, and the baseline action whenever the baseline is chosen', () => {
    const strategy = create();
    const random = seededRandom(3);
    for (let round = 0; round < 30; round++) {
      const action = round % world.featureMap.actionCount;
      const context = exact(Array.from({ length: world.featureMap.contextDimension }, random));
      const decision = strategy.decide({ context, baseline: { action, expectedReward: 2 } });
      expect(decision.playedAction).toBeGreaterThanOrEqual(0);
      expect(decision.playedAction).toBeLessThan(world.featureMap.actionCount);
      if (decision.chosenBy === 'baseline') expect(decision.playedAction).toBe(action);
      strategy.observe({ reward: random(), context: context.mean });
    }
  });

  it('refuses a baseline action that does not exist, and goes on unharmed', () => {
    const strategy = create();
    const context = exact(new Array(world.featureMap.contextDimension).fill(0.5));
    const wrong = { action: world.featureMap.actionCount, expectedReward: 1 };
    expect(() => strategy.decide({ context, baseline: wrong })).toThrow('baseline.action');
    expect(playRounds(strategy, world, 20)).toEqual(playRounds(create(), world, 20));
  });

  it('starts from weights of zero', () => {
    const weights = new Float64Array(world.featureMap.dimension).fill(7);
    create().estimateWeights(weights);
    expect([...weights].every((weight) => weight === 0)).toBe(true);
  });
}
