/**
 * The shelf of one policy in memory, for tests: rows stay for just as long as in a database.
 */
import type { ShelfBatch, ShelfQuery, ShelfRow, Snapshot } from '../journal.ts';
import { shelfRowsOf } from '../tables.ts';

interface ShelvedRow extends ShelfRow {
  readonly shelvedAt: number;
  goneAt: number | null;
}

type Beginning = Pick<Snapshot, 'version' | 'generation'> & {
  /** Rows up to this version stay whatever comes. */
  readonly pinned?: number;
};

export class MemoryShelf {
  /** By generation, then by the first decision of a row, oldest row first. */
  readonly #generations = new Map<number, Map<number, ShelvedRow[]>>();

  /** Number of rows, for tests that count what is left. */
  get size(): number {
    let size = 0;
    for (const rows of this.#generations.values())
      for (const same of rows.values()) size += same.length;
    return size;
  }

  /** All that is on it, for tests that look for what must not be there. */
  get texts(): readonly string[] {
    const shelves = [...this.#generations.values()].flatMap((shelf) => [...shelf.values()]);
    return shelves.flat().map(({ text }) => text);
  }

  write({ generation, version, rows, forgotten }: ShelfBatch, oldest: Beginning): void {
    const shelf = this.#generations.get(generation) ?? new Map<number, ShelvedRow[]>();
    this.#generations.set(generation, shelf);
    for (const row of rows) {
      const same = shelf.get(row.first) ?? [];
      const fresh = same.every((one) => one.shelvedAt !== version)
        ? [...same, { ...row, shelvedAt: version, goneAt: null }]
        : same;
      shelf.set(row.first, withoutSuperseded(fresh, Math.min(version, oldest.version), oldest));
    }
    const gone = new Set(forgotten);
    for (const row of forgotten.flatMap((first) => shelf.get(first) ?? [])) {
      if (row.shelvedAt <= version && isAllIn(gone, row)) row.goneAt ??= version;
    }
  }

  read({ generation, sequences, version, span }: ShelfQuery): readonly ShelfRow[] {
    const shelf = this.#generations.get(generation) ?? new Map<number, ShelvedRow[]>();
    const newestOf = (sequence: number) => {
      for (let first = sequence; first > sequence - span; first--) {
        const known = (shelf.get(first) ?? []).filter(({ shelvedAt }) => shelvedAt <= version);
        if (known.length > 0) return known.reduce((a, b) => (a.shelvedAt > b.shelvedAt ? a : b));
      }
      return undefined;
    };
    const found = sequences.flatMap((sequence) => {
      const newest = newestOf(sequence);
      return newest === undefined ? [] : [[sequence, newest] as const];
    });
    return shelfRowsOf(found).map(({ first, last, text }) => ({ first, last, text }));
  }

  /** Removes rows that hold one of these decisions, up to a version, and all of generations that are over. */
  remove({ generation, version }: Snapshot, numbers: readonly number[]): void {
    for (const own of [...this.#generations.keys()]) {
      if (own < generation) this.#generations.delete(own);
    }
    const shelf = this.#generations.get(generation) ?? new Map<number, ShelvedRow[]>();
    for (const [first, rows] of shelf) {
      const holds = ({ last, shelvedAt }: ShelvedRow) =>
        shelvedAt <= version && numbers.some((number) => first <= number && number <= last);
      shelf.set(
        first,
        rows.filter((row) => !holds(row)),
      );
    }
  }

  /** Removes all rows after a version. */
  drop(pinned: number): void {
    for (const shelf of this.#generations.values()) {
      for (const [first, rows] of shelf) {
        shelf.set(
          first,
          rows.filter(({ shelvedAt }) => shelvedAt <= pinned),
        );
      }
    }
  }

  tidy(oldest: Beginning): void {
    const { pinned = 0 } = oldest;
    for (const [generation, shelf] of this.#generations) {
      const isSealed = generation < oldest.generation;
      for (const [first, rows] of shelf) {
        const left = rows.filter(({ goneAt, shelvedAt }) => {
          const isNeeded = !isSealed && (goneAt === null || goneAt > oldest.version);
          return shelvedAt <= pinned || isNeeded;
        });
        if (left.length === 0) shelf.delete(first);
        else shelf.set(first, left);
      }
    }
  }
}

function isAllIn(numbers: ReadonlySet<number>, { first, last }: ShelfRow): boolean {
  for (let number = first; number <= last; number++) if (!numbers.has(number)) return false;
  return true;
}

function withoutSuperseded(
  rows: readonly ShelvedRow[],
  known: number,
  { pinned = 0 }: Beginning,
): ShelvedRow[] {
  const needed = Math.max(...rows.map(({ shelvedAt }) => shelvedAt).filter((at) => at <= known));
  return rows.filter(({ shelvedAt }) => shelvedAt >= needed || shelvedAt <= pinned);
}
