/**
 * Games of groups: all decisions of a group are made before a reward of it is told, and all rewards are
 * then told at once. Members of the first call are alike, and so are those that join later: they are known by
 * their number.
 *
 *   at once   means are those at the group's start, and rewards depend on each other in any way
 *   late      the first call begins it with one, and each later call joins with what is known by then, which may
 *             be all that came of those before
 */
import type { PolicyDefinition, Receipt } from '@hedgerow/core';
import type { Game, Move, Position, SlackGrid, World } from './game.ts';
import { loadSeat, openSeat } from './seat.ts';
import { baselineAdds, chanceOfTop, proposalAdds, type Terms, termsOf } from './terms.ts';

export interface GroupGameOptions extends Pick<Game, 'name' | 'hit' | 'bound'> {
  readonly definition: PolicyDefinition;
  readonly groupCount: number;
  readonly memberCount: number;
  readonly joined: 'at once' | 'late';
  readonly means: readonly number[];
  readonly baseline: number;
  readonly grid: SlackGrid;
  /** Groups whose rewards are told before, by the number of members at the top of the range. */
  readonly warm?: { readonly tops: readonly number[]; readonly failureProbability: number };
}

export function groupGame(options: GroupGameOptions): Game {
  const { name, hit, bound, grid, definition, warm } = options;
  return {
    name,
    hit,
    bound,
    grid,
    open() {
      const table = { options, terms: termsOf(definition) };
      const text = warmed(table, definition);
      const failureProbability = warm?.failureProbability ?? definition.failureProbability!;
      const truth = warmed(table, { ...definition, failureProbability });
      return {
        position: new GroupPosition(table, { text, groupNumber: 1 }),
        slack: loadSeat(truth).policy.margin(),
      };
    },
  };
}

interface Table {
  readonly options: GroupGameOptions;
  readonly terms: Terms;
}

interface Standing {
  readonly text: string;
  readonly groupNumber: number;
}

/** A position between two groups. */
class GroupPosition implements Position {
  readonly budget: number;
  readonly floor = 0;
  readonly #table: Table;
  readonly #standing: Standing;

  constructor(table: Table, standing: Standing) {
    this.#table = table;
    this.#standing = standing;
    const { policy } = loadSeat(standing.text);
    policy.closeGroup();
    this.budget = policy.margin();
  }

