/**
 * The file map of ARCHITECTURE.md against the real folders.
 *
 * The map is the fenced block under `<!-- file map -->`. Each line is one folder (ending in a slash)
 * or file, placed by its indent or by the usual tree lines, with a comment after `#`:
 *
 *     packages/core/src/     # the decision itself
 *       base/                # errors, checks of input
 *       index.ts             # everything public
 *
 * Folders of packages/<name>/src must be complete in both directions, one level deep; whatever else
 * the map shows must exist.
 */
import path from 'node:path';
import type { Finding } from '../lib/finding.ts';
import { findBlocks } from '../lib/markdown.ts';
import type { SourceFile } from '../lib/repository.ts';

export interface MapEntry {
  /** Path relative to the repository, without a slash at its end. */
  readonly path: string;
  readonly isFolder: boolean;
  readonly comment: string;
  readonly line: number;
}

/** Returns where the map and the tree differ. */
export function checkFileMap(page: SourceFile, files: readonly string[]): Finding[] {
  const block = findBlocks(page.text).find(({ comment }) => comment === 'file map');
  if (block === undefined) {
    return [
      {
        file: page.file,
        line: 1,
        rule: 'There is no file map',
        replacement: 'add a fenced block under the line <!-- file map -->',
      },
    ];
  }
  const entries = parseFileMap(block.content, block.line + 1);
  return [
    ...notInTree(page.file, entries, files),
    ...notInMap(page.file, entries, files, block.line),
    ...withoutComment(page.file, entries),
  ];
}

/** Reads the lines of a map; `firstLine` is where the first of them stands on the page. */
export function parseFileMap(content: string, firstLine: number): MapEntry[] {
  const parents: { indent: number; path: string }[] = [];
  return content.split('\n').flatMap((text, index) => {
    const [shown = '', ...comment] = text.split(/\s#\s?|^#\s?/);
    const plain = shown.replace(/[│├└─|]/g, ' ').trimEnd();
    const name = plain.trim();
    if (name === '') return [];
    const indent = plain.length - plain.trimStart().length;
    while (parents.length > 0 && parents.at(-1)!.indent >= indent) parents.pop();
    const full = path.posix.join(parents.at(-1)?.path ?? '', name).replace(/\/$/, '');
    parents.push({ indent, path: full });
    const isFolder = name.endsWith('/');
    return [{ path: full, isFolder, comment: comment.join(' ').trim(), line: firstLine + index }];
  });
}

/** Returns packages/<name>/src and the folders directly in it, as they are. */
export function roomFolders(files: readonly string[]): string[] {
  const folders = files.flatMap((file) => {
    const match = /^(packages\/[^/]+\/src)\/(?:([^/]+)\/)?/.exec(file);
    if (match === null) return [];
    return match[2] === undefined ? [match[1]!] : [match[1]!, `${match[1]}/${match[2]}`];
  });
  return [...new Set(folders)].sort();
}

function notInTree(
  page: string,
  entries: readonly MapEntry[],
  files: readonly string[],
): Finding[] {
  const exists = (entry: MapEntry) =>
    entry.isFolder
      ? files.some((file) => file.startsWith(`${entry.path}/`))
      : files.includes(entry.path);
  return entries
    .filter((entry) => !exists(entry))
    .map((entry) => ({
      file: page,
      line: entry.line,
      rule: `The map shows the ${entry.isFolder ? 'folder' : 'file'} ${entry.path}, which does not exist`,
      replacement: entry.isFolder
        ? 'remove the line'
        : 'remove the line, or end a folder with a slash',
    }));
}

function notInMap(
  page: string,
  entries: readonly MapEntry[],
  files: readonly string[],
  line: number,
): Finding[] {
  const shown = new Set(entries.filter(({ isFolder }) => isFolder).map((entry) => entry.path));
  return roomFolders(files)
    .filter((folder) => !shown.has(folder))
    .map((folder) => ({
      file: page,
      line,
      rule: `The map does not show the folder ${folder}`,
      replacement: `add a line "${folder}/  # what it holds"`,
    }));
}

function withoutComment(page: string, entries: readonly MapEntry[]): Finding[] {
  return entries
    .filter((entry) => entry.comment === '' && /^packages\/[^/]+\/src\/[^/]+$/.test(entry.path))
    .map((entry) => ({
      file: page,
      line: entry.line,
      rule: `The map does not say what ${entry.path} holds`,
      replacement: 'add "# " and a few words',
    }));
}
