/**
 * Where a proof puts what it need not hold in memory: a database of its own in a temporary place, gone with the
 * process. Nothing of the journal's own shelf or table is ever looked at here, unless the proof goes on from a checkpoint: what was
 * on the shelf then is taken as it is.
 *
 *     shelf    decisions that the core handed out, as the writer of a policy has them on the journal's shelf
 *     told     where in segments decisions are spoken of, as the entries say it
 *     lines    the table of decisions as the entries say it, to be compared with the journal's at the end
 */
import { DatabaseSync } from 'node:sqlite';
import type {
  DecisionRow,
  Journal,
  ShelfBatch,
  ShelfQuery,
  ShelfRow,
  Snapshot,
} from '../../journal/journal.ts';
import type { Told } from '../../journal/segments/segment.ts';
import { shelfRowsOf } from '../../journal/tables.ts';

/** Lines that are held in memory until they are written together. */
const LINES_HELD = 20_000;

export class Scratch {
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepareStatements>;
  /** The newest lines, or those that changed last. */
  #lines = new Map<string, DecisionRow>();
  #lineCount = 0;
  #told: Told[] = [];
  #toldCount = 0;
  #before: { readonly journal: Pick<Journal, 'readShelf'>; readonly version: number } | null = null;

  constructor() {
    // An empty name is a file that SQLite removes at once; it is written only when memory does not do.
    this.#database = new DatabaseSync('');
    this.#database.exec('pragma journal_mode = off; pragma synchronous = off');
    this.#database.exec(
      `create table shelf (generation, first, last, body, primary key (generation, first))
         without rowid;
       create table told (generation, sequence, position, primary key (generation, sequence, position))
         without rowid;
       create table line (id text primary key, body text) without rowid`,
    );
    this.#statements = prepareStatements(this.#database);
  }

  /** Number of lines. */
  get lineCount(): number {
    return this.#lineCount;
  }

  readonly writeShelf = async ({ generation, rows }: ShelfBatch): Promise<void> => {
    this.#together(() => {
      this.#statements.sealed.run(generation);
      for (const { first, last, text } of rows) {
        this.#statements.shelve.run(generation, first, last, text);
      }
    });
  };

  readonly readShelf = async (query: ShelfQuery): Promise<readonly ShelfRow[]> => {
    const { generation, sequences, span } = query;
    const found = sequences.flatMap((sequence) => {
      const range = [sequence - span + 1, sequence];
      const lines = this.#statements.shelved.all(generation, ...range) as unknown as ShelfRow[];
      return lines.map((line) => [sequence, line] as const);
    });
    const own = shelfRowsOf(found);
    if (this.#before === null) return own;
    const { journal, version } = this.#before;
    const isOwn = (sequence: number) =>
      own.some(({ first, last }) => first <= sequence && sequence <= last);
    const missing = sequences.filter((sequence) => !isOwn(sequence));
    return [...own, ...(await journal.readShelf({ ...query, sequences: missing, version }))];
  };

  /** What is not here is on the journal's shelf, as it was at the checkpoint. */
  goOnFrom(journal: Pick<Journal, 'readShelf'>, { version }: Snapshot): void {
    this.#before = { journal, version };
  }

  /** The line of a decision; undefined if no entry tells of it. */
  line(id: string): DecisionRow | undefined {
    const held = this.#lines.get(id);
    if (held !== undefined) return held;
    const found = this.#statements.line.get(id) as { body: string } | undefined;
    return found === undefined ? undefined : (JSON.parse(found.body) as DecisionRow);
  }

  addLine(row: DecisionRow): void {
    this.#lineCount += 1;
    this.changeLine(row);
  }

  changeLine(row: DecisionRow): void {
    this.#lines.set(row.id, row);
    if (this.#lines.size < LINES_HELD) return;
    this.#together(() => {
      for (const [id, line] of this.#lines) this.#statements.put.run(id, JSON.stringify(line));
    });
    this.#lines = new Map();
  }

  /** Number of times that entries of segments speak of a decision. */
  get toldCount(): number {
    return this.#toldCount + this.#told.length;
  }

  addTold(told: Told): void {
    this.#told.push(told);
    if (this.#told.length >= LINES_HELD) this.#writeTold();
  }

  hasTold({ generation, sequence, position }: Told): boolean {
    this.#writeTold();
    return this.#statements.toldAt.get(generation, sequence, position) !== undefined;
  }

  #writeTold(): void {
    const told = this.#told;
    if (told.length === 0) return;
    this.#told = [];
    this.#toldCount += told.length;
    this.#together(() => {
      for (const { generation, sequence, position } of told) {
        this.#statements.tell.run(generation, sequence, position);
      }
    });
  }

  close(): void {
    this.#database.close();
  }

  #together(write: () => void): void {
    this.#database.exec('begin');
    write();
    this.#database.exec('commit');
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    shelve: database.prepare('insert or replace into shelf values (?, ?, ?, ?)'),
    shelved: database.prepare(
      `select first, last, body as text from shelf
       where generation = ? and first >= ? and first <= ? order by first desc limit 1`,
    ),
    sealed: database.prepare('delete from shelf where generation < ?'),
    tell: database.prepare('insert into told values (?, ?, ?)'),
    toldAt: database.prepare(
      'select 1 from told where generation = ? and sequence = ? and position = ?',
    ),
    line: database.prepare('select body from line where id = ?'),
    put: database.prepare('insert or replace into line values (?, ?)'),
  };
}
