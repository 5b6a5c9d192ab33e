/**
 * Markdown to the HTML of one page: GitHub's anchors, links that hold on the site, code with colours.
 *
 * A link to a file that is no page of the site (a source, a vector) becomes plain words with the path as
 * their title, since the site does not know where its reader keeps the repository. What the documentation
 * tests read between the lines (`<!-- prints -->`) shows as a caption.
 */
import path from 'node:path';
import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { anchorOf } from '../lib/markdown.ts';
import { escapeHtml, highlight } from './highlight.ts';
import { addressOf, type SitePage, wayBetween } from './site-page.ts';

export interface RenderedText {
  readonly html: string;
  readonly headings: readonly SiteHeading[];
  /** Files of the repository that the page shows: pictures, with the address that they get. */
  readonly pictures: ReadonlyMap<string, string>;
}

export interface SiteHeading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

/** Captions of blocks by the mark above them. */
const CAPTIONS: Readonly<Record<string, string>> = { prints: 'prints', answers: 'answers' };

/** Returns the HTML of a page, its headings, and the pictures that it needs. */
export function renderText(page: SitePage): RenderedText {
  const headings: SiteHeading[] = [];
  const pictures = new Map<string, string>();
  const marked = new Marked({ gfm: true });
  marked.use({ renderer: renderer(page, { headings, pictures }) });
  const tokens = captioned(marked.lexer(page.text));
  return { html: marked.parser(tokens), headings, pictures };
}

interface Gathered {
  readonly headings: SiteHeading[];
  readonly pictures: Map<string, string>;
}

function renderer(page: SitePage, { headings, pictures }: Gathered): RendererObject {
  const seen = new Map<string, number>();
  return {
    heading({ tokens, depth, text }: Tokens.Heading): string {
      const anchor = numbered(anchorOf(text), seen);
      headings.push({ level: depth, text: text.replace(/[`*]/g, ''), anchor });
      const inner = this.parser.parseInline(tokens);
      const link =
        depth === 1 ? '' : `<a class="anchor" href="#${anchor}" aria-label="Link to here">#</a>`;
      return `<h${depth} id="${anchor}">${inner}${link}</h${depth}>\n`;
    },
    code({ text, lang, mark }: Tokens.Code & { mark?: string }): string {
      const language = lang?.split(/\s/)[0] ?? '';
      const block = `<pre tabindex="0"><code>${highlight(text, language)}</code></pre>\n`;
      const caption = CAPTIONS[mark ?? ''];
      if (caption === undefined) return block;
      return `<figure class="prints"><figcaption>${caption}</figcaption>${block}</figure>\n`;
    },
    table(token: Tokens.Table): string {
      const row = (cells: readonly Tokens.TableCell[], tag: 'td' | 'th') =>
        `<tr>${cells.map((cell) => cellHtml(tag, cell.align, this.parser.parseInline(cell.tokens))).join('')}</tr>\n`;
      const head = `<thead>${row(token.header, 'th')}</thead>`;
      const body = `<tbody>${token.rows.map((cells) => row(cells, 'td')).join('')}</tbody>`;
      // Two tables of a page are told apart by what their columns hold.
      const columns = token.header.map(({ text }) => text.replace(/[`*]/g, '')).filter(Boolean);
      const label = escapeHtml(`Table: ${columns.join(', ')}`);
      return `<div class="table-scroll" role="region" aria-label="${label}" tabindex="0"><table>${head}${body}</table></div>\n`;
    },
    link({ href, tokens }: Tokens.Link): string {
      const inner = this.parser.parseInline(tokens);
      const target = targetOf(page, href);
      if (target.kind === 'repository') {
        return `<span class="in-repository" title="${escapeHtml(target.file)} in the repository">${inner}</span>`;
      }
      return `<a href="${escapeHtml(target.way)}">${inner}</a>`;
    },
    image({ href, text }: Tokens.Image): string {
      const file = path.posix.join(path.posix.dirname(page.file), href);
      const address = `images/${path.posix.basename(file)}`;
      pictures.set(file, address);
      return `<img src="${wayBetween(page.address, address)}" alt="${escapeHtml(text)}" loading="lazy">`;
    },
  };
}

function cellHtml(tag: 'td' | 'th', align: string | null, inner: string): string {
  return `<${tag}${align === null ? '' : ` align="${align}"`}>${inner}</${tag}>`;
}

type Target =
  | { readonly kind: 'site'; readonly way: string }
  | { readonly kind: 'repository'; readonly file: string };

function targetOf(page: SitePage, href: string): Target {
  if (/^([a-z][a-z0-9+.-]*:|#)/i.test(href)) return { kind: 'site', way: href };
  const [place = '', anchor] = href.split('#', 2);
  const file = path.posix.join(path.posix.dirname(page.file), place).replace(/\/$/, '');
  const address = addressOf(file) ?? addressOf(path.posix.join(file, 'README.md'));
  if (address === undefined) return { kind: 'repository', file };
  const way = wayBetween(page.address, anchor === undefined ? address : `${address}#${anchor}`);
  return { kind: 'site', way };
}

/** Gives every block the mark that stands above it as a comment, and drops the comments. */
function captioned(tokens: Token[]): Token[] {
  let mark: string | undefined;
  return tokens.filter((token) => {
    if (token.type === 'html' && /^\s*<!--[\s\S]*-->\s*$/.test(token.raw)) {
      mark = /<!--\s*(\w+)/.exec(token.raw)?.[1];
      return false;
    }
    if (token.type === 'code') Object.assign(token, { mark });
    if (token.type === 'list') {
      for (const item of (token as Tokens.List).items) item.tokens = captioned(item.tokens);
    }
    if (token.type !== 'space') mark = undefined;
    return true;
  });
}

function numbered(anchor: string, seen: Map<string, number>): string {
  const count = seen.get(anchor) ?? 0;
  seen.set(anchor, count + 1);
  return count === 0 ? anchor : `${anchor}-${count}`;
}
