/**
 * Whose time it is, and how late that makes him.
 */
import { expect, it } from 'vitest';
import { CallerPace } from './caller-pace.ts';

let nowMs = 0;
const newPace = () => new CallerPace(() => nowMs);

/** A piece for which 100 ms are time enough. */
const PIECE = { length: 6400 };

/** Pieces that take us a while to make. */
async function* made(count: number, eachMs: number) {
  for (let i = 0; i < count; i++) {
    nowMs += eachMs;
    yield PIECE;
  }
}

it('whoever takes what he is handed in time is not late, however long we need', async () => {
  const pace = newPace();
  for await (const _piece of pace.handedOut(made(5, 70_000))) {
    nowMs += 100;
    expect(pace.lateMs).toBeLessThanOrEqual(0);
  }
  nowMs += 70_000;
  expect(pace.lateMs).toBe(0);
});

it('lateness adds up, and is made up for by a better pace, but never beforehand', async () => {
  const pace = newPace();
  const late: number[] = [];
  const took = [0, 0, 130, 130, 40, 0, 101];
  for await (const _piece of pace.handedOut(made(took.length, 7))) {
    nowMs += took.shift()!;
    late.push(pace.lateMs);
  }
  expect(late).toEqual([-100, -100, 30, 60, 0, -100, 1]);
});

it('whoever sends is waited for until a piece has come', async () => {
  const pace = newPace();
  const pieces = pace.takenIn(made(3, 400));
  await pieces.next();
  expect(pace.lateMs).toBe(300);
  nowMs += 5000;
  expect(pace.lateMs).toBe(300);
  await pieces.next();
  await pieces.next();
  expect(pace.lateMs).toBe(900);
  nowMs += 5000;
  expect((await pieces.next()).done).toBe(true);
  nowMs += 5000;
  expect(pace.lateMs).toBe(900);
});

it('whoever sends nothing at all is later with every moment', async () => {
  const pace = newPace();
  const held = Promise.withResolvers<void>();
  const silent = (async function* () {
    await held.promise;
    yield PIECE;
  })();
  const first = pace.takenIn(silent).next();
  nowMs += 700;
  expect(pace.lateMs).toBe(700);
  held.resolve();
  await first;
});
