import { createLearner, type Decision, type Learner } from '@hedgerow/core/research';
import { describe, expect, it } from 'vitest';
import { syntheticWorld } from '../environments/synthetic-world.ts';
import { trapWorld } from '../environments/trap-worlds.ts';
import { runTrial } from './run-trial.ts';
import { mapTrials } from './trial-streams.ts';

const DECLARED = { noiseScale: 0.1, weightNormBound: Math.sqrt(30), featureNormBound: 40 };

/** Plays one action always, and claims what it is told to claim. */
function stubborn(action: number, claim: number | null): Learner {
  const decision: Decision = {
    ticket: { sequence: 1, playedAction: action, features: new Float64Array(4) },
    playedAction: action,
    proposedAction: action,
    playProbability: 1,
    chosenBy: 'learner',
    reason: 'no-gate',
    provedSlack: null,
    confidenceRadius: null,
    upperBounds: new Float64Array(4),
    learnerTotalLowerBound: null,
    margin: null,
  };
  return {
    expectedFeatures: new Float64Array(64),
    confidenceSet: null,
    decide: () => decision,
    settle: () => {},
    provedSlack: () => claim,
    estimateWeights: () => {},
  };
}

function trial(learner: Learner) {
  return mapTrials({ seed: 1, firstTrial: 0, trialCount: 1 }, (streams) =>
    runTrial({
      world: trapWorld(streams.world, 'lure'),
      learner,
      roundCount: 100,
      allowedShortfall: 0.25,
    }),
  )[0]!;
}

describe('a trial', () => {
  it('of a bad action adds up its regret and breaks the promise in round 1', () => {
    const measures = trial(stubborn(1, null));
    expect(measures.expectedRegret).toBeCloseTo(100 * 0.3, 10);
    expect(measures.tracks.expected.firstBrokenRound).toBe(1);
  });

  it('of the baseline has no regret where it is best', () => {
    expect(trial(stubborn(0, null)).expectedRegret).toBe(0);
  });

  it('checks the claim made at the very end', () => {
    const truth = 100 * 0.25 * 0.6;
    expect(trial(stubborn(0, truth - 0.001)).isCertificateInvalid).toBe(false);
    expect(trial(stubborn(0, truth + 0.001)).isCertificateInvalid).toBe(true);
  });

  it('depends on seed and number alone', () => {
    const regrets = (firstTrial: number, trialCount: number) =>
      mapTrials({ seed: 4, firstTrial, trialCount }, (streams) => {
        const world = syntheticWorld(streams.world);
        const { dimension, actionCount } = world;
        const learner = createLearner(
          { kind: 'conservativeContextUcb', allowedShortfall: 0.5, ...DECLARED },
          { dimension, actionCount },
        );
        return runTrial({ world, learner, roundCount: 30, allowedShortfall: 0.5 }).expectedRegret;
      });
    expect(regrets(2, 2)).toEqual(regrets(0, 4).slice(2));
  });
});
