/**
 * The solver beside games whose values are known by thought.
 */
import { describe, expect, it } from 'vitest';
import type { Game, Move, Position } from './game.ts';
import { solveGame, winningLine } from './solve.ts';

/** A bet of 1 on a coin, as often as wanted: whoever has n is broken before N with chance 1 − n / N. */
function coins(tosses: number, isFair = true): Position {
  const worlds = [
    {
      name: isFair ? 'a fair coin' : 'a coin that always falls badly',
      branches: isFair
        ? [
            { probability: 0.5, change: 1, next: 0 },
            { probability: 0.5, change: -1, next: 0 },
          ]
        : [{ probability: 1, change: -1, next: 0 }],
    },
  ];
  const toss: Move = { name: 'toss', positions: [() => coins(tosses - 1, isFair)], worlds };
  return { budget: null, floor: 0, moves: () => (tosses === 0 ? [] : [toss]) };
}

function game(position: Position, slack: number, step = 1): Game {
  const grid = { min: -2, max: 12, step };
  return { name: 'coins', hit: 'broken', bound: 1, grid, open: () => ({ position, slack }) };
}

describe('solveGame', () => {
  it.each([
    // One toss breaks 0 if it is lost; two break it unless the first is won and one more is not lost twice.
    [1, 0, 0.5],
    [2, 0, 0.5],
    [3, 0, 0.625],
    [3, 2, 0.125],
    [2, 2, 0],
  ])('after %i tosses of a fair coin from %i breaks with chance %f', (tosses, slack, chance) => {
    const { low, high } = solveGame(game(coins(tosses), slack));
    expect([low, high]).toEqual([chance, chance]);
  });

  it('rounds slacks off the grid up for the low value, and down for the high one', () => {
    expect(solveGame(game(coins(1), 0.5))).toMatchObject({ low: 0, high: 0.5 });
    expect(solveGame(game(coins(1), 0.5, 0.5))).toMatchObject({ low: 0.5, high: 0.5 });
  });

  it('begins a period with no more than what is left', () => {
    const after = coins(1, false);
    const begin = (atMost: number): Position => ({
      budget: null,
      floor: 0,
      moves: () => [
        {
          name: 'begin',
          atMost,
          positions: [() => after],
          worlds: [{ name: 'no chance', branches: [{ probability: 1, change: 0, next: 0 }] }],
        },
      ],
    });
    expect(solveGame(game(begin(1), 5)).low).toBe(0);
    expect(solveGame(game(begin(0), 5)).low).toBe(1);
  });

  it('takes books above the truth for a hit', () => {
    const position = { budget: 3, floor: null, moves: () => [] };
    expect(solveGame({ ...game(position, 2), hit: 'books' }).low).toBe(1);
    expect(solveGame({ ...game(position, 3), hit: 'books' }).low).toBe(0);
    expect(solveGame(game(position, 2)).low).toBe(0);
  });
});

it('the winning line has the moves in their order, until the hit', () => {
  const lines = winningLine(game(coins(5, false), 1));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('true slack -1');
});
