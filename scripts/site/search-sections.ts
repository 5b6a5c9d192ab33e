/**
 * The text of the site in sections, for the search: one for each heading, with the plain words below it.
 */
import type { Section } from '../../packages/guide/src/search-pages.ts';
import { findHeadings } from '../lib/markdown.ts';
import type { SitePage } from './site-page.ts';

/** Returns the sections of a page. */
export function sectionsOf(page: SitePage): Section[] {
  const lines = page.text.split('\n');
  const headings = findHeadings(page.text);
  return headings.map(({ anchor, text, line, level }, index) => {
    const end = (headings[index + 1]?.line ?? lines.length + 1) - 1;
    return {
      id: level === 1 ? page.address : `${page.address}#${anchor}`,
      page: page.title,
      heading: plainText(text),
      text: plainText(lines.slice(line, end).join('\n')),
    };
  });
}

/** Returns Markdown as words: no marks, no targets of links, no tables' lines. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*```.*$/gm, ' ')
    .replace(/^[\s|:-]+$/gm, ' ')
    .replace(/[*`|]|^#+/gm, ' ')
    .replace(/<[^>\n]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
