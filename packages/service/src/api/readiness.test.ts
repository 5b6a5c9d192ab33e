import { expect, it } from 'vitest';
import { createReadiness } from './readiness.ts';

/** Something to look at that answers when it is told to. */
function disk() {
  const looks: PromiseWithResolvers<void>[] = [];
  const look = () => {
    const next = Promise.withResolvers<void>();
    looks.push(next);
    return next.promise;
  };
  return { looks, look };
}

it('is found out once for all who ask at the same time, and anew for whoever asks later', async () => {
  const { looks, look } = disk();
  const isReady = createReadiness(look);
  const asked = [isReady(), isReady(), isReady()];
  expect(looks).toHaveLength(1);
  looks[0]!.resolve();
  await Promise.all(asked);
  const later = [isReady(), isReady()];
  expect(looks).toHaveLength(2);
  looks[1]!.reject(new Error('the disk is full'));
  for (const one of later) await expect(one).rejects.toThrow('the disk is full');
});

it('is denied where nothing is heard for a while, however many ask', async () => {
  const { looks, look } = disk();
  const isReady = createReadiness(look, 5);
  const unavailable = { code: 'HR_JOURNAL_UNAVAILABLE' };
  for (let i = 0; i < 3; i++) await expect(isReady()).rejects.toMatchObject(unavailable);
  expect(looks).toHaveLength(1);
  looks[0]!.resolve();
  await looks[0]!.promise;
  // Whoever hears of it last has taken it off.
  await new Promise(setImmediate);
  const next = isReady();
  expect(looks).toHaveLength(2);
  looks[1]!.resolve();
  await next;
});
