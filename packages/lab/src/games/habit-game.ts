/**
 * Games of divided decisions in which somebody keeps one habit for a whole season: so many strips are sown,
 * so many of them weighed, on fields that pay 1 on good strips and 0 on bad ones, and the baseline the
 * same everywhere.
 *
 * Only what is possible however the strips are drawn is a habit, so no chance is left, and a habit is a
 * line of positions. The true slack is that of the documented guarantee: means over all strips, on the
 * share that was sown.
 */
import type { PartRewards, PolicyDefinition, Receipt } from '@hedgerow/core';
import type { Game, Move, Position, SlackGrid } from './game.ts';
import { loadSeat, openSeat, type Seat } from './seat.ts';

export interface HabitGameOptions extends Pick<Game, 'name' | 'bound'> {
  readonly definition: PolicyDefinition;
  readonly baseline: number;
  readonly horizon: number;
  readonly warmCount: number;
  /** δ of the twin whose budget is the true slack at the start. */
  readonly failureProbability: number;
  /** Numbers of strips that are sown beyond the drawn ones; below 0: fewer. */
  readonly more: readonly number[];
  /** Numbers of sown strips that are not weighed. */
  readonly unweighed: readonly number[];
  readonly grid: SlackGrid;
}

export function habitGame(options: HabitGameOptions): Game {
  const { name, bound, grid, definition, failureProbability } = options;
  return {
    name,
    hit: 'books',
    bound,
    grid,
    open() {
      const policy = warmed(options, definition);
      const twin = warmed(options, { ...definition, failureProbability });
      return { position: new Choice(options, policy.snapshot()), slack: twin.margin() };
    },
  };
}

interface Habit {
  readonly goodCount: number;
  readonly more: number;
  readonly unweighed: number;
}

/** Where a habit is chosen. */
class Choice implements Position {
  readonly budget: number;
  readonly floor = null;
  readonly #options: HabitGameOptions;
  readonly #text: string;

  constructor(options: HabitGameOptions, text: string) {
    this.#options = options;
    this.#text = text;
    this.budget = loadSeat(text).policy.margin();
  }

  moves(): readonly Move[] {
    const { definition, more, unweighed } = this.#options;
    const goodCounts = Array.from({ length: definition.split!.strips! + 1 }, (_, i) => i);
    const habits = goodCounts.flatMap((goodCount) =>
      more.flatMap((added) =>
        unweighed.map((left) => ({ goodCount, more: added, unweighed: left })),
      ),
    );
    return habits
      .filter((habit) => isTrue(this.#options, habit))
      .flatMap((habit) => {
        const next = new Kept(this.#options, habit, this.#text, 0).moves();
        return next;
      });
  }
}

/** A habit that is kept. */
class Kept implements Position {
  readonly budget: number;
  readonly floor = null;
  readonly #options: HabitGameOptions;
  readonly #habit: Habit;
  readonly #text: string;
  readonly #count: number;

  constructor(options: HabitGameOptions, habit: Habit, text: string, count: number) {
    this.#options = options;
    this.#habit = habit;
    this.#text = text;
    this.#count = count;
    this.budget = loadSeat(text).policy.margin();
  }

  moves(): readonly Move[] {
    if (this.#count === this.#options.horizon) return [];
    const { policy } = loadSeat(this.#text);
    const played = season(this.#options, this.#habit, policy);
    if (played === null) return [];
    const text = policy.snapshot();
    const open = () => new Kept(this.#options, this.#habit, text, this.#count + 1);
    const branches = [{ probability: 1, change: played.change, next: 0 }];
    return [{ name: played.name, positions: [open], worlds: [{ name: 'no chance', branches }] }];
  }
}

/** Plays one decision of a habit; null if the strips that are planned leave no room for it. */
function season(options: HabitGameOptions, habit: Habit, policy: Seat['policy']) {
  const { definition, baseline } = options;
  const stripCount = definition.split!.strips!;
  const receipt = policy.decide({}, { proposal: 'x' });
  const drawnCount = stripsOf(receipt, 'try');
  const sownCount = drawnCount + habit.more;
  const weighedCount = sownCount - habit.unweighed;
  const goodCount = goodWeighed(habit, { stripCount, drawnCount, sownCount, weighedCount });
  if (goodCount === null || sownCount > stripCount) return null;
  const share = sownCount / stripCount;
  if (habit.more !== 0) policy.confirm(receipt.id, { share, isInnocent: false });
  const reward = goodCount / weighedCount;
  const measuredShare = weighedCount / sownCount;
  const parts: PartRewards = { try: { reward, measuredShare }, check: baseline };
  policy.observe(receipt.id, parts);
  policy.forget([receipt.id]);
  const { allowedShortfall = 0, allowedLossPerRound = 0 } = definition;
  const mean = habit.goodCount / stripCount;
  const change = share * mean + (allowedShortfall - share) * baseline + allowedLossPerRound;
  const name = `${habit.goodCount} of ${stripCount} strips pay; ${sownCount} sown in place of ${drawnCount}, ${weighedCount} weighed, told ${reward.toFixed(3)}`;
  return { change, name };
}

interface Strips {
  readonly stripCount: number;
  readonly drawnCount: number;
  readonly sownCount: number;
  readonly weighedCount: number;
}

/** Good strips among those that are weighed, however the draw falls; null if that depends on it. */
function goodWeighed(
  { goodCount }: Habit,
  { stripCount, drawnCount, sownCount, weighedCount }: Strips,
): number | null {
  if (weighedCount < 1 || sownCount < 1) return null;
  const leastDrawn = Math.max(0, goodCount - (stripCount - drawnCount));
  const mostDrawn = Math.min(goodCount, drawnCount);
  if (sownCount <= drawnCount) {
    // The best of the drawn ones are sown, and the best of these weighed.
    const least = Math.min(leastDrawn, weighedCount);
    return least === Math.min(mostDrawn, weighedCount) ? least : null;
  }
  // All good ones are sown if there is room for those that were not drawn.
  const reaches = goodCount - leastDrawn <= sownCount - drawnCount;
  return reaches ? Math.min(goodCount, weighedCount) : null;
}

/** Whether what is declared holds on such fields. */
function isTrue({ definition, baseline }: HabitGameOptions, { goodCount }: Habit): boolean {
  const { strips, drop = Number.POSITIVE_INFINITY } = definition.split!;
  return goodCount / strips! >= baseline - drop;
}

function stripsOf({ parts = [] }: Receipt, role: 'try' | 'check'): number {
  return parts.find((part) => part.role === role)?.strips?.length ?? 0;
}

/** Decisions that are told as planned, with a try as good as the baseline. */
function warmed({ baseline, warmCount }: HabitGameOptions, definition: PolicyDefinition) {
  const { policy } = openSeat(definition);
  for (let i = 0; i < warmCount; i++) {
    const receipt = policy.decide({}, { proposal: 'x' });
    if (stripsOf(receipt, 'try') === 0) throw new Error('The warm rounds need a larger reserve.');
    policy.observe(receipt.id, { try: baseline, check: baseline });
    policy.forget([receipt.id]);
  }
  return policy;
}
