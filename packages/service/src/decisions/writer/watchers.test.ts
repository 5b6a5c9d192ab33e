/**
 * Who watches is told soon, not too often, and not after they have left.
 */
import { describe, expect, it } from 'vitest';
import { openSqliteJournal } from '../../journal/sqlite/sqlite-journal.ts';
import { MemoryJournal } from '../../journal/testing/memory-journal.ts';
import { temporaryFolder } from '../../journal/testing/temporary-folder.ts';
import type { PolicyNews } from '../../wire.ts';
import { sampleService } from '../testing/sample-service.ts';
import { DEFAULT_LIMITS } from './options.ts';
import { Watchers } from './watchers.ts';

/** Time that passes only when told to. */
function handClock() {
  let nowMs = 1000;
  let planned: { at: number; callback: () => void }[] = [];
  return {
    monotonic: { nowMs: () => nowMs },
    timer: (callback: () => void, delayMs: number) => {
      const own = { at: nowMs + delayMs, callback };
      planned.push(own);
      return () => {
        planned = planned.filter((one) => one !== own);
      };
    },
    plannedCount: () => planned.length,
    async pass(delayMs: number) {
      nowMs += delayMs;
      const due = planned.filter(({ at }) => at <= nowMs);
      planned = planned.filter(({ at }) => at > nowMs);
      for (const { callback } of due) callback();
      for (let i = 0; i < 300; i++) await Promise.resolve();
    },
  };
}

describe('watching a policy', () => {
  it('tells at once after a quiet while, and then at most every 200 ms, the newest state', async () => {
    const time = handClock();
    const { service, decide } = sampleService(time);
    const heard: PolicyNews[] = [];
    service.watch('farm', (news) => heard.push(news));
    await decide();
    await time.pass(0);
    expect(heard.map(({ latest }) => latest?.sequence)).toEqual([1]);
    for (let i = 0; i < 5; i++) await decide();
    await time.pass(199);
    expect(heard).toHaveLength(1);
    await time.pass(1);
    expect(heard.map(({ latest }) => latest?.sequence)).toEqual([1, 6]);
    expect(heard[1]).toMatchObject({ policy: 'farm', version: 7, view: { version: 7 } });
  });

  it('ends when the watcher leaves, and leaves nothing planned', async () => {
    const time = handClock();
    const { service, decide } = sampleService(time);
    const heard: PolicyNews[] = [];
    const stop = service.watch('farm', (news) => heard.push(news));
    await decide();
    stop();
    await time.pass(1000);
    await decide();
    await time.pass(1000);
    expect(heard).toEqual([]);
    expect(time.plannedCount()).toBe(0);
  });

  it('looks for the work of other replicas every second, where there can be any', async () => {
    const time = handClock();
    const journal = new MemoryJournal();
    const other = sampleService({ journal });
    await other.decide();
    const { service } = sampleService({ ...time, journal });
    const heard: PolicyNews[] = [];
    const stop = service.watch('farm', (news) => heard.push(news));
    await time.pass(1000);
    await time.pass(0);
    expect(heard).toHaveLength(1);
    await time.pass(1000);
    await time.pass(1000);
    expect(heard).toHaveLength(1);
    await other.decide();
    await time.pass(1000);
    await time.pass(0);
    expect(heard.at(-1)?.latest?.sequence).toBe(2);
    stop();
    expect(time.plannedCount()).toBe(0);
  });

  it('plans nothing where nobody else writes', async () => {
    const time = handClock();
    const journal = await openSqliteJournal({
      folder: temporaryFolder(),
      isSynced: false,
      ballastBytes: 0,
    });
    const { service } = sampleService({ ...time, journal });
    const stop = service.watch('farm', () => {});
    expect(time.plannedCount()).toBe(0);
    stop();
    await service.close();
    await journal.close();
  });

  it('reads news once at a time, and for a fifth of the time, however often something changes', async () => {
    const time = handClock();
    const ends: (() => void)[] = [];
    const readNews = () =>
      new Promise<PolicyNews>((resolve) => ends.push(() => resolve({} as PolicyNews)));
    const journal = new MemoryJournal();
    const watchers = new Watchers({ ...time, journal, readNews, limits: DEFAULT_LIMITS });
    let heardCount = 0;
    watchers.watch({ policy: 'farm' }, () => {
      heardCount += 1;
    });
    for (let i = 0; i < 10; i++) {
      watchers.notice('farm');
      await time.pass(300);
    }
    expect(ends).toHaveLength(1);
    ends[0]!();
    await time.pass(0);
    expect(heardCount).toBe(1);
    await time.pass(4 * 2700 - 1);
    expect(ends).toHaveLength(1);
    await time.pass(1);
    expect(ends).toHaveLength(2);
    watchers.notice('farm');
    watchers.close();
    ends[1]!();
    await time.pass(0);
    expect([heardCount, time.plannedCount()]).toEqual([1, 0]);
  });
});
