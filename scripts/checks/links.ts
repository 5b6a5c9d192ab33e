/**
 * Links between our own pages: the target exists, the anchor exists, and every page can be reached.
 *
 * Addresses with a scheme (https, mailto) are left alone: a test that needs the network is no test.
 */
import path from 'node:path';
import type { Finding } from '../lib/finding.ts';
import { findAnchors, findLinks, type Link } from '../lib/markdown.ts';
import type { SourceFile } from '../lib/repository.ts';

/** Returns the links of one page that lead nowhere. */
export function checkLinks(
  page: SourceFile,
  files: ReadonlySet<string>,
  readPage: (file: string) => string,
): Finding[] {
  return findLinks(page.text)
    .filter(({ target }) => isInternal(target))
    .flatMap((link) => {
      const { file, anchor } = splitTarget(page.file, link);
      if (!exists(file, files)) {
        return [finding(page, link, 'leads to no file', 'name a file of the repository')];
      }
      if (anchor === '' || hasAnchor(file, anchor, readPage)) return [];
      return [finding(page, link, 'names no heading there', anchorsNear(file, anchor, readPage))];
    });
}

/** Returns the pages that no chain of links from the start pages reaches. */
export function checkReachable(pages: readonly SourceFile[], starts: readonly string[]): Finding[] {
  const byFile = new Map(pages.map((page) => [page.file, page]));
  const reached = new Set<string>();
  const waiting = [...starts];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const page = byFile.get(file);
    if (page === undefined || reached.has(file)) continue;
    reached.add(file);
    waiting.push(...pagesLinkedFrom(page));
  }
  return pages
    .filter(({ file }) => file.startsWith('docs/') && !reached.has(file))
    .map(({ file }) => ({
      file,
      line: 1,
      rule: `No chain of links from ${starts.join(' or ')} reaches this page`,
      replacement: 'link it from the page a reader would come from',
    }));
}

/** A link to a folder leads to its README.md. */
function pagesLinkedFrom(page: SourceFile): string[] {
  return findLinks(page.text)
    .filter(({ target }) => isInternal(target))
    .map((link) => splitTarget(page.file, link).file)
    .flatMap((file) => [file, path.posix.join(file, 'README.md')]);
}

function isInternal(target: string): boolean {
  return target !== '' && !/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(target);
}

function splitTarget(from: string, { target }: Link): { file: string; anchor: string } {
  const [place = '', anchor = ''] = target.split('#', 2);
  const name = decodeURIComponent(place.split('?')[0]!);
  if (name === '') return { file: from, anchor };
  const folder = name.startsWith('/') ? '' : path.posix.dirname(from);
  const file = path.posix.join(folder, name.replace(/^\/+/, ''));
  return { file: file === '.' ? '.' : file.replace(/\/$/, ''), anchor };
}

function exists(file: string, files: ReadonlySet<string>): boolean {
  if (file === '.' || files.has(file)) return true;
  return [...files].some((known) => known.startsWith(`${file}/`));
}

function hasAnchor(file: string, anchor: string, readPage: (file: string) => string): boolean {
  if (file.endsWith('.md')) return findAnchors(readPage(file)).has(decodeURIComponent(anchor));
  const line = /^L(\d+)(-L\d+)?$/.exec(anchor)?.[1];
  return line !== undefined && Number(line) <= readPage(file).split('\n').length;
}

function anchorsNear(file: string, anchor: string, readPage: (file: string) => string): string {
  if (!file.endsWith('.md')) return 'name a line that exists, as in #L10';
  const start = anchor.slice(0, 3).toLowerCase();
  const all = [...findAnchors(readPage(file))];
  const near = all.filter((known) => known.startsWith(start));
  const shown = (near.length > 0 ? near : all).slice(0, 5).map((known) => `#${known}`);
  return shown.length === 0 ? 'write a heading' : `use one of ${shown.join(', ')}`;
}

function finding(page: SourceFile, link: Link, what: string, replacement: string): Finding {
  return {
    file: page.file,
    line: link.line,
    rule: `The link '${link.target}' ${what}`,
    replacement,
  };
}
