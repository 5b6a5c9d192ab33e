/**
 * Whether other replicas reach this one where it says that it is, as far as it can find out itself: by asking there.
 *
 * If it does not reach itself, it goes on, leaves what nobody holds to others, and hands on what it holds: it may be that only it cannot
 * go that way, and then the first request that another sends shows it (../api/forwarding/doubts.ts).
 */
import { type Answerer, whoAnswersAt } from '../api/forwarding/who-answers.ts';
import type { Logger } from '../instruments/logger.ts';
import type { Placement } from '../placement/placement.ts';

export interface OwnAddress {
  readonly address: string;
  /** By which the process knows itself. */
  readonly ownName: string;
  readonly placement: Pick<Placement, 'doubt'>;
  readonly logger: Logger;
}

const WHO: Readonly<Record<Exclude<Answerer, 'self'>, string>> = {
  member: 'another replica answers there',
  nobody: 'no replica answers there',
};

/** A process that has just started may be slow to answer. */
const PATIENCE_MS = 5000;

export async function checkOwnAddress(own: OwnAddress): Promise<void> {
  const { address, ownName, placement, logger } = own;
  const who = await whoAnswersAt(address, ownName, PATIENCE_MS);
  if (who === 'self') return;
  placement.doubt(address);
  logger.error(
    'other replicas must reach this one at its memberAddress, but it does not lead here',
    {
      address,
      detail: WHO[who],
    },
  );
}
