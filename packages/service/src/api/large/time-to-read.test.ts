/**
 * Of the longest bodies one is read at a time, with a turn of others before each.
 */
import { expect, it } from 'vitest';
import { nextRound } from '../../instruments/next-round.ts';
import { LARGE_BODY_BYTES } from '../http-options.ts';
import { timeToRead } from './time-to-read.ts';

it('lets others have their turn after one of many long bodies', async () => {
  const longest = new Uint8Array(LARGE_BODY_BYTES + 1);
  let readCount = 0;
  const all = Array.from({ length: 5 }, async () => {
    await timeToRead(longest);
    readCount += 1;
  });
  await nextRound();
  expect(readCount).toBeLessThanOrEqual(1);
  await Promise.all(all);
  expect(readCount).toBe(5);
});

it('reads what is short at once', async () => {
  let isRead = false;
  void timeToRead(new Uint8Array(100)).then(() => {
    isRead = true;
  });
  await Promise.resolve();
  expect(isRead).toBe(true);
});
