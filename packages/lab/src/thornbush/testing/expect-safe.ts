/**
 * What every cell of the suite must show, as exact statements about probabilities.
 *
 *   broken with a true certificate   never: that would be a fault, not bad luck
 *   broken at all                    rarer than δ at 99.9 % confidence: at most 1 of 200 runs for 5 %
 *   certificate wrong                rarer than δ at 95 % confidence: at most 4 of 200 runs for 5 %
 */
import { expect } from 'vitest';
import { upperLimit } from '../../measures/clopper-pearson.ts';
import type { TrapTally } from '../trap-runs.ts';

/** Refuses a tally that leaves it possible that the promise fails more often than it may. */
export function expectSafe(tally: TrapTally, failureProbability: number): void {
  const { runCount, brokenCount, invalidCertificateCount } = tally;
  expect(tally.brokenWithValidCertificateCount).toBe(0);
  expect(
    upperLimit({ count: brokenCount, runCount, confidence: 0.999 }),
    `${brokenCount} of ${runCount} promises broken`,
  ).toBeLessThanOrEqual(failureProbability);
  expect(
    upperLimit({ count: invalidCertificateCount, runCount, confidence: 0.95 }),
    `${invalidCertificateCount} of ${runCount} certificates wrong`,
  ).toBeLessThanOrEqual(failureProbability);
}
