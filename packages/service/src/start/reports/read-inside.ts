/**
 * Reads a file that must really lie inside a folder, whatever links lead there, and no more of it than
 * allowed.
 */
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import path from 'node:path';

export interface ReadInsideInput {
  /** The folder that links may not leave, without links in its own path. */
  readonly root: string;
  readonly file: string;
  readonly bytesMax: number;
}

export type ReadFile =
  | { readonly kind: 'read'; readonly bytes: Buffer; readonly writtenAt: string }
  /** Why it was not read, as the end of a sentence: "is not there". */
  | { readonly kind: 'refused'; readonly reason: string };

/** Returns the content, or why there is none; never throws because of a file. */
export async function readInside({ root, file, bytesMax }: ReadInsideInput): Promise<ReadFile> {
  try {
    const real = await realpath(file);
    if (!isInside(root, real)) return refused('is a link that leaves the folder of reports');
    // The path holds no links any more, so one that is met now was put there since. A pipe must not
    // hold up the start.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    await using handle = await open(real, flags);
    return await readWhole(handle, bytesMax);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return refused(code === 'ENOENT' ? 'is not there' : `cannot be read (${code ?? message})`);
  }
}

/** Returns whether a path is below a folder; both without links. */
export function isInside(root: string, real: string): boolean {
  const way = path.relative(root, real);
  return way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

async function readWhole(handle: FileHandle, bytesMax: number): Promise<ReadFile> {
  const stats = await handle.stat();
  if (!stats.isFile()) return refused('is not a plain file');
  if (stats.size > bytesMax) {
    return refused(`has ${stats.size} bytes, and only ${bytesMax} may be taken`);
  }
  // A file that grows meanwhile is taken as long as it was.
  const bytes = Buffer.alloc(stats.size);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return {
    kind: 'read',
    bytes: bytes.subarray(0, filled),
    writtenAt: stats.mtime.toISOString(),
  };
}

function refused(reason: string): ReadFile {
  return { kind: 'refused', reason };
}
