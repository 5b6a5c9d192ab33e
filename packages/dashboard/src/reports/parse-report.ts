/**
 * Reads the Markdown that the lab writes: headings, paragraphs, lists, code, figures, tables.
 *
 * It is no general reader of Markdown. What it does not know stays a paragraph, word for word, so nothing
 * is lost and nothing is taken for markup.
 */
import type {
  CellSide,
  ReportBlock,
  ReportContent,
  ReportSection,
  ReportTable,
} from './report-content.ts';

const TITLE = /^# (.+)$/;
const SECTION = /^## (.+)$/;
const BOLD = /^\*\*(.+)\*\*$/;
const PICTURE = /^!\[(.*)\]\((\S+)\)$/;
const FENCE = '```';

/** Returns the report, or null if the text is none. */
export function parseReport(text: string): ReportContent | null {
  const [first, ...parts] = partsOf(text);
  const title = TITLE.exec(first ?? '')?.[1];
  if (title === undefined) return null;
  const start = parts.findIndex((part) => SECTION.test(part));
  const lead = parts.slice(0, start === -1 ? parts.length : start);
  return {
    title: plain(title),
    lead: lead.map(plain),
    sections: start === -1 ? [] : sectionsOf(parts.slice(start)),
  };
}

/** Splits at empty lines, but not inside of code. */
function partsOf(text: string): string[] {
  const parts: string[][] = [[]];
  let isCode = false;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith(FENCE)) isCode = !isCode;
    if (line.trim() === '' && !isCode) parts.push([]);
    else parts.at(-1)!.push(line);
  }
  return parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
}

function sectionsOf(parts: readonly string[]): ReportSection[] {
  const starts = parts.flatMap((part, index) => (SECTION.test(part) ? [index] : []));
  return starts.map((start, index) => ({
    title: plain(SECTION.exec(parts[start]!)![1]!),
    blocks: blocksOf(parts.slice(start + 1, starts[index + 1])),
  }));
}

/** A figure has its title before it, a table its caption; both take two parts. */
function blocksOf(parts: readonly string[]): ReportBlock[] {
  const blocks: ReportBlock[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!;
    const next = parts[index + 1] ?? '';
    const pair = figureOf(part, next) ?? tableOf(plain(part), next);
    blocks.push(pair ?? figureOf('', part) ?? tableOf('', part) ?? simpleBlock(part));
    if (pair !== null) index += 1;
  }
  return blocks;
}

function simpleBlock(part: string): ReportBlock {
  const lines = part.split('\n');
  if (part.startsWith(FENCE)) {
    const end = lines.at(-1) === FENCE ? -1 : lines.length;
    return { kind: 'code', text: lines.slice(1, end).join('\n') };
  }
  if (lines.every((line) => line.startsWith('- '))) {
    return { kind: 'list', items: lines.map((line) => plain(line.slice(2))) };
  }
  return { kind: 'paragraph', text: plain(lines.join(' ')) };
}

function figureOf(titlePart: string, picturePart: string): ReportBlock | null {
  const title = titlePart === '' ? '' : BOLD.exec(titlePart)?.[1];
  const picture = PICTURE.exec(picturePart);
  if (title === undefined || picture === null) return null;
  return {
    kind: 'figure',
    title: plain(title),
    altText: plain(picture[1]!),
    path: picture[2]!,
  };
}

function tableOf(caption: string, part: string): ReportTable | null {
  const [head, rule, ...body] = part.split('\n');
  if (head === undefined || rule === undefined || !/^\|( :?-+:? \|)+$/.test(rule)) return null;
  const sides = cellsOf(rule).map((mark): CellSide => (mark.endsWith(':') ? 'right' : 'left'));
  return {
    kind: 'table',
    caption,
    columns: cellsOf(head).map((title, index) => ({ title, side: sides[index] ?? 'left' })),
    rows: body.map(cellsOf),
  };
}

/** Splits at bars; a backslash keeps the character behind it from meaning anything. */
function cellsOf(line: string): string[] {
  const cells = line.match(/(?:\\.|[^|\\])+/gs) ?? [];
  return cells.map((cell) => plain(cell.trim()));
}

/** Takes away the backslashes that keep words from being taken for markup. */
function plain(text: string): string {
  return text.replace(/\\([\\|<>*_[\]`])/g, '$1');
}
