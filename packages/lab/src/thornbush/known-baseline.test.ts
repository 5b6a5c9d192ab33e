/**
 * Thornbush, first part: hedge knows the baseline's number, and everything else is against it.
 *
 * Four traps × three proposers × four ways of losing rewards, δ = 5 %, 400 runs each: enough to say
 * at 99.9 % confidence that the promise breaks more rarely than δ, as long as at most 7 runs break.
 */
import { describe, it } from 'vitest';
import { TRAP_NAMES } from '../environments/trap-worlds.ts';
import { DELIVERY_NAMES } from './deliveries.ts';
import { PROPOSER_NAMES } from './hostile-proposers.ts';
import { expectSafe } from './testing/expect-safe.ts';
import { thornbushPatience, thornbushRuns } from './testing/run-count.ts';
import { runTrap } from './trap-runs.ts';

const FAILURE_PROBABILITY = 0.05;
const RUN_COUNT = 400;

describe.each(TRAP_NAMES)('in the trap %s', (trap) => {
  describe.each(PROPOSER_NAMES)('with the proposer %s', (proposer) => {
    it.each(DELIVERY_NAMES)(
      'and rewards %s, the promise breaks in less than 5 % of runs (99.9 % confidence)',
      { timeout: thornbushPatience(RUN_COUNT) },
      (delivery) => {
        const tally = runTrap({
          trap,
          proposer,
          delivery,
          baseline: 'known',
          allowedShortfall: 0.1,
          failureProbability: FAILURE_PROBABILITY,
          roundCount: 300,
          runCount: thornbushRuns(RUN_COUNT),
          seed: 7,
        });
        expectSafe(tally, FAILURE_PROBABILITY);
      },
    );
  });
});
