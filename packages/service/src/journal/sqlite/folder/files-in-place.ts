/**
 * Whether the files that are open are still the ones under their names.
 *
 * The system lets a folder be moved, removed or replaced (by a backup, say) while somebody has its files open, and whoever has goes on writing to what
 * nobody will find again: the next start would know nothing of decisions that were answered. So nobody is answered before a look at the names. Numbers of files are compared and not
 * handles: to close a second handle of a file lets go of the locks that SQLite has on it.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import { JournalFailure } from '../../journal.ts';
import { DATABASE_FILE } from './open-database.ts';

const NAMES: readonly string[] = [DATABASE_FILE, `${DATABASE_FILE}-wal`];

export class FilesInPlace {
  readonly #folder: string;
  readonly #paths: readonly string[];
  /** What was found under each name when it was first there. */
  readonly #found: (string | null)[];

  constructor(folder: string) {
    this.#folder = folder;
    this.#paths = NAMES.map((name) => path.join(folder, name));
    this.#found = this.#paths.map(fileAt);
  }

  /** Throws if another file, or none, is where one was. */
  require(): void {
    for (let i = 0; i < this.#paths.length; i++) {
      const file = fileAt(this.#paths[i]!);
      this.#found[i] ??= file;
      if (file !== this.#found[i]) throw this.#failure(NAMES[i]!, file !== null);
    }
  }

  #failure(name: string, isReplaced: boolean): JournalFailure {
    return new JournalFailure(
      'broken',
      `${name} must stay in ${this.#folder} while the service runs, but it was ${isReplaced ? 'replaced by another file' : 'moved or removed'}: what is written now would not be ` +
        `found by the next start. Put the files back that were there and the service goes on, or stop it before you start it with others.`,
    );
  }
}

/** Which file it is; null if there is none. */
function fileAt(name: string): string | null {
  const found = statSync(name, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}
