import { describe, expect, it } from 'vitest';
import type { World } from '../environments/world.ts';
import { type RoundPlay, RunMeasures } from './run-measures.ts';

/** Three actions; realised rewards are 1 above the expected ones, observed ones 2 above. */
const world: World = {
  dimension: 1,
  actionCount: 3,
  expectedRewards: Float64Array.of(10, 4, 12),
  baselineAction: 0,
  baselineExpectedReward: 10,
  nextRound: () => {},
  reward: (action) => world.expectedRewards[action]! + 2,
  realisedReward: (action) => world.expectedRewards[action]! + 1,
  features: () => {},
};

function play(changes: Partial<RoundPlay>): RoundPlay {
  return {
    playedAction: 0,
    proposedAction: 0,
    playProbability: 0,
    chosenBy: 'baseline',
    reason: 'not-certified',
    provedSlack: null,
    ...changes,
  };
}

function measures(): RunMeasures {
  return new RunMeasures({ allowedShortfall: 0.25, promise: 'expected' });
}

describe('the measures of a run', () => {
  it('add up regret against the best expected reward', () => {
    const run = measures();
    run.add(world, play({}));
    run.add(world, play({ playedAction: 1, proposedAction: 1, playProbability: 1 }));
    expect(run.expectedRegret).toBe(2 + 8);
  });

  it('follow the four promises apart', () => {
    const run = measures();
    run.add(world, play({ proposedAction: 1, playedAction: 1, playProbability: 0.5 }));
    const { expected, played, realised, observed } = run.tracks;
    expect(expected.slack).toBe(7 - 7.5);
    expect(played.slack).toBe(4 - 7.5);
    expect(realised.slack).toBe(5 - 8.25);
    expect(observed.slack).toBe(6 - 9);
  });

  it('call a promise broken from the first round below zero, for good', () => {
    const run = measures();
    run.add(world, play({}));
    run.add(world, play({ playedAction: 1, proposedAction: 1, playProbability: 1 }));
    run.add(world, play({ playedAction: 2, proposedAction: 2, playProbability: 1 }));
    expect(run.tracks.expected.firstBrokenRound).toBe(2);
    expect(run.tracks.expected.slack).toBe(2.5 - 3.5 + 4.5);
    expect(run.isPromiseBroken).toBe(true);
  });

  it('do not take rounding for a broken promise', () => {
    const run = measures();
    const exactly = { ...world, expectedRewards: Float64Array.of(0.1, 0.075) };
    const one = { ...exactly, baselineExpectedReward: 0.1 };
    for (let round = 0; round < 1000; round++) {
      run.add(one, play({ playedAction: 1, proposedAction: 1, playProbability: 1 }));
    }
    expect(run.isPromiseBroken).toBe(false);
  });

  it('call a certificate invalid that ever claims more than the truth', () => {
    const run = measures();
    run.add(world, play({ provedSlack: 0 }));
    run.add(world, play({ provedSlack: 2.5 }));
    expect(run.isCertificateInvalid).toBe(false);
    run.checkCertificate(5.1);
    run.add(world, play({ provedSlack: 0 }));
    expect(run.isCertificateInvalid).toBe(true);
    expect(run.firstWrongClaim).toEqual({ round: 3, claimed: 5.1, truth: 5 });
  });

  it('look at a promise with a window at the end of each only', () => {
    const run = new RunMeasures({ allowedShortfall: 0.25, promise: 'expected', window: 3 });
    const bad = play({ playedAction: 1, proposedAction: 1, playProbability: 1 });
    // −3.5, then twice 2.5: below 0 in between, above it after three.
    for (const one of [bad, play({}), play({})]) run.add(world, one);
    expect([run.isPromiseBroken, run.tracks.expected.slackMin]).toEqual([false, -3.5]);
    for (const one of [bad, bad, bad]) run.add(world, one);
    expect(run.tracks.expected.firstBrokenRound).toBe(6);
  });

  it('count who played', () => {
    const run = measures();
    run.add(world, play({}));
    run.add(world, play({ reason: 'held-out', playProbability: 0.5, proposedAction: 2 }));
    run.add(world, play({ chosenBy: 'learner', playProbability: 1, proposedAction: 2 }));
    expect([run.baselineRoundCount, run.heldOutRoundCount, run.firstLearnerRound]).toEqual([
      1, 1, 3,
    ]);
  });
});
