/**
 * Lines that are finished, a file each, so that an interrupted grid goes on where it was.
 *
 * A file is named after its line, its size and the version; another size is another file. What the
 * code was is not known to it: after a change, begin anew.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type LineTally, type LineTask, lineName } from '@hedgerow/lab/thornbush';
import { z } from 'zod';
import { VERSION } from '../version.ts';

const STORED = z.object({
  runCount: z.int(),
  brokenCount: z.int(),
  wrongCount: z.int(),
  faultyCount: z.int(),
  faults: z.array(z.string()),
  learnerCount: z.int(),
  roundCount: z.int(),
});

export class LineStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Forgets everything. */
  async clear(): Promise<void> {
    await rm(path.join(this.folder, 'lines'), { recursive: true, force: true });
  }

  /** Returns what a finished line came to; null if it is not finished, or its file is damaged. */
  async read(task: LineTask): Promise<LineTally | null> {
    const text = await readFile(this.#fileOf(task), 'utf8').catch(() => null);
    if (text === null) return null;
    const stored = STORED.safeParse(parsed(text));
    const { cell, adversary } = task;
    return stored.success ? { ...stored.data, cell, adversary } : null;
  }

  /** Stores a finished line whole, or not at all. */
  async write(task: LineTask, tally: LineTally): Promise<void> {
    const file = this.#fileOf(task);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(`${file}.part`, JSON.stringify(tally));
    await rename(`${file}.part`, file);
  }

  #fileOf(task: LineTask): string {
    const key = JSON.stringify([VERSION, lineName(task), task.size]);
    const name = createHash('sha256').update(key).digest('hex').slice(0, 24);
    return path.join(this.folder, 'lines', `${name}.json`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
