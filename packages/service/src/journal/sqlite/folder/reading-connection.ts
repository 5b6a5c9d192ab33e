/**
 * A connection that only reads, and is replaced when it failed: it is closed, and opened again at the next
 * question. Statements stay valid, because each is prepared again when it is used next.
 *
 * A connection that stayed in use after a failure could go on in an old state, in which newer decisions do not
 * exist. One that stayed closed would answer nobody until the next start.
 */
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { BUSY_MS, configure, DATABASE_FILE, type DatabaseOptions } from './open-database.ts';

export class ReadingConnection extends DatabaseSync {
  readonly #options: DatabaseOptions;
  /** A statement of an earlier time cannot be used any more. */
  #replacements = 0;
  #isOver = false;

  constructor(options: DatabaseOptions) {
    super(path.join(options.folder, DATABASE_FILE), { timeout: BUSY_MS, open: false });
    this.#options = options;
    this.#openAgain();
  }

  /** Ends every transaction it is in. */
  replace(): void {
    if (this.isOpen) super.close();
    this.#replacements += 1;
  }

  override close(): void {
    this.#isOver = true;
    if (this.isOpen) super.close();
  }

  override prepare(text: string): StatementSync {
    this.#openAgain();
    let statement = super.prepare(text);
    let replacements = this.#replacements;
    const current = () => {
      if (replacements === this.#replacements) return statement;
      this.#openAgain();
      statement = super.prepare(text);
      replacements = this.#replacements;
      return statement;
    };
    const usable = {
      all: (...values: SQLInputValue[]) => current().all(...values),
      columns: () => current().columns(),
      get: (...values: SQLInputValue[]) => current().get(...values),
      iterate: (...values: SQLInputValue[]) => current().iterate(...values),
      run: (...values: SQLInputValue[]) => current().run(...values),
    };
    return usable as unknown as StatementSync;
  }

  #openAgain(): void {
    if (this.isOpen || this.#isOver) return;
    super.open();
    configure(this, this.#options);
    super.exec('pragma query_only = on');
  }
}
