/**
 * Solves the games and prints their table, and what histories and lives show: `npm run games`. With
 * `-- nightly` every pair of reports is played as well, deeper and deeper for half an hour. Fails where
 * something is found.
 */
import { ALL_GAMES, findings } from './findings.ts';
import { nightlyGames } from './nightly-games.ts';
import { gameLine } from './table.ts';

const games = process.argv.includes('nightly') ? nightlyGames() : ALL_GAMES;
for (const game of games) {
  const { text, isHole } = gameLine(game);
  console.log(text);
  if (isHole) process.exitCode = 1;
}
for (const found of findings()) {
  console.log(found);
  process.exitCode = 1;
}
