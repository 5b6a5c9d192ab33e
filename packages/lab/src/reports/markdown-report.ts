/**
 * A report as Markdown, with links to the pictures beside it.
 */
import { escapeMarkdown } from './escape.ts';
import type { Block, Column, Report, Section } from './report.ts';
import { textOf } from './report.ts';

/** Returns the page; `pictureOf` gives the path of a figure's picture by its id. */
export function markdownReport(report: Report, pictureOf: (figureId: string) => string): string {
  const lead = report.lead.map(escapeMarkdown);
  const sections = report.sections.map((section) => sectionMarkdown(section, pictureOf));
  return `${[`# ${escapeMarkdown(report.title)}`, ...lead, ...sections].join('\n\n')}\n`;
}

function sectionMarkdown(
  { title, blocks }: Section,
  pictureOf: (figureId: string) => string,
): string {
  return [
    `## ${escapeMarkdown(title)}`,
    ...blocks.map((block) => blockMarkdown(block, pictureOf)),
  ].join('\n\n');
}

function blockMarkdown(block: Block, pictureOf: (figureId: string) => string): string {
  switch (block.kind) {
    case 'paragraph':
      return escapeMarkdown(block.text);
    case 'list':
      return block.items.map((item) => `- ${escapeMarkdown(item)}`).join('\n');
    case 'code':
      return `\`\`\`sh\n${block.text}\n\`\`\``;
    case 'figure': {
      const { id, title, altText } = block.figure;
      return `**${escapeMarkdown(title)}**\n\n![${escapeMarkdown(altText)}](${pictureOf(id)})`;
    }
    case 'table':
      return tableMarkdown(block);
  }
}

function tableMarkdown({ caption, columns, rows }: Extract<Block, { kind: 'table' }>): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    escapeMarkdown(caption),
    '',
    line(columns.map(({ title }) => escapeMarkdown(title))),
    line(columns.map(rule)),
    ...rows.map((row) => line(row.map((cell) => escapeMarkdown(textOf(cell))))),
  ].join('\n');
}

function rule({ align }: Column): string {
  return align === 'right' ? '---:' : '---';
}
