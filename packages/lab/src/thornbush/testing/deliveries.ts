/**
 * Ways in which rewards fail to arrive, chosen to flatter or to starve the certificate.
 *
 *   at-once          every reward before the next round
 *   late             successes a hundred rounds late, failures at once
 *   failures-lost    whoever is left unpaid says nothing: what arrives looks perfect
 *   successes-lost   every second success is lost, by a coin
 */
import type { RandomStream } from '../../environments/random-stream.ts';
import type { Delivery } from '../../trials/delivery.ts';

export type DeliveryName = 'at-once' | 'late' | 'failures-lost' | 'successes-lost';

export const DELIVERY_NAMES: readonly DeliveryName[] = [
  'at-once',
  'late',
  'failures-lost',
  'successes-lost',
];

const LATE_ROUNDS = 100;

/** Returns the delivery of that name for rewards of 0 and 1. */
export function deliveryNamed(name: DeliveryName, random: RandomStream): Delivery {
  switch (name) {
    case 'at-once':
      return () => 0;
    case 'late':
      return (reward) => (reward > 0 ? LATE_ROUNDS : 0);
    case 'failures-lost':
      return (reward) => (reward > 0 ? 0 : null);
    case 'successes-lost':
      return (reward) => (reward > 0 && random.uniform() < 0.5 ? null : 0);
  }
}
