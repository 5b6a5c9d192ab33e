/**
 * Answers to tasks that are finished, a file each, so that an interrupted report goes on where it was.
 *
 * A file is named after the version and all that the task is about; it is written whole or not at all.
 * What the code was is not known to it: after a change, begin in another folder.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { canonicalJson } from '../experiments/experiment-hash.ts';
import { LAB_VERSION } from '../runner/lab-version.ts';

export class FinishedTasks<Answer> {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the answer to a task; null if it is not finished, or its file is damaged. */
  async read(task: object): Promise<Answer | null> {
    try {
      return JSON.parse(await readFile(this.#fileOf(task), 'utf8')) as Answer;
    } catch {
      return null;
    }
  }

  async write(task: object, answer: Answer): Promise<void> {
    const file = this.#fileOf(task);
    await mkdir(this.#folder, { recursive: true });
    await writeFile(`${file}.part`, JSON.stringify(answer));
    await rename(`${file}.part`, file);
  }

  #fileOf(task: object): string {
    const key = canonicalJson([LAB_VERSION, task]);
    const name = createHash('sha256').update(key).digest('hex').slice(0, 24);
    return path.join(this.#folder, `${name}.json`);
  }
}
