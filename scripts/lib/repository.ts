/**
 * The files of the repository, as the checks see them.
 *
 * Git is asked first: tracked files, and new ones that are not ignored. Where git is missing, or the
 * sources were unpacked from an archive, the folders are walked and the usual build folders left
 * out. All paths are relative to the root and use forward slashes.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export const REPOSITORY_ROOT: string = path.resolve(import.meta.dirname, '../..');

const FOLDERS_LEFT_OUT = new Set(['node_modules', 'dist', 'coverage', '.git', '.cache']);

/** Returns every file that is, or could be, committed; sorted. */
export function listFiles(root: string = REPOSITORY_ROOT): string[] {
  const files = filesFromGit(root) ?? walkFolder(root, '');
  return files.filter((file) => isFile(path.join(root, file))).sort();
}

/** Returns what git knows, or undefined when git cannot answer for this folder. */
export function filesFromGit(root: string): string[] | undefined {
  if (!existsSync(path.join(root, '.git'))) return undefined;
  try {
    const output = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return [...new Set(output.split('\0'))].filter((file) => file !== '');
  } catch {
    return undefined;
  }
}

/** Returns the files below `folder`, without build and dependency folders. */
export function walkFolder(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      return FOLDERS_LEFT_OUT.has(entry.name) ? [] : walkFolder(root, file);
    }
    return entry.isFile() ? [file] : [];
  });
}

/** A file with its text: what the pure checks take as input. */
export interface SourceFile {
  readonly file: string;
  readonly text: string;
}

/** Reads the text of one file of the repository. */
export function readSource(file: string): SourceFile {
  return { file, text: readFileSync(path.join(REPOSITORY_ROOT, file), 'utf8') };
}

/** Reads one file that must be there; says plainly which one is missing. */
export function readRequired(file: string): SourceFile {
  if (existsSync(path.join(REPOSITORY_ROOT, file))) return readSource(file);
  throw new Error(`${file} is missing. It is part of the project: write it, or restore it.`);
}

function isFile(file: string): boolean {
  // A file that was deleted but not yet committed is still in git's list.
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
