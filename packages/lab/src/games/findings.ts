/**
 * Everything that is looked at, one after the other: what is yielded was found.
 */
import { FAIR_GAMES } from './fair-games.ts';
import type { Game } from './game.ts';
import { distance, type Step, sightAfter } from './histories.ts';
import { HOLE_GAMES } from './hole-games.ts';
import { budgetLeft, KEPT, LIFE_TWINS } from './lives.ts';
import { loweredBudgets, NEWS_DEFINITIONS } from './news.ts';
import { solveGame } from './solve.ts';
import { TRACES } from './traces.ts';
import { PLAIN, TELLINGS, TWIN_DEFINITIONS } from './twins.ts';

/** Rounding of a few dozen sums. */
export const SAME = 1e-9;
/** Rewards that twins tell, and what they were told before. */
const REWARDS = [0, 1, 1];
const EARLIER: readonly Step[] = Array.from({ length: 15 }, (_, decision): Step[] => [
  { kind: 'decide' },
  { kind: 'tell', decision, reward: decision % 3 === 0 ? 0 : 1 },
]).flat();

export const ALL_GAMES: readonly Game[] = [
  ...HOLE_GAMES.flatMap(({ game, control }) => [game, control]),
  ...FAIR_GAMES,
];

/** Yields what is found, the quick checks first. */
export function* findings(): Generator<string> {
  for (const { name, definition, wrong, right } of TRACES) {
    const apart = attempt(() =>
      distance(sightAfter(definition, wrong), sightAfter(definition, right)),
    );
    if (typeof apart === 'string' || apart > SAME) yield `trace "${name}" differs by ${apart}`;
  }
  for (const [told, definition] of Object.entries(TWIN_DEFINITIONS)) {
    for (const telling of TELLINGS) {
      const steps = (one: typeof PLAIN) => [...EARLIER, ...one.steps(REWARDS, EARLIER.length / 2)];
      const apart = attempt(() =>
        distance(sightAfter(definition, steps(PLAIN)), sightAfter(definition, steps(telling))),
      );
      if (typeof apart === 'string' || apart > SAME) {
        yield `twin "${telling.name}" of ${told} differs by ${apart}`;
      }
    }
  }
  for (const [told, definition] of Object.entries(NEWS_DEFINITIONS)) {
    const lowered = attempt(() => [...loweredBudgets(definition)][0] ?? null);
    if (lowered !== null) yield `news of "${told}" says ${lowered}`;
  }
  for (const twins of LIFE_TWINS) {
    const left = attempt(() => budgetLeft(twins));
    if (typeof left === 'string' || !(left >= (twins.kept ?? KEPT)))
      yield `life "${twins.name}" keeps ${left}`;
  }
  for (const game of ALL_GAMES) {
    const value = attempt(() => solveGame(game).low);
    if (typeof value === 'string' || value > game.bound) yield `game "${game.name}" has ${value}`;
  }
}

/** What a policy refuses in the middle of a check is found as well. */
function attempt<T>(check: () => T): T | string {
  try {
    return check();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
