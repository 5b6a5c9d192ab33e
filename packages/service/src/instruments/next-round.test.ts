/**
 * Who works in pieces lets requests be read in between, however many do so at the same time.
 */
import { expect, it } from 'vitest';
import { nextRound } from './next-round.ts';

/** Works for longer than a round may take. */
function workLong(): void {
  const endMs = performance.now() + 12;
  while (performance.now() < endMs);
}

/** Resolves with how many pieces were done before, in each round of the loop, until all are. */
async function piecesByRound(work: () => void): Promise<number[]> {
  const workers = 5;
  let done = 0;
  for (let i = 0; i < workers; i++) {
    void nextRound().then(() => {
      work();
      done += 1;
    });
  }
  const seen: number[] = [];
  while (done < workers) {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(done);
  }
  return seen;
}

it('gives a round to one of many that work long, in the order in which they asked', async () => {
  expect(await piecesByRound(workLong)).toEqual([1, 2, 3, 4, 5]);
});

it('gives a round to several that are quick', async () => {
  expect((await piecesByRound(() => {})).length).toBeLessThan(5);
});

it('keeps the order', async () => {
  const order: number[] = [];
  const asked = [1, 2, 3, 4].map((n) =>
    nextRound().then(() => {
      workLong();
      order.push(n);
    }),
  );
  await Promise.all(asked);
  expect(order).toEqual([1, 2, 3, 4]);
});

it('lets nobody wait for one who has had a turn and asks again at once', async () => {
  let turns = 0;
  let isOver = false;
  const greedy = (async () => {
    for (; !isOver && turns < 20; turns++) {
      await nextRound();
      workLong();
    }
  })();
  await nextRound();
  isOver = true;
  expect(turns).toBe(1);
  await greedy;
});
