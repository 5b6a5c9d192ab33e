import { expect, it } from 'vitest';
import { RebuildDelay } from './rebuild-delay.ts';

/** How many turns pass before each of the next attempts. */
function waits(delay: RebuildDelay, count: number): number[] {
  return Array.from({ length: count }, () => {
    let turns = 0;
    while (!delay.isOver()) turns += 1;
    return turns;
  });
}

it('tries at once, then after ever more turns up to a limit, and sooner again after good turns', () => {
  const delay = new RebuildDelay(8);
  expect(waits(delay, 6)).toEqual([0, 1, 2, 4, 8, 8]);
  for (let turn = 0; turn < 20; turn++) delay.noteGoodTurn();
  expect(waits(delay, 3)).toEqual([8, 1, 2]);
});
