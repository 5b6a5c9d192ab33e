/**
 * The whole site in memory: every page as HTML, every picture, and the sections for the search.
 *
 * 1. The pages of the repository, and those made from the types.
 * 2. The list of pages, from docs/README.md.
 * 3. Each page as text, then in its frame.
 * 4. The pictures that were seen on the way.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles, REPOSITORY_ROOT, readSource, type SourceFile } from '../lib/repository.ts';
import { apiPages } from './api/api-pages.ts';
import { exampleText } from './example-text.ts';
import { type NavigationPart, readNavigation, withEntries } from './navigation.ts';
import { checksPage } from './page-checks.ts';
import { pageHtml, type SiteFiles } from './page-html.ts';
import { renderText } from './render-text.ts';
import { sectionsOf } from './search-sections.ts';
import { addressOf, type SitePage, titleOf } from './site-page.ts';

const CONTENTS = 'docs/README.md';
/** Parts of the list that get pages which no file holds. */
const REFERENCE = 'Reference';
const PROJECT = 'Project';

export interface Site {
  readonly pages: readonly SitePage[];
  readonly navigation: readonly NavigationPart[];
  /** What is to be written, by its address. */
  readonly files: ReadonlyMap<string, string | Buffer>;
}

/** Returns the site; `built` are the files that vite made. */
export function makeSite(built: Omit<SiteFiles, 'sections'>): Site {
  const pages = sitePages();
  const navigation = navigationOf(pages);
  const files = new Map<string, string | Buffer>();
  const sections = JSON.stringify(pages.flatMap(sectionsOf));
  const sectionsAddress = `assets/sections-${hashOf(sections)}.json`;
  files.set(sectionsAddress, sections);
  const frame = { navigation, files: { ...built, sections: sectionsAddress } };
  for (const page of pages) {
    const text = renderText(page);
    files.set(page.address, pageHtml(page, text, frame));
    for (const [file, address] of text.pictures) {
      files.set(address, readFileSync(path.join(REPOSITORY_ROOT, file)));
    }
  }
  return { pages, navigation, files };
}

/** Returns every page of the site, those that no file holds last. */
export function sitePages(): SitePage[] {
  const listed = readNavigation(readSource(CONTENTS).text).flatMap(({ entries }) => entries);
  const names = new Map(listed.map(({ address, name }) => [address, name]));
  const written = listFiles().flatMap((file) => {
    const address = addressOf(file);
    if (address === undefined) return [];
    const text = markdownOf(readSource(file), names.get(address));
    return [{ file, address, title: titleOf(text, file), text }];
  });
  const pages = [...written, ...apiPages()];
  return [...pages, checksPage(pages)];
}

/** An example is a page, too. */
function markdownOf(source: SourceFile, name: string | undefined): string {
  return source.file.endsWith('.ts') ? exampleText(source, name ?? source.file) : source.text;
}

function navigationOf(pages: readonly SitePage[]): NavigationPart[] {
  const contents = pages.find(({ file }) => file === CONTENTS)!;
  const entries = (start: string) =>
    pages
      .filter(({ address }) => address.startsWith(start))
      .map(({ title, address }) => ({ name: title, address }));
  const written = readNavigation(contents.text);
  const withTypes = withEntries(written, REFERENCE, entries('api/'));
  return withEntries(withTypes, PROJECT, entries('project/checks'));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 10).replaceAll('_', '-');
}
