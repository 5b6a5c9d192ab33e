/**
 * Thornbush, fourth part: a safe learner must not look dead.
 *
 * In a friendly world, with nothing lost, the learner plays at least half of 3000 rounds, and the
 * gate gives both answers: a check that always says yes, or always no, checks nothing.
 */
import { describe, expect, it } from 'vitest';
import type { TrapName } from '../environments/trap-worlds.ts';
import { runTrap, type TrapBaseline } from './testing/trap-runs.ts';

const CASES: readonly (readonly [TrapName, TrapBaseline])[] = [
  ['onehot-one-good', 'known'],
  ['correlated', 'known'],
  ['onehot-one-good', 'policy'],
  ['correlated', 'policy'],
];

describe('in a friendly world', () => {
  it.each(CASES)('%s, baseline %s: the learner plays at least half, not all', (trap, baseline) => {
    const roundCount = 3000;
    const { learnerShare } = runTrap({
      trap,
      proposer: 'ucb',
      delivery: 'at-once',
      baseline,
      allowedShortfall: 0.1,
      failureProbability: 0.05,
      roundCount,
      runCount: 10,
      seed: 11,
    });
    expect(learnerShare).toBeGreaterThanOrEqual(0.5);
    expect(learnerShare).toBeLessThan(1);
  });

  it('a baseline that cannot be beaten is followed, but not always', () => {
    const { learnerShare } = runTrap({
      trap: 'lure',
      proposer: 'ucb',
      delivery: 'at-once',
      baseline: 'known',
      allowedShortfall: 0.1,
      failureProbability: 0.05,
      roundCount: 1000,
      runCount: 10,
      seed: 11,
    });
    expect(learnerShare).toBeGreaterThan(0);
    expect(learnerShare).toBeLessThan(0.2);
  });
});
