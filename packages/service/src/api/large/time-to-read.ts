/**
 * When a long body is read: reading one takes milliseconds, the longest a good part of a second, and many may have come in the same moment.
 * Whoever else works in the same thread has a turn before each, and of the longest there is never more than one that waits for its own:
 * two turns of others are one of them apart, however many have come.
 */
import { nextRound } from '../../instruments/next-round.ts';
import { LARGE_BODY_BYTES } from '../http-options.ts';

/** A body from which on others have their turn before it is read. */
const LONG_BODY_BYTES = 8 * 1024;

let lastOfLongest: Promise<void> = Promise.resolve();

/** Resolves when this one may be read. */
export async function timeToRead({ length }: Uint8Array): Promise<void> {
  if (length <= LONG_BODY_BYTES) return;
  if (length > LARGE_BODY_BYTES) lastOfLongest = lastOfLongest.then(nextRound);
  await (length > LARGE_BODY_BYTES ? lastOfLongest : nextRound());
}
