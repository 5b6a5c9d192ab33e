/**
 * The HTML around the text of a page: header with the search, list of pages, contents, the next page.
 *
 * No script or style stands in it, so that the strictest content policy lets it pass.
 */
import { escapeHtml } from './highlight.ts';
import type { NavigationEntry, NavigationPart } from './navigation.ts';
import type { RenderedText, SiteHeading } from './render-text.ts';
import { type SitePage, wayBetween } from './site-page.ts';

/** Addresses of the files that every page needs. */
export interface SiteFiles {
  readonly script: string;
  readonly styles: readonly string[];
  readonly sections: string;
  readonly mark: string;
}

export interface Frame {
  readonly navigation: readonly NavigationPart[];
  readonly files: SiteFiles;
}

/** Returns the whole page. */
export function pageHtml(page: SitePage, text: RenderedText, { navigation, files }: Frame): string {
  const way = (address: string) => escapeHtml(wayBetween(page.address, address));
  const root = way('.') === '' ? './' : `${way('.')}/`;
  const styles = files.styles.map((style) => `<link rel="stylesheet" href="${way(style)}">`);
  // What is embedded takes all the room there is.
  const isWide = text.html.includes('data-part=');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} · hedgerow</title>
<link rel="icon" href="${way(files.mark)}" type="image/svg+xml">
${styles.join('\n')}
<script type="module" src="${way(files.script)}"></script>
</head>
<body>
<a class="skip-link" href="#content">Skip to the content</a>
<header class="guide-header">
<a class="guide-brand" href="${way('index.html')}"><img src="${way(files.mark)}" alt="">hedgerow guide</a>
<div class="guide-search" id="search" data-root="${root}" data-sections="${way(files.sections)}" role="search">
<input type="search" placeholder="Search ( / )" aria-label="Search the guide" autocomplete="off">
<div class="guide-search-results"><p role="status"></p><ul></ul></div>
</div>
<div class="guide-tools">
<label><span class="visually-hidden">Colours</span><select id="scheme"><option value="system">Auto</option><option value="light">Light</option><option value="dark">Dark</option></select></label>
</div>
</header>
<div class="guide-body">
<nav class="guide-navigation" aria-label="Pages"><details><summary>All pages</summary>${navigation.map((part) => partHtml(part, page)).join('')}</details></nav>
<main class="guide-page${isWide ? ' is-wide' : ''}" id="content" tabindex="-1">
<article class="text">${text.html}${turnHtml(page, navigation)}</article>
${isWide ? '' : contentsHtml(text.headings)}
</main>
</div>
<footer class="guide-footer"><p>Made from the documentation in the repository; what it shows is run by the tests. This page asks nothing of anyone but the place it came from.</p></footer>
</body>
</html>
`;
}

function partHtml({ name, entries }: NavigationPart, page: SitePage): string {
  const items = entries.map((entry) => `<li>${entryHtml(entry, page)}</li>`);
  return `<h2>${escapeHtml(name)}</h2><ul>${items.join('')}</ul>`;
}

function entryHtml({ name, address }: NavigationEntry, page: SitePage): string {
  const current = address === page.address ? ' aria-current="page"' : '';
  return `<a href="${escapeHtml(wayBetween(page.address, address))}"${current}>${escapeHtml(name)}</a>`;
}

function contentsHtml(headings: readonly SiteHeading[]): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return '';
  const items = shown.map(
    ({ level, text, anchor }) =>
      `<li class="level-${level}"><a href="#${anchor}">${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="guide-contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav>`;
}

function turnHtml(page: SitePage, navigation: readonly NavigationPart[]): string {
  const all = navigation.flatMap(({ entries }) => entries);
  const at = all.findIndex(({ address }) => address === page.address);
  const before = all[at - 1];
  const after = at === -1 ? undefined : all[at + 1];
  const link = (entry: NavigationEntry | undefined, word: string) =>
    entry === undefined
      ? '<span></span>'
      : `<a href="${escapeHtml(wayBetween(page.address, entry.address))}">${word} ${escapeHtml(entry.name)}</a>`;
  if (before === undefined && after === undefined) return '';
  return `<nav class="guide-turn" aria-label="Neighbours">${link(before, 'Before:')}${link(after, 'Next:')}</nav>`;
}
