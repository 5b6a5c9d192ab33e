import { describe, expect, it } from 'vitest';
import { curiousProposer } from '../../../proposal/curious-proposer.ts';
import { openBook } from '../../../safety/books/open-book.ts';
import { HedgeLearner, type HedgeLearnerOptions } from './hedge-learner.ts';
import { Memory } from './memory.ts';

function createLearner(options: Partial<HedgeLearnerOptions>): HedgeLearner {
  return new HedgeLearner({
    dimension: 2,
    actionCount: 2,
    createBook: openBook,
    createProposer: (beliefs) => curiousProposer(beliefs, 1.5),
    ridgePenalty: 1,
    rewardOffset: 0,
    priorVariance: 1,
    hintDoubt: null,
    hasIntercept: false,
    coin: () => 0,
    execution: 'assume',
    ...options,
  });
}

/** Plays and returns how often the better action was chosen in the last `count` rounds. */
function play(learner: HedgeLearner, rewards: readonly [number, number], count: number): number {
  let better = 0;
  for (let round = 0; round < count; round++) {
    learner.expectedFeatures.set([1, 0, 0, 1]);
    const { ticket, playedAction } = learner.decide({ action: 0, expectedReward: null });
    learner.settle(ticket, rewards[playedAction]!);
    if (rewards[playedAction] === Math.max(...rewards)) better += 1;
  }
  return better;
}

function weightsOf(learner: HedgeLearner): number[] {
  const weights = new Float64Array(2);
  learner.estimateWeights(weights);
  return [...weights];
}

describe('memory', () => {
  it('keeps half of what was learnt after its half-life, in small steps', () => {
    const memory = new Memory({ halfLife: 256, unit: 'rewards' });
    let left = 1;
    for (let reward = 0; reward < 256; reward++) left *= memory.passReward();
    expect(left).toBeCloseTo(0.5, 12);
    expect(memory.leftSince(0)).toBeCloseTo(0.5, 12);
    expect(memory.passSeason()).toBe(1);
    const seasons = new Memory({ halfLife: 2, unit: 'seasons' });
    expect(seasons.passReward()).toBe(1);
    expect(seasons.passSeason() * seasons.passSeason()).toBeCloseTo(0.5, 15);
    expect(() => new Memory({ halfLife: 0, unit: 'rewards' })).toThrow('memory.halfLife');
    expect(new Memory({ halfLife: 0.0011, unit: 'rewards' }).passReward()).toBeGreaterThan(0);
  });

  it('lets a learner recover after the world has changed; without it the learner does not', () => {
    const recovered = (options: Partial<HedgeLearnerOptions>) => {
      const learner = createLearner(options);
      play(learner, [1, 2], 400);
      return play(learner, [2, 1], 400);
    };
    const withMemory = recovered({ memory: { halfLife: 30, unit: 'rewards' } });
    expect(withMemory).toBeGreaterThan(230);
    expect(recovered({})).toBeLessThan(withMemory - 100);
  });

  it('makes no difference to what a correction leaves behind, nor to a copy', () => {
    const memory = { halfLife: 3, unit: 'rewards' } as const;
    const mistaken = createLearner({ memory });
    const right = createLearner({ memory });
    const tickets = [mistaken, right].map((learner) => {
      learner.expectedFeatures.set([1, 0.5, 0.25, 1]);
      const { ticket } = learner.followBaseline({ action: 0, expectedReward: null });
      learner.settle(ticket, learner === mistaken ? 9 : 2);
      for (let round = 0; round < 10; round++) {
        const next = learner.followBaseline({ action: round % 2, expectedReward: null });
        learner.settle(next.ticket, round);
      }
      return ticket;
    });
    mistaken.correct(tickets[0]!, 2);
    weightsOf(mistaken).forEach((weight, i) => {
      expect(weight).toBeCloseTo(weightsOf(right)[i]!, 10);
    });
    const copy = createLearner({ memory });
    copy.importState(structuredClone(right.exportState()));
    play(copy, [1, 3], 7);
    play(right, [1, 3], 7);
    expect(copy.exportState()).toEqual(right.exportState());
  });
});

describe('a learner with a prior', () => {
  const prior = { weights: [1, 3], precision: [4, 4], noiseVariance: 0.25 };

  it('proposes and predicts by it before the first reward, and is as sure as it says', () => {
    const learner = createLearner({ prior });
    learner.expectedFeatures.set([1, 0, 0, 1]);
    expect(learner.decide({ action: 0, expectedReward: null }).proposedAction).toBe(1);
    const [first, second] = learner.beliefs.ofActions(2);
    expect(first).toEqual({ prediction: 1, deviation: 0.25 });
    expect(second!.prediction).toBeCloseTo(3, 12);
    expect(learner.beliefs.weightDeviation(0)).toBeCloseTo(0.25, 12);
  });

  it('yields to rewards', () => {
    const learner = createLearner({ prior });
    expect(play(learner, [2, 1], 60)).toBeGreaterThan(30);
  });
});
