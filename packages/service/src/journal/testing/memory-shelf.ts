/**
 * The shelf of one policy in memory, for tests: rows stay for just as long as in a database.
 */
import type { ShelfBatch, ShelfQuery, ShelfRow, Snapshot } from '../journal.ts';
import { shelfRowsOf } from '../tables.ts';

interface ShelvedRow extends ShelfRow {
  readonly generation: number;
  readonly shelvedAt: number;
  goneAt: number | null;
}

type Beginning = Pick<Snapshot, 'version' | 'generation'>;

export class MemoryShelf {
  #rows: ShelvedRow[] = [];

  /** Number of rows, for tests that count what is left. */
  get size(): number {
    return this.#rows.length;
  }

  write({ generation, version, rows, forgotten }: ShelfBatch, oldest: Beginning): void {
    for (const row of rows) {
      const known = this.#of(generation, row.first).some((one) => one.shelvedAt === version);
      if (!known) this.#rows.push({ ...row, generation, shelvedAt: version, goneAt: null });
      this.#dropSuperseded(generation, row.first, Math.min(version, oldest.version));
    }
    for (const first of forgotten) {
      for (const row of this.#of(generation, first)) {
        if (row.shelvedAt <= version) row.goneAt ??= version;
      }
    }
    this.tidy(oldest);
  }

  read({ generation, sequences, version, span }: ShelfQuery): readonly ShelfRow[] {
    const found = sequences.flatMap((sequence) => {
      const [newest] = this.#rows
        .filter((row) => row.generation === generation && row.shelvedAt <= version)
        .filter(({ first }) => first <= sequence && first > sequence - span)
        .sort((a, b) => b.first - a.first || b.shelvedAt - a.shelvedAt);
      return newest === undefined ? [] : [[sequence, newest] as const];
    });
    return shelfRowsOf(found).map(({ first, last, text }) => ({ first, last, text }));
  }

  tidy(oldest: Beginning): void {
    this.#rows = this.#rows.filter(
      ({ generation, goneAt }) =>
        generation >= oldest.generation && (goneAt === null || goneAt > oldest.version),
    );
  }

  #of(generation: number, first: number): ShelvedRow[] {
    return this.#rows.filter((row) => row.generation === generation && row.first === first);
  }

  #dropSuperseded(generation: number, first: number, known: number): void {
    const versions = this.#of(generation, first).map(({ shelvedAt }) => shelvedAt);
    const needed = Math.max(...versions.filter((version) => version <= known));
    this.#rows = this.#rows.filter(
      (row) => row.generation !== generation || row.first !== first || row.shelvedAt >= needed,
    );
  }
}
