/**
 * Finds the reports in a folder: the folder itself, or else the folders in it.
 *
 * Ids come from the names of folders, in the order of these names, so that a report keeps its address
 * from start to start.
 */
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from './read-inside.ts';
import { REPORT_FILE } from './read-report.ts';

export interface ReportFolder {
  readonly id: string;
  /** Name for people. */
  readonly name: string;
  readonly folder: string;
  /** Milliseconds since 1970; when its text was written. */
  readonly writtenMs: number;
}

export interface FoundFolders {
  /** Newest first. */
  readonly folders: readonly ReportFolder[];
  /** What cannot be one of them and why, a sentence each. */
  readonly refused: readonly string[];
}

/** Returns all folders with a report; `root` must have no links in its own path. */
export async function findReportFolders(root: string): Promise<FoundFolders> {
  const own = await writtenMs(root);
  if (own !== null) {
    const name = path.basename(root);
    return {
      folders: [{ id: newId(name, new Set()), name, folder: root, writtenMs: own }],
      refused: [],
    };
  }
  const ids = new Set<string>();
  const folders: ReportFolder[] = [];
  const refused: string[] = [];
  for (const name of (await readdir(root)).sort()) {
    const folder = path.join(root, name);
    const found = await lookInto(root, folder);
    if (typeof found === 'string') refused.push(`${name} ${found}`);
    else if (found !== null) folders.push({ id: newId(name, ids), name, folder, writtenMs: found });
  }
  return { folders: folders.sort((one, other) => other.writtenMs - one.writtenMs), refused };
}

/** Returns when the report was written, null if there is none, or why it is refused. */
async function lookInto(root: string, folder: string): Promise<number | null | string> {
  try {
    const written = await writtenMs(folder);
    if (written === null || isInside(root, await realpath(folder))) return written;
    return 'is a link that leaves the folder of reports';
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

/** Null if there is no report in the folder. */
async function writtenMs(folder: string): Promise<number | null> {
  try {
    return (await stat(path.join(folder, REPORT_FILE))).mtimeMs;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}

const ID_LENGTH_MAX = 64;

/** Returns the name as an id that is not taken yet, and takes it. */
function newId(name: string, taken: Set<string>): string {
  const plain = name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'report';
  let id = plain.slice(0, ID_LENGTH_MAX);
  for (let number = 2; taken.has(id); number++) {
    const ending = `-${number}`;
    id = plain.slice(0, ID_LENGTH_MAX - ending.length) + ending;
  }
  taken.add(id);
  return id;
}
