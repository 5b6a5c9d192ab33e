/**
 * Rows that show every pair of levels together, and every combination of some groups of factors: a
 * covering array, made greedily.
 *
 *     for each combination that no row has shown yet
 *         among the accepted rows that hold it, take the one that shows most new combinations
 *
 * Faults of options almost always need two or three options at once, and a few hundred rows show all
 * of those where the full table has millions. Some combinations cannot be: `isAccepted` is asked about
 * all rows of the factors that it looks at, and a combination that no accepted row holds is returned as
 * refused. So each one is either in a row or in that list. Nothing is drawn: same table, same rows.
 *
 * The factors that are asked about are listed in full. The others are free but for pairs that are
 * refused; their first levels must go with everything, so that every row can be completed.
 */

/** Factors by name, each with its levels. */
export type FactorTable = Readonly<Record<string, readonly string[]>>;

/** One level for each factor. */
export type RowOf<Table extends FactorTable> = {
  readonly [Factor in keyof Table]: Table[Factor][number];
};

/** Levels that must be seen together, as `factor=level`, in the order of the table. */
export type Combination = readonly string[];

export interface CoveringArrayOptions<Table extends FactorTable> {
  readonly factors: Table;
  /** The factors that `isAccepted` looks at. */
  readonly constrained: readonly (keyof Table & string)[];
  /**
   * Levels that cannot go together, as `factor=level`, at least one of a factor not constrained; asked
   * when all rows have been looked at.
   */
  readonly refusedPairs?: () => readonly (readonly [string, string])[];
  /** Groups of factors of which all combinations are shown, and not only all pairs. */
  readonly together: readonly (readonly (keyof Table & string)[])[];
  /**
   * Whether first levels ask for nothing: then what is refused with later factors at their first levels
   * is refused whatever they are, and most rows need not be asked about.
   */
  readonly isFirstLevelHarmless?: boolean;
  /** Asked about rows whose other factors stand at their first level. */
  readonly isAccepted: (row: RowOf<Table>) => boolean;
}

export interface CoveringArray<Table extends FactorTable> {
  readonly rows: readonly RowOf<Table>[];
  readonly covered: readonly Combination[];
  readonly refused: readonly Combination[];
}

/** Returns the rows, and what became of each combination. */
export function coveringArray<Table extends FactorTable>(
  options: CoveringArrayOptions<Table>,
): CoveringArray<Table> {
  return new RowSearch(options).run();
}

/** A row while it is made: the index of a level for each factor. */
type Levels = readonly number[];

/** Factors that must be seen together, and where their combinations begin in the list of all. */
interface Meeting {
  readonly factors: readonly number[];
  readonly start: number;
}

interface Target {
  readonly meeting: Meeting;
  readonly levels: readonly number[];
}

class RowSearch<Table extends FactorTable> {
  readonly #options: CoveringArrayOptions<Table>;
  readonly #names: readonly string[];
  readonly #levels: readonly (readonly string[])[];
  readonly #isFree: readonly boolean[];
  readonly #meetings: readonly Meeting[];
  readonly #accepted: readonly Levels[];
  /** 1 for each combination that still has to be shown. */
  readonly #wanted: Uint8Array;
  /** Where the levels of each factor begin in the list of all levels. */
  readonly #firstLevels: readonly number[];
  readonly #levelCount: number;
  /** 1 for each pair of levels that cannot go together, in both orders. */
  readonly #isRefused: Uint8Array;

