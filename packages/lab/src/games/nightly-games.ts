/**
 * Games for a night: all pairs of reports with every promise, one decision deeper in every round, until
 * half an hour is over.
 */
import type { PolicyDefinition } from '@hedgerow/core';
import { ALL_GAMES } from './findings.ts';
import type { Game } from './game.ts';
import { REPORTS, type ReportName } from './reports.ts';
import { TWIN_DEFINITIONS } from './twins.ts';
import { wholeGame } from './whole-game.ts';

const NIGHT_MS = 30 * 60_000;
const HORIZON_MAX = 9;
/** Baselines that are true of what each definition declares. */
const BASELINES: Readonly<Record<string, readonly number[]>> = {
  interval: [0.4, 0.5, 0.6],
  'hold-out, policy': [0, 0.5, 1],
  'hold-out, played': [0, 0.5, 1],
  'hold-out, observed': [0, 0.5, 1],
};
/** Those whose true slack the games of whole decisions know. */
const PLAYED = ['number', 'loss a round', 'limited savings', 'observed', ...Object.keys(BASELINES)];

/** Yields the quick table, and then pairs of reports, while there is time. */
export function* nightlyGames(): Generator<Game> {
  const end = performance.now() + NIGHT_MS;
  yield* ALL_GAMES;
  const names = Object.keys(REPORTS) as ReportName[];
  const pairs = names.flatMap((one, i) => names.slice(i + 1).map((other) => [one, other] as const));
  for (let horizon = 2; horizon <= HORIZON_MAX; horizon++) {
    for (const told of PLAYED) {
      for (const pair of pairs) {
        if (performance.now() > end) return;
        yield pairGame(told, TWIN_DEFINITIONS[told]!, { pair, horizon });
      }
    }
  }
}

function pairGame(
  told: string,
  definition: PolicyDefinition,
  { pair, horizon }: { pair: readonly ReportName[]; horizon: number },
): Game {
  return wholeGame({
    name: `${told}: ${pair.join(' and ')}, ${horizon} decisions`,
    hit: 'books',
    bound: definition.failureProbability!,
    definition,
    horizon,
    // A wrong number and a late giving up are of rewards that wait.
    reports: [...new Set<ReportName>(['late', ...pair])],
    means: [0, 0.25, 0.5, 1],
    baselines: BASELINES[told] ?? [0.5],
    grid: { min: -1, max: 12, step: 0.01 },
  });
}
