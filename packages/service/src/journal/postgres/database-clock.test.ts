/**
 * The database's time, as far as its answers tell it.
 */
import { expect, test } from 'vitest';
import { DatabaseClock } from './database-clock.ts';

const START_MS = Date.UTC(2026, 4, 4, 9, 30);

test('is kept between what was told, goes on by itself, and is put right where it cannot be', async () => {
  let nowMs = 5000;
  const clock = new DatabaseClock(() => nowMs);
  /** The answer takes so long, and says so. */
  const tell = (durationMs: number, told: number | undefined) =>
    clock.listen(
      async () => {
        nowMs += durationMs;
      },
      () => told,
    );
  const sinceStart = () => Date.parse(clock.now()) - START_MS;
  await tell(0, START_MS);
  expect(sinceStart()).toBe(0);
  nowMs += 1000;
  expect(sinceStart()).toBe(1000);
  // It may have been read at any time in these 300 ms: what was known is as good.
  await tell(300, START_MS + 1250);
  expect(sinceStart()).toBe(1300);
  // A standby with another clock has taken over.
  await tell(10, START_MS + 60_000);
  expect(sinceStart()).toBe(60_000);
  await tell(10, START_MS);
  expect(sinceStart()).toBe(10);
  await tell(10, undefined);
  expect(sinceStart()).toBe(20);
});
