/**
 * C2, martingale: what was really paid, less what luck can have added.
 *
 *     lowerBound = Σ reward − boundary(Σ v) + Σ ℓ of rounds not yet observed + ℓ of the candidate
 *
 * Rewards minus expectations are zero-mean noise, and a time-uniform boundary limits its sum. The
 * cost grows like √rounds without the √d of the ellipsoid: no regression stands between the rewards
 * and the bound. The tail that matters is the UPPER one, luck that is too good.
 *
 * A round without a reward counts with the lower bound it was issued with, and so do all rounds
 * after the first one missing.
 */
import { HedgerowError } from '../../base/errors.ts';
import { requireFinite, requireNotNegative } from '../../base/require.ts';
import type { Certificate } from './certificate.ts';
import type { TimeUniformBoundary } from './time-uniform-boundary.ts';

interface PendingRound {
  readonly lowerBound: number;
  readonly variance: number;
}

/** Returns C2, empty, for a boundary of the noise's upper side. */
export function martingaleCertificate(boundary: TimeUniformBoundary): Certificate {
  const pending: PendingRound[] = [];
  let rewardTotal = 0;
  let varianceTotal = 0;
  let observedCount = 0;
  const settledTotal = (): number => {
    // Without rewards there is no noise: the boundary, which never starts at 0, would only cost.
    const observed = observedCount === 0 ? 0 : rewardTotal - boundary(varianceTotal);
    return pending.reduce((total, round) => total + round.lowerBound, observed);
  };
  return {
    name: 'martingale',
    settledTotal,
    lowerBound: (candidate) => settledTotal() + candidate.lowerBound,
    book({ lowerBound, variance }) {
      requireFinite('lowerBound', lowerBound);
      requireNotNegative('variance', variance);
      pending.push({ lowerBound, variance });
    },
    observe(reward) {
      requireFinite('reward', reward);
      const round = pending.shift();
      if (round === undefined) throw rewardWithoutRound();
      rewardTotal += reward;
      varianceTotal += round.variance;
      observedCount += 1;
    },
  };
}

function rewardWithoutRound(): HedgerowError {
  return new HedgerowError({
    code: 'HR_CALL_ORDER',
    rule: 'a reward must belong to a booked round that has none yet',
    received: 'a reward for no open round',
    remedy: 'Book the round first, and observe it at most once.',
  });
}
