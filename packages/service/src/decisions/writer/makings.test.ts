import { expect, it } from 'vitest';
import { openSqliteJournal } from '../../journal/sqlite/sqlite-journal.ts';
import { temporaryFolder } from '../../journal/testing/temporary-folder.ts';
import { sampleService } from '../testing/sample-service.ts';
import { Makings } from './makings.ts';

/** Lets states be made of so many pages each, at the same time, and returns the order in which pages were taken in. */
async function orderOf(isOrdered: boolean, pageCounts: Readonly<Record<string, number>>) {
  let ms = 0;
  let pauseCount = 0;
  const pause = () => {
    pauseCount += 1;
    return Promise.resolve();
  };
  const makings = new Makings({ pauses: { everyMs: 8, nowMs: () => ms, pause }, isOrdered });
  const order: string[] = [];
  const made = Object.entries(pageCounts).map(([name, pageCount]) =>
    makings.make(async (giveWay) => {
      for (let page = 0; page < pageCount; page++) {
        await giveWay(pageCount - page);
        ms += 3;
        await Promise.resolve();
        order.push(name);
      }
    }),
  );
  await Promise.all(made);
  return { order: order.join(''), pauseCount };
}

it('lets the shortest go on, and of two that are as long the first, but in pauses', async () => {
  const { order, pauseCount } = await orderOf(true, { a: 3, b: 1, c: 4, d: 2 });
  expect(order).toBe('bddaaacccc');
  expect((await orderOf(true, { a: 4, b: 4 })).order).toBe('aaaabbbb');
  expect((await orderOf(false, { a: 4, b: 4 })).order).toBe('abababab');
  // Of three milliseconds each: the time goes on from one page to the next.
  expect(pauseCount).toBeGreaterThanOrEqual(3);
});

it('one that cannot be made keeps nobody waiting', async () => {
  const pauses = { everyMs: 1, nowMs: () => 0, pause: () => Promise.resolve() };
  const makings = new Makings({ pauses, isOrdered: true });
  const failing = makings.make(async (giveWay) => {
    await giveWay(1);
    await Promise.resolve();
    throw new Error('nothing to read');
  });
  const other = makings.make((giveWay) => giveWay(2));
  await expect(failing).rejects.toThrow('nothing to read');
  await other;
});

it('after a kill each is answered when its own entries are taken in, and not when those of all are', async () => {
  const folder = temporaryFolder();
  const names = ['apple', 'beet', 'corn'];
  const limits = { snapshotEntries: 10_000, turnMsMax: 4 };
  const journal = await openSqliteJournal({ folder, isSynced: false, ballastBytes: 0 });
  const killed = sampleService({ journal, limits });
  for (let count = 0; count < 400; count++) {
    for (const name of names) await killed.decide({}, null, name);
  }
  let ms = 0;
  let pauseCount = 0;
  const arrivals = () => {
    pauseCount += 1;
    return new Promise((resolve) => setImmediate(resolve));
  };
  const monotonic = { nowMs: () => ms++ };
  const { service } = sampleService({ journal, limits, monotonic, arrivals });
  const answeredAt = await Promise.all(
    names.map(async (name) => {
      expect((await service.policy(name)).counts.decisions).toBe(400);
      return pauseCount;
    }),
  );
  const last = Math.max(...answeredAt);
  expect(Math.min(...answeredAt)).toBeLessThan(0.6 * last);
  await service.close();
  await journal.close();
});
