/**
 * The table of values, one line a game; a hole prints the reports that win, in their order.
 */
import type { Game } from './game.ts';
import { type GameValue, solveGame, winningLine } from './solve.ts';

/** Reports after which a line says nothing new. */
const REPORTS_MAX = 24;

export interface GameLine {
  readonly text: string;
  readonly isHole: boolean;
}

export function gameLine(game: Game): GameLine {
  const value = solveGame(game);
  const isHole = value.low > game.bound;
  const reports = isHole ? winningLine(game).slice(0, REPORTS_MAX) : [];
  const text = [describeValue(game, value), ...reports.map((one) => `    ${one}`)].join('\n');
  return { text, isHole };
}

function describeValue({ name, hit, bound }: Game, { low, high, positions }: GameValue): string {
  const value = [low, high].map((one) => one.toFixed(3)).join(' to ');
  return `${name.padEnd(48)} ${hit.padEnd(6)} ${value}, bound ${bound.toFixed(3)}, ${positions} positions`;
}
