/**
 * Which check stands behind each page of the site, as a page of the site: nothing in it is merely hoped.
 */
import { isOfToday } from '../checks/prose-names.ts';
import { findSnippets } from '../checks/snippets.ts';
import type { SitePage } from './site-page.ts';

/** Pages that a test makes again, or compares with the source as a whole. */
const COMPARED: Readonly<Record<string, string>> = {
  'docs/reference/configuration.md': 'made from the settings',
  'docs/reference/http-api.md': 'made from the routes',
  'docs/reference/errors.md': 'compared with the list of codes',
  'ARCHITECTURE.md': 'its map and its roads are compared with the tree',
  'SYMBOLS.md': 'every name is looked up in the file it names',
};

/** Returns what checks a page, in words; the links of every page are checked besides. */
export function checksOf(page: SitePage): string[] {
  if (page.address.startsWith('api/')) return ['made from the types'];
  if (page.address.startsWith('examples/')) return ['is run', 'links hold'];
  const count = findSnippets(page).length;
  const compared = COMPARED[page.file];
  return [
    ...(count === 0 ? [] : [count === 1 ? '1 block is run' : `${count} blocks are run`]),
    ...(compared === undefined ? [] : [compared]),
    ...(isOfToday(page.file) ? ['names exist'] : ['a record of its time']),
    'links hold',
  ];
}

/** Returns the page that lists them. */
export function checksPage(pages: readonly SitePage[]): SitePage {
  const title = 'What checks each page';
  const rows = pages.map(
    (page) => `| ${page.title.replaceAll('|', '\\|')} | ${checksOf(page).join(', ')} |`,
  );
  const text = [
    `# ${title}`,
    'Blocks that are run print what the page says, or the tests fail. Names are commands, files, codes, settings and packages between backticks. This page is made with the site.',
    ['| page | checks |', '| --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
  return { file: 'project/checks.md', address: 'project/checks.html', title, text };
}