  moves(): readonly Move[] {
    const { text, groupNumber } = this.#standing;
    const { groupCount } = this.#table.options;
    if (groupNumber > groupCount) return [];
    const { memberCount, joined } = this.#table.options;
    const firstCall = joined === 'at once' ? memberCount : 1;
    const group = decideGroup(this.#table, text, { name: `group ${groupNumber}`, firstCall });
    const after = group.outcomes.map((byLater) =>
      byLater.map((told) => {
        let made: Position | null = null;
        const standing = { text: told, groupNumber: groupNumber + 1 };
        return () => {
          made ??= new GroupPosition(this.#table, standing);
          return made;
        };
      }),
    );
    const joining = { table: this.#table, group, after, decided: new Map() };
    return joinMoves(joining, { members: 0, first: 0, later: 0 });
  }
}

interface Joining {
  readonly table: Table;
  readonly group: DecidedGroup;
  /** By the tops of the first call, and of those that joined later. */
  readonly after: readonly (readonly (() => Position)[])[];
  /** Positions inside of the group that are known, by members and tops. */
  readonly decided: Map<string, Position>;
}

/** Members for x that joined, and how many of them will be told to pay. */
interface Joined {
  readonly members: number;
  /** Of the first call. */
  readonly first: number;
  readonly later: number;
}

function joinMoves(joining: Joining, before: Joined): readonly Move[] {
  const { table, group, after, decided } = joining;
  const { options } = table;
  const at = (joined: Joined) => () => {
    if (joined.members >= group.triedCount) return after[joined.first]![joined.later]!();
    const name = `${joined.members}/${joined.first}/${joined.later}`;
    const known = decided.get(name);
    if (known !== undefined) return known;
    const moves = () => joinMoves(joining, joined);
    const made: Position = { budget: null, floor: null, moves };
    decided.set(name, made);
    return made;
  };
  const rest = before.members === 0 ? group.restAdds : 0;
  if (group.triedCount === 0) {
    const branches = [{ probability: 1, change: rest, next: 0 }];
    return [
      {
        name: 'a group of the baseline',
        positions: [after[0]![0]!],
        worlds: [{ name: 'no chance', branches }],
      },
    ];
  }
  const left = group.triedCount - before.members;
  const isFirst = before.members < group.firstCount;
  const calls = isFirst ? [group.firstCount] : Array.from({ length: left }, (_, i) => i + 1);
  return calls.map((size) => ({
    name: size === left ? `${size} join` : `${size} join, and what they earn becomes known`,
    positions: Array.from({ length: size + 1 }, (_, tops) =>
      at({
        members: before.members + size,
        first: before.first + (isFirst ? tops : 0),
        later: before.later + (isFirst ? 0 : tops),
      }),
    ),
    worlds: options.means.flatMap((mean) => together(joining, { size, mean, rest })),
  }));
}

/** What may come of members that join together: two numbers of tops, with any mean between. */
function together(
  { table: { terms, options } }: Joining,
  { size, mean, rest }: { size: number; mean: number; rest: number },
): World[] {
  const expected = size * chanceOfTop(terms, mean);
  const change = size * proposalAdds(terms, mean, options.baseline) + rest;
  const worlds: World[] = [];
  for (let low = 0; low <= expected; low++) {
    for (let high = Math.ceil(expected); high <= size; high++) {
      if ((low === high) !== (low === expected)) continue;
      const share = high === low ? 1 : (expected - low) / (high - low);
      const branches = [
        { probability: 1 - share, change, next: low },
        { probability: share, change, next: high },
      ].filter(({ probability }) => probability > 0);
      worlds.push({ name: `mean ${mean}: ${low} or ${high} of ${size} pay`, branches });
    }
  }
  return worlds;
}

interface DecidedGroup {
  /** Members for x, how many of them the first call decided, and what the others add. */
  readonly triedCount: number;
  readonly firstCount: number;
  readonly restAdds: number;
  /** The policy after so many of the first call, and so many of the others, were told to pay. */
  readonly outcomes: readonly (readonly string[])[];
}

function decideGroup(
  { options, terms }: Table,
  text: string,
  { name: group, firstCall }: { name: string; firstCall: number },
): DecidedGroup {
  const { policy } = loadSeat(text);
  const member = { context: {}, proposal: 'x' };
  const isTried = ({ chosenBy }: Receipt) => chosenBy === 'learner';
  const begun = policy.decideTogether(Array(firstCall).fill(member), { group }).receipts;
  const joined = Array.from({ length: options.memberCount - firstCall }, () =>
    policy.decide({}, { proposal: 'x', group }),
  );
  const [first, later] = [begun.filter(isTried), joined.filter(isTried)];
  const decided = policy.snapshot();
  const outcomes = Array.from({ length: first.length + 1 }, (_, firstTops) =>
    Array.from({ length: later.length + 1 }, (_, laterTops) => {
      const { policy: told } = loadSeat(decided);
      const tell = (tops: number) => (receipt: Receipt, i: number) =>
        told.observe(receipt.id, i < tops ? terms.max : terms.min);
      first.forEach(tell(firstTops));
      later.forEach(tell(laterTops));
      return told.snapshot();
    }),
  );
  const triedCount = first.length + later.length;
  const restAdds = (options.memberCount - triedCount) * baselineAdds(terms, options.baseline);
  return { triedCount, firstCount: first.length, restAdds, outcomes };
}

function warmed(table: Table, definition: PolicyDefinition): string {
  let text = openSeat(definition).policy.snapshot();
  for (const [i, tops] of (table.options.warm?.tops ?? []).entries()) {
    const { memberCount } = table.options;
    const group = { name: `warm ${i + 1}`, firstCall: memberCount };
    const { triedCount, outcomes } = decideGroup(table, text, group);
    if (triedCount < memberCount) {
      throw new Error('The warm groups of a game need a larger reserve.');
    }
    text = outcomes[tops]![0]!;
  }
  const { policy } = loadSeat(text);
  policy.closeGroup();
  return policy.snapshot();
}
