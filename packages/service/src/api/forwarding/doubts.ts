/**
 * Members that did not answer at their address are left alone until somebody does: each is asked again with every renewal of the lease.
 *
 * Otherwise a member that renews its lease but is not reached, because its address is wrong or the way there is cut, would keep its share of what nobody
 * holds from everybody.
 */
import type { PolicyFinder } from './known-places.ts';
import { whoAnswersAt } from './who-answers.ts';

type DoubtfulPlacement = Pick<PolicyFinder, 'watch' | 'trust' | 'doubted'>;

/** Asks, with every renewal, at the addresses that are doubted. */
export function askTheDoubted(placement: DoubtfulPlacement, ownName: string): void {
  const asked = new Set<string>();
  placement.watch(() => {
    for (const { address, isOwn } of placement.doubted()) {
      if (asked.has(address)) continue;
      asked.add(address);
      void whoAnswersAt(address, ownName).then((who) => {
        asked.delete(address);
        if (who === (isOwn ? 'self' : 'member')) placement.trust(address);
      });
    }
  });
}

/** Whoever is reached by another member is where it said to be, even if it does not reach itself. */
export function trustOwn({ doubted, trust }: DoubtfulPlacement): void {
  for (const { address, isOwn } of doubted()) if (isOwn) trust(address);
}
