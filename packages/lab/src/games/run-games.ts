/**
 * Solves the games and prints their table: `npm run games`. Fails where a game is won.
 */
import { FAIR_GAMES } from './fair-games.ts';
import { HOLE_GAMES } from './hole-games.ts';
import { gameLine } from './table.ts';

const games = [...HOLE_GAMES.flatMap(({ game, control }) => [game, control]), ...FAIR_GAMES];
for (const game of games) {
  const { text, isHole } = gameLine(game);
  console.log(text);
  if (isHole) process.exitCode = 1;
}
