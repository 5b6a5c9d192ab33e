/**
 * The list of pages beside every page, read from docs/README.md: a bold word opens a part, and each link
 * below it is a page. So there is one list, and a page that is missing there is missing nowhere else.
 */
import path from 'node:path';
import { addressOf } from './site-page.ts';

export interface NavigationPart {
  readonly name: string;
  readonly entries: readonly NavigationEntry[];
}

export interface NavigationEntry {
  readonly name: string;
  readonly address: string;
}

/** Returns the parts of the list, in order. */
export function readNavigation(contents: string): NavigationPart[] {
  const parts: { name: string; entries: NavigationEntry[] }[] = [];
  for (const line of contents.split('\n')) {
    const opened = /^\*\*(.+?)\*\*/.exec(line)?.[1];
    if (opened !== undefined) parts.push({ name: opened, entries: [] });
    const [, name, target] = /^- \[(.+?)\]\((\S+?)\)/.exec(line) ?? [];
    if (name === undefined || target === undefined) continue;
    const address = addressOf(path.posix.join('docs', target));
    if (address !== undefined) parts.at(-1)?.entries.push({ name, address });
  }
  return parts;
}

/** Returns the list with more entries at the end of one of its parts. */
export function withEntries(
  parts: readonly NavigationPart[],
  name: string,
  more: readonly NavigationEntry[],
): NavigationPart[] {
  return parts.map((part) =>
    part.name === name ? { ...part, entries: [...part.entries, ...more] } : part,
  );
}