  constructor(options: CoveringArrayOptions<Table>) {
    this.#options = options;
    this.#names = Object.keys(options.factors);
    this.#levels = this.#names.map((name) => options.factors[name]!);
    this.#isFree = this.#names.map((name) => !options.constrained.includes(name));
    let start = 0;
    this.#meetings = this.#meetingFactors().map((factors) => {
      const meeting = { factors, start };
      start += factors.reduce((count, factor) => count * this.#levels[factor]!.length, 1);
      return meeting;
    });
    this.#wanted = new Uint8Array(start);
    this.#accepted = this.#listAccepted();
    let levelCount = 0;
    this.#firstLevels = this.#levels.map((levels) => {
      levelCount += levels.length;
      return levelCount - levels.length;
    });
    this.#levelCount = levelCount;
    this.#isRefused = this.#refusedLevels(options.refusedPairs?.() ?? []);
  }

  #refusedLevels(pairs: readonly (readonly [string, string])[]): Uint8Array {
    const names = this.#levels.flatMap((levels, factor) =>
      levels.map((_, level) => this.#levelName(factor, level)),
    );
    const isRefused = new Uint8Array(this.#levelCount ** 2);
    for (const [one, other] of pairs) {
      isRefused[names.indexOf(one) * this.#levelCount + names.indexOf(other)] = 1;
      isRefused[names.indexOf(other) * this.#levelCount + names.indexOf(one)] = 1;
    }
    return isRefused;
  }

  run(): CoveringArray<Table> {
    const targets = this.#meetings.flatMap((meeting) => this.#targetsOf(meeting));
    const isPossible = targets.map((target) =>
      this.#accepted.some((row) => this.#mayHold(row, target)),
    );
    const possible = targets.filter((_, i) => isPossible[i]);
    for (const target of possible) this.#wanted[placeOf(target, this.#levels)] = 1;
    const rows: RowOf<Table>[] = [];
    for (const target of possible) {
      if (this.#wanted[placeOf(target, this.#levels)] === 0) continue;
      const row = this.#bestRow(target, rows.length);
      for (const meeting of this.#meetings) this.#wanted[this.#placeIn(row, meeting)] = 0;
      rows.push(this.#rowOf(row));
    }
    return {
      rows,
      covered: possible.map((target) => this.#nameOf(target)),
      refused: targets.filter((_, i) => !isPossible[i]).map((target) => this.#nameOf(target)),
    };
  }

  /** The groups, largest first so that pairs come along with them, and all pairs of factors. */
  #meetingFactors(): number[][] {
    const positions = this.#names.map((_, factor) => factor);
    const groups = this.#options.together.map((group) =>
      positions.filter((factor) => group.includes(this.#names[factor]!)),
    );
    const pairs = positions.flatMap((first, i) =>
      positions.slice(i + 1).map((second) => [first, second]),
    );
    return [...groups, ...pairs];
  }

  /** All rows of constrained factors that are accepted, the free ones at their first level. */
  #listAccepted(): Levels[] {
    const first = this.#levels.map(() => 0);
    const isAccepted = (row: Levels) => this.#options.isAccepted(this.#rowOf(row));
    const rows: Levels[] = [first];
    this.#levels.forEach((levels, factor) => {
      if (this.#isFree[factor]) return;
      const others = levels.map((_, level) => level).slice(1);
      const added = rows.flatMap((row) => others.map((level) => row.with(factor, level)));
      rows.push(...(this.#options.isFirstLevelHarmless ? added.filter(isAccepted) : added));
    });
    return this.#options.isFirstLevelHarmless ? rows : rows.filter(isAccepted);
  }

  #targetsOf(meeting: Meeting): Target[] {
    let combinations: number[][] = [[]];
    for (const factor of meeting.factors) {
      combinations = combinations.flatMap((levels) =>
        this.#levels[factor]!.map((_, level) => [...levels, level]),
      );
    }
    return combinations.map((levels) => ({ meeting, levels }));
  }

  /** Whether a row holds the combination, or could hold it by its free factors. */
  #mayHold(row: Levels, { meeting, levels }: Target): boolean {
    const { factors } = meeting;
    return factors.every((factor, i) => {
      const level = levels[i]!;
      if (!this.#isFree[factor]) return row[factor] === level;
      const fitsRow = row.every(
        (other, at) => this.#isFree[at] || this.#goesWith(factor, level, at, other),
      );
      return fitsRow && factors.every((at, j) => this.#goesWith(factor, level, at, levels[j]!));
    });
  }

  #goesWith(factor: number, level: number, other: number, otherLevel: number): boolean {
    const one = this.#firstLevels[factor]! + level;
    return this.#isRefused[one * this.#levelCount + this.#firstLevels[other]! + otherLevel] === 0;
  }

  #levelName(factor: number, level: number): string {
    return `${this.#names[factor]}=${this.#levels[factor]![level]}`;
  }

  #bestRow(target: Target, rowNumber: number): Levels {
    const settled = this.#meetings.filter(({ factors }) => factors.every((f) => !this.#isFree[f]));
    let best: Levels = [];
    let bestCount = -1;
    const turn = scramble(rowNumber) % this.#accepted.length;
    for (let i = 0; i < this.#accepted.length; i++) {
      // Rows that show as much take turns as well.
      const row = this.#accepted[(turn + i) % this.#accepted.length]!;
      if (!this.#mayHold(row, target)) continue;
      let count = 0;
      for (const meeting of settled) count += this.#wanted[this.#placeIn(row, meeting)]!;
      if (count > bestCount) [best, bestCount] = [row, count];
    }
    return this.#fillFree(best, target, rowNumber);
  }

  /** Chooses the free factors one after the other, each by what it shows with those chosen. */
  #fillFree(row: Levels, { meeting, levels }: Target, rowNumber: number): Levels {
    const filled = [...row];
    const isChosen = this.#isFree.map((isFree) => !isFree);
    meeting.factors.forEach((factor, i) => {
      filled[factor] = levels[i]!;
      isChosen[factor] = true;
    });
    this.#isFree.forEach((_, factor) => {
      if (isChosen[factor]) return;
      isChosen[factor] = true;
      const count = this.#levels[factor]!.length;
      const turn = scramble(rowNumber * this.#names.length + factor);
      // Equal levels take turns, so that none is met more often than it must be.
      const turns = Array.from({ length: count }, (_level, i) => (turn + i) % count);
      const gains = turns.map((level) => {
        filled[factor] = level;
        const fits = filled.every(
          (other, at) => !isChosen[at] || this.#goesWith(factor, level, at, other),
        );
        return fits ? this.#newWith(filled, isChosen, factor) : -1;
      });
      filled[factor] = turns[gains.indexOf(Math.max(...gains))]!;
    });
    return filled;
  }

  /** Combinations with this factor that the row would show for the first time. */
  #newWith(row: Levels, isChosen: readonly boolean[], factor: number): number {
    let count = 0;
    for (const meeting of this.#meetings) {
      if (!meeting.factors.includes(factor)) continue;
      if (meeting.factors.every((other) => isChosen[other])) {
        count += this.#wanted[this.#placeIn(row, meeting)]!;
      }
    }
    return count;
  }

  /** Where the combination that a row shows of a meeting stands in the list of all. */
  #placeIn(row: Levels, { factors, start }: Meeting): number {
    let place = 0;
    for (const factor of factors) place = place * this.#levels[factor]!.length + row[factor]!;
    return start + place;
  }

  #rowOf(levels: Levels): RowOf<Table> {
    const entries = this.#names.map((name, factor) => [
      name,
      this.#levels[factor]![levels[factor]!]!,
    ]);
    return Object.fromEntries(entries) as RowOf<Table>;
  }

  #nameOf({ meeting, levels }: Target): Combination {
    return meeting.factors.map((factor, i) => this.#levelName(factor, levels[i]!));
  }
}

function placeOf({ meeting, levels }: Target, all: readonly (readonly string[])[]): number {
  let place = 0;
  meeting.factors.forEach((factor, i) => {
    place = place * all[factor]!.length + levels[i]!;
  });
  return meeting.start + place;
}

/** A number that looks like chance and is always the same: factors must not take turns in step. */
function scramble(value: number): number {
  let mixed = Math.imul(value + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
