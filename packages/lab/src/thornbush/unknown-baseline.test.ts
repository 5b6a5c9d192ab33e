/**
 * Thornbush, second part: the baseline's reward is unknown, and a hold-out coin keeps the promise.
 *
 * Each promise is judged by itself: the one about the policy does not promise what is played. δ = 5 %,
 * 200 runs each, as in the first part. The drifting world takes from the learner what it has learnt
 * about the baseline, at a fixed moment or at the one that hurts most.
 */
import { callerProposal, type SafetyBook } from '@hedgerow/core';
import { describe, expect, it } from 'vitest';
import { driftWorld } from '../environments/drift-world.ts';
import { TRAP_NAMES } from '../environments/trap-worlds.ts';
import { upperLimit } from '../measures/clopper-pearson.ts';
import type { RunMeasures } from '../measures/run-measures.ts';
import { hedgeContestant } from '../trials/hedge-contestant.ts';
import { runTrial } from '../trials/run-trial.ts';
import { mapTrials, type TrialStreams } from '../trials/trial-streams.ts';
import type { DeliveryName } from './deliveries.ts';
import { PROPOSER_NAMES } from './hostile-proposers.ts';
import { expectSafe } from './testing/expect-safe.ts';
import { thornbushPatience, thornbushRuns } from './testing/run-count.ts';
import { runTrap, type TrapBaseline, trapBook } from './trap-runs.ts';

const FAILURE_PROBABILITY = 0.05;
const RUN_COUNT = 200;

const CASES: readonly (readonly [TrapBaseline, DeliveryName])[] = [
  ['policy', 'at-once'],
  ['policy', 'failures-lost'],
  ['policy', 'successes-lost'],
  ['played', 'at-once'],
  ['observed', 'at-once'],
];

describe.each(TRAP_NAMES)('in the trap %s', (trap) => {
  describe.each(PROPOSER_NAMES)('with the proposer %s', (proposer) => {
    it.each(CASES)(
      'the %s promise with rewards %s breaks in less than 5 % of runs (99.9 % confidence)',
      { timeout: thornbushPatience(RUN_COUNT) },
      (baseline, delivery) => {
        const tally = runTrap({
          trap,
          proposer,
          delivery,
          baseline,
          allowedShortfall: 0.1,
          failureProbability: FAILURE_PROBABILITY,
          roundCount: 200,
          runCount: thornbushRuns(RUN_COUNT),
          seed: 8,
        });
        expectSafe(tally, FAILURE_PROBABILITY);
      },
    );
  });
});

const DRIFTS: Readonly<Record<string, (round: number, book: SafetyBook) => boolean>> = {
  'at round 150': (round) => round === 150,
  'when the book is rich': (_round, book) => book.slack() > 3,
};

describe('when the baseline becomes three times as good', () => {
  it.each(Object.keys(DRIFTS))(
    '%s, the policy promise breaks in less than 5 % of runs (99.9 % confidence)',
    { timeout: thornbushPatience(RUN_COUNT) },
    (moment) => {
      const runCount = thornbushRuns(RUN_COUNT);
      const trials = { seed: 9, firstTrial: 0, trialCount: runCount };
      const runs = mapTrials(trials, (streams) => runDrift(moment, streams));
      const count = runs.filter((run) => run.isPromiseBroken).length;
      expect(runs.some((run) => run.isPromiseBroken && !run.isCertificateInvalid)).toBe(false);
      const limit = upperLimit({ count, runCount, confidence: 0.999 });
      expect(limit).toBeLessThanOrEqual(FAILURE_PROBABILITY);
    },
  );
});

function runDrift(moment: string, streams: TrialStreams): RunMeasures {
  const allowedShortfall = 0.3;
  const book = trapBook({
    baseline: 'policy',
    allowedShortfall,
    failureProbability: FAILURE_PROBABILITY,
  });
  const world = driftWorld(streams.world, {
    changesAt: (round) => DRIFTS[moment]!(round, book),
  });
  const contestant = hedgeContestant({
    dimension: world.dimension,
    actionCount: world.actionCount,
    book,
    createProposer: () => callerProposal(() => (streams.delivery.uniform() < 0.5 ? 0 : 1)),
    ridgePenalty: 1,
    rewardOffset: 0.5,
    priorVariance: (1 / 4) ** 2,
    hintDoubt: null,
    coin: streams.contestant.asSource(),
    promise: 'expected',
    isBaselineKnown: false,
  });
  return runTrial({ world, contestant, roundCount: 400, allowedShortfall });
}
