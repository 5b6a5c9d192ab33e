/**
 * Whoever asks while a long look is under way shares the next one, and sees what was there when they asked.
 */
import { expect, it } from 'vitest';
import { SharedLooks } from './shared-looks.ts';

/** Looks that end when they are told to, and say what was there when they began. */
function slowLooks() {
  let present = 0;
  const ends: (() => void)[] = [];
  return {
    change: () => {
      present += 1;
    },
    look: async () => {
      const seen = present;
      await new Promise<void>((resolve) => ends.push(resolve));
      return seen;
    },
    begunCount: () => ends.length,
    end: async (index: number) => {
      ends[index]!();
      for (let i = 0; i < 10; i++) await Promise.resolve();
    },
  };
}

it('reads twice, however many ask, and never what was there before somebody asked', async () => {
  const looks = new SharedLooks();
  const { change, look, begunCount, end } = slowLooks();
  const first = looks.share('farm', look);
  change();
  const others = Array.from({ length: 50 }, () => looks.share('farm', look));
  expect(begunCount()).toBe(1);
  await end(0);
  expect(begunCount()).toBe(2);
  await end(1);
  expect([await first, ...(await Promise.all(others))]).toEqual([0, ...others.map(() => 1)]);
  const later = looks.share('farm', look);
  await end(2);
  expect(await later).toBe(1);
});

it('keeps what is asked by another name apart, and goes on after a look that failed', async () => {
  const looks = new SharedLooks();
  const { look, end } = slowLooks();
  const failing = looks.share('farm', () => Promise.reject(new Error('broken')));
  const waiting = looks.share('farm', look);
  const other = looks.share('shop', look);
  await expect(failing).rejects.toThrow('broken');
  await end(0);
  await end(1);
  expect([await waiting, await other]).toEqual([0, 0]);
});
