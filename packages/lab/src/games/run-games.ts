/**
 * Solves the games and prints their table, what lives keep, what is found, and what no game plays yet:
 * `npm run games`. With `-- nightly` every pair of reports is played as well, deeper and deeper for half an
 * hour; with `-- defects` defects are planted in a copy of the core. Fails where something is found.
 */
import { ALL_GAMES, findings } from './findings.ts';
import type { Game } from './game.ts';
import { budgetLeft, LIFE_TWINS } from './lives.ts';
import { nightlyGames } from './nightly-games.ts';
import { plantDefects } from './planted-defects.ts';
import { notPlayed } from './report-table.ts';
import { gameLine } from './table.ts';

if (process.argv.includes('defects')) plantDefects();
else solveAll(process.argv.includes('nightly') ? nightlyGames() : ALL_GAMES);

function solveAll(games: Iterable<Game>): void {
  for (const game of games) {
    const { text, isHole } = gameLine(game);
    console.log(text);
    if (isHole) process.exitCode = 1;
  }
  for (const twins of LIFE_TWINS) {
    console.log(`life "${twins.name}" keeps ${budgetLeft(twins).toFixed(3)}`);
  }
  for (const found of findings()) {
    console.log(found);
    process.exitCode = 1;
  }
  console.log(`not played yet: ${notPlayed().join(', ')}`);
}
