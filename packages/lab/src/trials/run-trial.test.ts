import { describe, expect, it } from 'vitest';
import { syntheticWorld } from '../environments/synthetic-world.ts';
import { trapWorld } from '../environments/trap-worlds.ts';
import type { RoundPlay } from '../measures/run-measures.ts';
import type { Contestant } from './contestant.ts';
import { paperContestant } from './paper-contestant.ts';
import { runTrial } from './run-trial.ts';
import { mapTrials } from './trial-streams.ts';

/** Plays one action always, and claims what it is told to claim. */
function stubborn(action: number, claim: number | null): Contestant {
  const play: RoundPlay = {
    playedAction: action,
    proposedAction: action,
    playProbability: 1,
    chosenBy: 'learner',
    reason: 'no-gate',
    provedSlack: null,
  };
  return {
    promise: 'expected',
    expectedFeatures: new Float64Array(64),
    decide: () => play,
    observe: () => {},
    provedSlack: () => claim,
  };
}

function trial(contestant: Contestant) {
  return mapTrials({ seed: 1, firstTrial: 0, trialCount: 1 }, (streams) =>
    runTrial({
      world: trapWorld(streams.world, 'lure'),
      contestant,
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
        const contestant = paperContestant({
          world,
          allowedShortfall: 0.5,
          ridgePenalty: 1,
          failureProbability: 0.001,
        });
        return runTrial({ world, contestant, roundCount: 30, allowedShortfall: 0.5 })
          .expectedRegret;
      });
    expect(regrets(2, 2)).toEqual(regrets(0, 4).slice(2));
  });
});
