/**
 * The bytes of segments, as files beside the database.
 *
 *     segments/maize.1-4096.5f3a…c1.jsonl.zst
 *
 * A file is written under another name, confirmed by the disk, and then renamed, so under its own name
 * it is whole; its name holds its hash, so no file is ever written over. A file that no line of the
 * database tells of was left by a process that ended in between, and is removed at the next start.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { type Segment, type SegmentLine, segmentFromLine } from '../../segments/segment.ts';

const SEGMENT_FOLDER = 'segments';
const UNFINISHED = '.unfinished';

export interface SegmentFilesOptions {
  readonly folder: string;
  /** Whether a file waits for the disk. */
  readonly isSynced: boolean;
  /** Called before each step of a segment's way; a test may end the process there. */
  readonly onStep?: ((step: SegmentStep) => void) | undefined;
}

export type SegmentStep = 'write' | 'sync' | 'rename' | 'sync-folder' | 'line' | 'trim' | 'remove';

export class SegmentFiles {
  readonly #folder: string;
  readonly #isSynced: boolean;
  readonly onStep: (step: SegmentStep) => void;

  constructor({ folder, isSynced, onStep = () => {} }: SegmentFilesOptions) {
    this.#folder = path.join(folder, SEGMENT_FOLDER);
    this.#isSynced = isSynced;
    this.onStep = onStep;
  }

  /** Resolves when the file is there for good. */
  async write(segment: Segment, bytes: Buffer): Promise<void> {
    const name = path.join(this.#folder, fileName(segment));
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.onStep('write');
    try {
      await using(await open(name + UNFINISHED, 'w', 0o600), async (file) => {
        await file.writeFile(bytes);
        this.onStep('sync');
        if (this.#isSynced) await file.sync();
      });
      this.onStep('rename');
      await rename(name + UNFINISHED, name);
    } catch (failure) {
      // A full disk needs the room, and what is in it may have to be forgotten.
      await rm(name + UNFINISHED, { force: true });
      throw failure;
    }
    this.onStep('sync-folder');
    if (this.#isSynced) await using(await open(this.#folder, 'r'), (folder) => folder.sync());
  }

  async read(segment: Segment, offset: number, length: number): Promise<Buffer> {
    const name = path.join(this.#folder, fileName(segment));
    return await using(await open(name, 'r'), async (file) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      if (bytesRead < length) throw new Error(`${name} ends too early`);
      return buffer;
    });
  }

  async readWhole(segment: Segment): Promise<Buffer> {
    return await readFile(path.join(this.#folder, fileName(segment)));
  }

  /** At once: whoever looked whether it is needed must not be overtaken by somebody who writes it. */
  remove(segment: Segment): void {
    this.onStep('remove');
    rmSync(path.join(this.#folder, fileName(segment)), { force: true });
  }

  /** Removes all of a policy, finished or not. */
  removeOf(policy: string): void {
    this.#remove(this.#namesOf(policy));
  }

  /**
   * Removes what is in the place of a policy's segments and is none of them, finished or not: they are all that lines tell of. What comes after
   * them may be on its way.
   */
  removeReplaced(policy: string, segments: readonly SegmentName[]): void {
    const end = segments.at(-1)?.last ?? 0;
    const told = new Set(segments.map(fileName));
    this.#remove(
      this.#namesOf(policy).filter((name) => !told.has(name) && firstIn(name, policy) <= end),
    );
  }

  /** Removes what no line tells of; only whoever has the folder to itself may. */
  removeUnknown(database: DatabaseSync): void {
    const lines = database.prepare('select * from segment').iterate();
    const known = new Set<string>();
    for (const line of lines) {
      known.add(fileName(segmentFromLine(line as unknown as SegmentLine)));
    }
    this.#remove(this.#names().filter((name) => !known.has(name)));
  }

  #remove(names: readonly string[]): void {
    for (const name of names) rmSync(path.join(this.#folder, name), { force: true });
  }

  /** No name of a policy has a dot. */
  #namesOf(policy: string): string[] {
    return this.#names().filter((name) => name.startsWith(`${policy}.`));
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder);
    } catch (error) {
      // The folder is made with the first segment.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }
}

/** What the name of a file is made of. */
export type SegmentName = Pick<Segment, 'policy' | 'first' | 'last' | 'sha256'>;

function fileName({ policy, first, last, sha256 }: SegmentName): string {
  return `${policy}.${first}-${last}.${sha256.slice(0, 16)}.jsonl.zst`;
}

function firstIn(name: string, policy: string): number {
  return Number.parseInt(name.slice(policy.length + 1), 10);
}

async function using<Answer>(
  file: FileHandle,
  use: (file: FileHandle) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}
