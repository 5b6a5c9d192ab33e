import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../base/testing/seeded-random.ts';
import { createLearner } from './create-learner.ts';
import type { Learner } from './learner.ts';
import type { LearnerDeclarations, LearnerDefinition, StrategyKind } from './learner-definition.ts';

const declared: LearnerDeclarations = {
  dimension: 2,
  actionCount: 3,
  rewardNoiseScale: 0,
  linearNoiseScale: 0.5,
  weightNormBound: 2,
  featureNormBound: 2,
  rewardFloor: 0,
  rewardCeiling: 4,
  rewardOffset: 1,
  varianceOf: () => 0.25,
  varianceTail: 0.5,
};

const KINDS: readonly StrategyKind[] = [
  'baselineOnly',
  'linearUcb',
  'contextUcb',
  'conservativeLinearUcb',
  'conservativeContextUcb',
  'certifiedContextUcb',
  'hedge',
];

function withChances(seed = 5): LearnerDeclarations {
  const random = seededRandom(seed);
  return { ...declared, random, coin: () => random() };
}

/** Actions that pay 1, 1.5 and 0.5, give or take; the baseline is the first. */
function play(learner: Learner, roundCount: number, learn = true) {
  const random = seededRandom(9);
  return Array.from({ length: roundCount }, () => {
    learner.expectedFeatures.set([1, 0, 0, 1, 0.5, 0.5]);
    const decision = { ...learner.decide({ action: 0, expectedReward: 1 }) };
    const reward = [1, 1.5, 0.5][decision.playedAction]! + random() - 0.5;
    if (learn) learner.settle(decision.ticket, reward);
    return decision;
  });
}

const allowedShortfall = 0.3;

describe.each(KINDS)('a learner of kind %s', (kind) => {
  it('keeps the contract: decides, takes the reward with the ticket, claims no more than it may', () => {
    const learner = createLearner({ kind, allowedShortfall }, withChances());
    const decisions = play(learner, 30);
    expect(decisions.map(({ ticket }) => ticket.sequence).at(-1)).toBe(30);
    for (const { playedAction, proposedAction, chosenBy, playProbability } of decisions) {
      if (chosenBy === 'baseline') expect(playedAction).toBe(0);
      else expect([playedAction, playProbability]).toEqual([proposedAction, 1]);
    }
    const claim = learner.provedSlack();
    const earned = decisions.reduce((sum, { playedAction }) => {
      return sum + [1, 1.5, 0.5][playedAction]! - 0.7;
    }, 0);
    if (claim !== null) expect(claim).toBeLessThanOrEqual(earned);
  });

  it('says nothing of a set of weights, or says one that holds them', () => {
    const learner = createLearner({ kind, allowedShortfall }, withChances());
    play(learner, 30);
    if (learner.confidenceSet === null) return;
    const { model, radius } = learner.confidenceSet;
    expect(radius(model)).toBeGreaterThan(0);
  });
});

describe('a definition', () => {
  const rounds = (definition: LearnerDefinition, seed = 5) =>
    play(createLearner(definition, withChances(seed)), 200);
  const learnerRounds = (definition: LearnerDefinition) =>
    rounds(definition).filter(({ chosenBy }) => chosenBy === 'learner').length;

  it('without a gate plays whatever its proposer likes, and claims nothing', () => {
    const free = rounds({ kind: 'hedge', gate: 'none' });
    expect(free.every(({ playedAction, proposedAction }) => playedAction === proposedAction)).toBe(
      true,
    );
    expect(free.at(-1)!.provedSlack).toBe(Number.NEGATIVE_INFINITY);
    expect(learnerRounds({ kind: 'hedge', allowedShortfall: 0.05 })).toBeLessThan(
      free.filter(({ chosenBy }) => chosenBy === 'learner').length,
    );
  });

  it('with a Thompson proposer draws from its own source', () => {
    const thompson = { kind: 'hedge', gate: 'none', proposer: { kind: 'thompson' } } as const;
    const proposals = (seed: number) => rounds(thompson, seed).map((one) => one.proposedAction);
    expect(proposals(5)).toEqual(proposals(5));
    expect(proposals(5)).not.toEqual(proposals(6));
    expect(() => play(createLearner(thompson, declared), 1)).toThrow(
      'random must be given for hedge, but it is absent. [HR_INPUT_KIND]',
    );
  });

  it('with best-safe asks about other actions where the optimistic one is refused', () => {
    const paper = { kind: 'conservativeContextUcb', allowedShortfall: 0.2 } as const;
    const reasons = rounds({ ...paper, selection: 'best-safe' }).map(({ reason }) => reason);
    expect(reasons).toContain('best-safe-action');
    expect(rounds(paper).map(({ reason }) => reason)).not.toContain('best-safe-action');
  });

  it('with a window may lend from the rest of it', () => {
    const atOnce = rounds({ kind: 'hedge', allowedShortfall: 0.1 });
    const definition = { kind: 'hedge', allowedShortfall: 0.1, window: 20 } as const;
    const inTwenties = play(createLearner(definition, { ...declared, baselineRewardMin: 1 }), 200);
    const first = (decisions: typeof atOnce) =>
      decisions.findIndex(({ chosenBy }) => chosenBy === 'learner');
    expect(first(inTwenties)).toBeLessThan(first(atOnce));
  });

  it('that is stage-wise keeps its share in every round, and plays less', () => {
    const total = { kind: 'conservativeContextUcb', allowedShortfall } as const;
    const roundByRound = rounds({ ...total, gate: 'stage-wise' });
    for (const { chosenBy, margin, provedSlack } of roundByRound) {
      expect(chosenBy === 'learner').toBe(margin! >= 0);
      expect(provedSlack).toBe(null);
    }
    const played = learnerRounds({ ...total, gate: 'stage-wise' });
    expect(played).toBeLessThan(learnerRounds(total));
  });

  it('without what its kind needs is refused by name', () => {
    expect(() => createLearner({ kind: 'hedge' }, declared)).toThrow(
      'allowedShortfall must be given for hedge',
    );
    expect(() => createLearner({ kind: 'linearUcb' }, { dimension: 2, actionCount: 3 })).toThrow(
      'linearNoiseScale must be given for linearUcb',
    );
    const unknown = { kind: 'hedge', allowedShortfall, baselineReward: 'unknown' } as const;
    const noCoin = createLearner(unknown, declared);
    expect(() => {
      for (let round = 0; round < 200; round++) {
        noCoin.expectedFeatures.set([1, 0, 0, 1, 0.5, 0.5]);
        const { ticket } = noCoin.decide({ action: 0, expectedReward: null });
        noCoin.settle(ticket, 1);
      }
    }).toThrow('coin must be given for hedge');
  });

  it('of a linear kind hears each reward before the next decision, and once', () => {
    const learner = createLearner({ kind: 'linearUcb' }, declared);
    const [first, second] = play(learner, 2, false).map(({ ticket }) => ({ ...ticket }));
    expect(() => learner.settle({ ...first!, sequence: 1 }, 1)).toThrow('HR_CALL_ORDER');
    learner.settle(second!, 1);
    expect(() => learner.settle(second!, 1)).toThrow('HR_CALL_ORDER');
  });
});
