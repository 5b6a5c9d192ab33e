/**
 * A report as one HTML file that needs nothing else: no network, no scripts, pictures inside.
 */
import { escapeHtml } from './escape.ts';
import { reportStyle } from './html-style.ts';
import { inlineSvg } from './inline-svg.ts';
import type { Block, Column, Report, Section, TableCell } from './report.ts';
import { textOf } from './report.ts';

/** Returns the page; `svgOf` gives the picture of a figure by its id. */
export function htmlReport(report: Report, svgOf: (figureId: string) => string): string {
  const lead = report.lead.map((text) => `<p class="lead">${escapeHtml(text)}</p>`).join('\n');
  const sections = report.sections.map((section) => sectionHtml(section, svgOf)).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(report.title)}</title>
<style>
${reportStyle()}
</style>
</head>
<body>
<main>
<h1>${escapeHtml(report.title)}</h1>
${lead}
${navigation(report.sections)}
${sections}
</main>
</body>
</html>
`;
}

function navigation(sections: readonly Section[]): string {
  const items = sections.map(
    ({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`,
  );
  return `<nav aria-label="Sections"><ul>${items.join('')}</ul></nav>`;
}

function sectionHtml({ id, title, blocks }: Section, svgOf: (figureId: string) => string): string {
  const body = blocks.map((block) => blockHtml(block, svgOf)).join('\n');
  return `<section id="${id}">\n<h2>${escapeHtml(title)}</h2>\n${body}\n</section>`;
}

function blockHtml(block: Block, svgOf: (figureId: string) => string): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${escapeHtml(block.text)}</p>`;
    case 'list':
      return `<ul>${block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
    case 'code':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
    case 'figure':
      return `<figure id="picture-${block.figure.id}">${inlineSvg(svgOf(block.figure.id), `${block.figure.title}. ${block.figure.altText}`)}</figure>`;
    case 'table':
      return tableHtml(block);
  }
}

function tableHtml({ caption, columns, rows }: Extract<Block, { kind: 'table' }>): string {
  const head = columns.map(
    (column) => `<th scope="col"${alignment(column)}>${escapeHtml(column.title)}</th>`,
  );
  const body = rows.map((row) => {
    const cells = row.map((cell, index) => cellHtml(cell, columns[index]!));
    return `<tr>${cells.join('')}</tr>`;
  });
  return `<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(caption)}"><table>
<caption>${escapeHtml(caption)}</caption>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table></div>`;
}

function cellHtml(cell: TableCell, column: Column): string {
  const tone = typeof cell === 'string' ? '' : cell.tone;
  const side = column.align === 'right' ? 'right' : '';
  const names = [tone, side].filter((name) => name !== '').join(' ');
  return `<td${names === '' ? '' : ` class="${names}"`}>${escapeHtml(textOf(cell))}</td>`;
}

function alignment({ align }: Column): string {
  return align === 'right' ? ' class="right"' : '';
}
