/**
 * No game is won: what may truthfully be reported, in any order, breaks no more than δ allows.
 *
 * The low value is asserted, which a strategy that exists reaches. Nothing is drawn, so nothing is left to
 * chance here.
 */
import { describe, expect, it } from 'vitest';
import { FAIR_GAMES } from './fair-games.ts';
import type { Game } from './game.ts';
import { HOLE_GAMES } from './hole-games.ts';
import { solveGame, winningLine } from './solve.ts';

function refuseHole(game: Game): void {
  const { low } = solveGame(game);
  expect(low, low > game.bound ? winningLine(game).join('\n') : '').toBeLessThanOrEqual(game.bound);
}

describe('no report wins', () => {
  it.each(FAIR_GAMES.map((game) => [game.name, game] as const))('%s', (_name, game) => {
    refuseHole(game);
  });
});

describe('a hole that was closed', () => {
  it.each(HOLE_GAMES.map(({ hole, game }) => [hole, game.name, game] as const))(
    '%s: %s',
    (_hole, _name, game) => refuseHole(game),
  );

  it.each(HOLE_GAMES.map(({ hole, control }) => [hole, control.name, control] as const))(
    'control of %s: %s',
    (_hole, _name, control) => refuseHole(control),
  );
});
