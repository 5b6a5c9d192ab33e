/**
 * The parts of a Markdown page that the checks look at: fenced blocks, headings, links, tables.
 *
 * Only what our own pages use is understood: fences of three or more backticks at the left margin
 * or indented, headings with number signs, inline and reference links, pipe tables.
 */

export interface FencedBlock {
  /** The first word after the backticks: "ts", "text", or "". */
  readonly language: string;
  readonly content: string;
  /** Line of the opening fence, counted from 1. */
  readonly line: number;
  /** Line of the closing fence. */
  readonly lastLine: number;
  /** Text of the HTML comment on the nearest line above that is not blank, or undefined. */
  readonly comment: string | undefined;
  /** Line of that comment, or of the opening fence when there is none. */
  readonly firstLine: number;
}

/** Returns the fenced blocks of a page, in order. */
export function findBlocks(text: string): FencedBlock[] {
  const lines = text.split('\n');
  const blocks: FencedBlock[] = [];
  for (let index = 0; index < lines.length; index++) {
    const opening = /^(\s*)(`{3,})\s*([\w-]*)/.exec(lines[index]!);
    if (opening === null) continue;
    const [, indent = '', fence = '', language = ''] = opening;
    const closing = new RegExp(`^\\s*${fence}\`*\\s*$`);
    let end = index + 1;
    while (end < lines.length && !closing.test(lines[end]!)) end++;
    const content = lines.slice(index + 1, end).map((line) => removeIndent(line, indent.length));
    const above = commentAbove(lines, index);
    blocks.push({
      language,
      content: content.join('\n'),
      line: index + 1,
      lastLine: Math.min(end + 1, lines.length),
      comment: above?.comment,
      firstLine: above?.line ?? index + 1,
    });
    index = end;
  }
  return blocks;
}

/** Returns the text with fenced blocks blanked out, lines kept. */
export function withoutBlocks(text: string): string {
  const lines = text.split('\n');
  for (const block of findBlocks(text)) lines.fill('', block.line - 1, block.lastLine);
  return lines.join('\n');
}

/** Returns the text with fenced blocks, inline code and HTML comments blanked out, lines kept. */
export function withoutCode(text: string): string {
  const blank = (found: string) => found.replace(/[^\n]/g, ' ');
  return withoutBlocks(text)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/(`+)[^`\n]+?\1(?!`)/g, blank);
}

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly line: number;
  /** The anchor GitHub gives it. */
  readonly anchor: string;
}

/** Returns the headings of a page, each with its anchor; a repeated heading gets -1, -2 and so on. */
export function findHeadings(text: string): Heading[] {
  const inCode = new Set(
    findBlocks(text).flatMap(({ line, lastLine }) =>
      Array.from({ length: lastLine - line + 1 }, (_, offset) => line + offset),
    ),
  );
  const seen = new Map<string, number>();
  return text.split('\n').flatMap((content, index) => {
    const match = /^(#{1,6})\s+(.*?)\s*#*\s*$/.exec(content);
    if (match === null || inCode.has(index + 1)) return [];
    const plain = anchorOf(match[2]!);
    const count = seen.get(plain) ?? 0;
    seen.set(plain, count + 1);
    const anchor = count === 0 ? plain : `${plain}-${count}`;
    return [{ level: match[1]!.length, text: match[2]!, line: index + 1, anchor }];
  });
}

/** Returns the anchor of a heading by GitHub's rules: lower case, no punctuation, hyphens for spaces. */
export function anchorOf(heading: string): string {
  return heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<[^>]+>/g, '')
    .replace(/(^|\s)_([^_]+)_(?=\s|$)/g, '$1$2')
    .trim()
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation} -]/gu, '')
    .replaceAll(' ', '-');
}

export interface Link {
  readonly target: string;
  readonly line: number;
}

const LINK_FORMS: readonly RegExp[] = [
  /\]\(\s*<?([^()\s<>]*(?:\([^()\s]*\)[^()\s<>]*)*)>?(?:\s+["'][^"']*["'])?\s*\)/g,
  /^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)>?/gm,
  /<(?:a|img)\s[^>]*?(?:href|src)\s*=\s*["']([^"']*)["']/g,
];

/** Returns the targets of all links and pictures outside code. */
export function findLinks(text: string): Link[] {
  const prose = withoutCode(text);
  const lineOf = (offset: number) => prose.slice(0, offset).split('\n').length;
  return LINK_FORMS.flatMap((form) => [...prose.matchAll(form)])
    .map((match) => ({ target: match[1]!, line: lineOf(match.index) }))
    .sort((one, other) => one.line - other.line);
}

/** Returns the anchors one can link to: headings, and `id` or `name` written in HTML. */
export function findAnchors(text: string): Set<string> {
  const written = withoutCode(text).matchAll(/<\w+\s[^>]*?(?:id|name)\s*=\s*["']([^"']+)["']/g);
  return new Set([
    ...findHeadings(text).map(({ anchor }) => anchor),
    ...[...written].map((match) => match[1]!),
  ]);
}

export interface TableRow {
  /** Cells by the name of their column, in lower case. */
  readonly cells: Readonly<Record<string, string>>;
  readonly line: number;
}

/** Returns the rows of every table that has all the columns named. */
export function findTableRows(text: string, columns: readonly string[]): TableRow[] {
  const lines = text.split('\n');
  const rows: TableRow[] = [];
  for (let index = 0; index + 1 < lines.length; index++) {
    const names = cellsOf(lines[index]!).map((name) => name.toLowerCase());
    const isHead = /^\s*\|?(\s*:?-+:?\s*\|)+\s*(:?-+:?)?\s*$/.test(lines[index + 1]!);
    if (!isHead || !columns.every((column) => names.includes(column))) continue;
    for (index += 2; index < lines.length && lines[index]!.includes('|'); index++) {
      const cells = cellsOf(lines[index]!);
      const named = names.map((name, column) => [name, cells[column] ?? ''] as const);
      rows.push({ cells: Object.fromEntries(named), line: index + 1 });
    }
  }
  return rows;
}

/** Returns what stands between backticks in a cell or sentence. */
export function backticked(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!.trim());
}

function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim());
}

function removeIndent(line: string, width: number): string {
  return line.slice(0, width).trim() === '' ? line.slice(width) : line;
}

function commentAbove(
  lines: readonly string[],
  index: number,
): { comment: string; line: number } | undefined {
  let above = index - 1;
  while (above >= 0 && lines[above]!.trim() === '') above--;
  const match = /^\s*<!--\s*(.*?)\s*-->\s*$/.exec(lines[above] ?? '');
  return match === null ? undefined : { comment: match[1]!, line: above + 1 };
}
