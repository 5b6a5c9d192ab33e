/**
 * Games of groups: all decisions of a group are made before a reward of it is told, and all rewards are
 * then told at once. Members are alike, so they are known by their number.
 *
 *   at once   means are those at the group's start, and rewards depend on each other in any way
 *   late      each member joins with what is known by then, which may be all that came of those before
 */
import type { PolicyDefinition } from '@hedgerow/core';
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
    const group = decideGroup(this.#table, text, `group ${groupNumber}`);
    const after = group.outcomes.map((told) => {
      let made: Position | null = null;
      const standing = { text: told, groupNumber: groupNumber + 1 };
      return () => {
        made ??= new GroupPosition(this.#table, standing);
        return made;
      };
    });
    const joining = { table: this.#table, group, after, decided: new Map() };
    return joinMoves(joining, 0, 0);
  }
}

interface Joining {
  readonly table: Table;
  readonly group: DecidedGroup;
  readonly after: readonly (() => Position)[];
  /** Positions inside of the group that are known, by members and tops. */
  readonly decided: Map<string, Position>;
}

/** The moves after so many members for x joined, of which so many will be told to pay. */
function joinMoves(joining: Joining, memberCount: number, topCount: number): readonly Move[] {
  const { table, group, after, decided } = joining;
  const { options } = table;
  const at = (members: number, tops: number) => () => {
    if (members >= group.triedCount) return after[tops]!();
    const name = `${members}/${tops}`;
    const known = decided.get(name);
    if (known !== undefined) return known;
    const moves = () => joinMoves(joining, members, tops);
    const made: Position = { budget: null, floor: null, moves };
    decided.set(name, made);
    return made;
  };
  const rest = memberCount === 0 ? group.restAdds : 0;
  if (group.triedCount === 0) {
    const branches = [{ probability: 1, change: rest, next: 0 }];
    return [
      {
        name: 'a group of the baseline',
        positions: [after[0]!],
        worlds: [{ name: 'no chance', branches }],
      },
    ];
  }
  const left = group.triedCount - memberCount;
  const batches =
    options.joined === 'at once' ? [left] : Array.from({ length: left }, (_, i) => i + 1);
  return batches.map((size) => ({
    name: size === left ? `${size} join` : `${size} join, and what they earn becomes known`,
    positions: Array.from({ length: size + 1 }, (_, tops) =>
      at(memberCount + size, topCount + tops),
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
  /** Members for x, and what the others add. */
  readonly triedCount: number;
  readonly restAdds: number;
  /** The policy after so many members were told to pay, and the others not. */
  readonly outcomes: readonly string[];
}

function decideGroup({ options, terms }: Table, text: string, group: string): DecidedGroup {
  const { policy } = loadSeat(text);
  const receipts = Array.from({ length: options.memberCount }, () =>
    policy.decide({}, { proposal: 'x', group }),
  );
  const tried = receipts.filter(({ chosenBy }) => chosenBy === 'learner');
  const decided = policy.snapshot();
  const outcomes = Array.from({ length: tried.length + 1 }, (_, topCount) => {
    const { policy: told } = loadSeat(decided);
    tried.forEach(({ id }, i) => {
      told.observe(id, i < topCount ? terms.max : terms.min);
    });
    return told.snapshot();
  });
  const restAdds = (receipts.length - tried.length) * baselineAdds(terms, options.baseline);
  return { triedCount: tried.length, restAdds, outcomes };
}

function warmed(table: Table, definition: PolicyDefinition): string {
  let text = openSeat(definition).policy.snapshot();
  for (const [i, tops] of (table.options.warm?.tops ?? []).entries()) {
    const { triedCount, outcomes } = decideGroup(table, text, `warm ${i + 1}`);
    if (triedCount < table.options.memberCount) {
      throw new Error('The warm groups of a game need a larger reserve.');
    }
    text = outcomes[tops]!;
  }
  const { policy } = loadSeat(text);
  policy.closeGroup();
  return policy.snapshot();
}
