/**
 * C4, floor: no action is worth less than the declared smallest expected reward.
 *
 *     lowerBound = (rounds of the learner + 1) · rewardMin
 *
 * The strongest fact before anything is learnt. It needs no event and spends no δ.
 */
import { requireFinite } from '../../base/require.ts';
import type { Certificate } from './certificate.ts';

/** Returns C4, empty, for expected rewards of at least `rewardMin`. */
export function floorCertificate(rewardMin: number): Certificate {
  requireFinite('rewardMin', rewardMin);
  let roundCount = 0;
  return {
    name: 'floor',
    settledTotal: () => roundCount * rewardMin,
    lowerBound: () => (roundCount + 1) * rewardMin,
    book() {
      roundCount += 1;
    },
    observe() {},
  };
}
