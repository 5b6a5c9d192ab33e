/**
 * Tells the log when another replica says to be where this one is: neither reaches the other then, and each refuses what the other holds. It happens where
 * two machines listen on 127.0.0.1, or are given the address of what stands before both.
 */
import type { Logger } from '../instruments/logger.ts';
import type { Placement } from '../placement/placement.ts';

export interface Namesakes {
  readonly address: string;
  readonly placement: Pick<Placement, 'watch' | 'hasNamesake'>;
  readonly logger: Logger;
}

/** Looks with every renewal, and tells it once for as long as it is so. */
export function tellOfNamesakes({ address, placement, logger }: Namesakes): void {
  let isTold = false;
  placement.watch(() => {
    const isSo = placement.hasNamesake();
    if (isSo && !isTold) logger.error(RULE, { address, detail: REMEDY });
    isTold = isSo;
  });
}

const RULE =
  'each replica must have a memberAddress of its own, but another one says to be at the same';
const REMEDY =
  'They do not reach each other, and each refuses what the other holds. Give each a memberAddress at which the others reach it.';
