/**
 * Which files are pages of the site, and where each of them stands there.
 *
 * The pages are those of docs/ and the few at the top of the repository that a reader of the guide wants,
 * as they are: the site has no text of its own but what is made from the types.
 */
import path from 'node:path';

export interface SitePage {
  /** In the repository; pages made from the source have a name that no file has. */
  readonly file: string;
  /** On the site, seen from its first page: `guides/rewards.html`. */
  readonly address: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** Pages outside docs/, and where they stand. */
const OUTSIDE: Readonly<Record<string, string>> = {
  'README.md': 'index.html',
  'docs/README.md': 'contents.html',
  'ARCHITECTURE.md': 'project/architecture.html',
  'CHANGELOG.md': 'project/changelog.html',
  'CONTRIBUTING.md': 'project/contributing.html',
  'SECURITY.md': 'project/security.html',
  'SYMBOLS.md': 'project/symbols.html',
  'bench/README.md': 'project/benchmarks.html',
};

/** Returns where a file of the repository stands on the site; undefined if it is no page. */
export function addressOf(file: string): string | undefined {
  if (Object.hasOwn(OUTSIDE, file)) return OUTSIDE[file];
  const example = /^examples\/([^/]+)\.ts$/.exec(file)?.[1];
  if (example !== undefined) return `examples/${example}.html`;
  // A folder of docs/ has no page of its own.
  const inDocs = /^docs\/((?!.*README).+)\.md$/.exec(file)?.[1];
  return inDocs === undefined ? undefined : `${inDocs}.html`;
}

/** Returns the way from one page of the site to another place there. */
export function wayBetween(from: string, to: string): string {
  const [file = '', anchor] = to.split('#', 2);
  const way = path.posix.relative(path.posix.dirname(from), file);
  return anchor === undefined ? way : `${way}#${anchor}`;
}

/** Returns the first heading of a page. */
export function titleOf(text: string, file: string): string {
  return /^#\s+(.+?)\s*$/m.exec(text)?.[1]?.replace(/[`*]/g, '') ?? file;
}
