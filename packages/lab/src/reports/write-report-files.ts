/**
 * Writes a report and its figures into a folder:
 *
 *     report.html      one file, pictures inside
 *     report.md        with links to figures/*.png
 *     figures/         each figure as Vega-Lite specification, SVG and PNG
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Figure } from '../plots/figure.ts';
import { renderPng, renderSvg } from '../plots/render.ts';
import { htmlReport } from './html-report.ts';
import { markdownReport } from './markdown-report.ts';
import { figuresOf, type Report } from './report.ts';

const FIGURE_FOLDER = 'figures';

export interface ReportFiles {
  readonly html: string;
  readonly markdown: string;
  /** Paths of the pictures, in the order of the report. */
  readonly pictures: readonly string[];
}

/** Writes everything and returns where it is. */
export async function writeReportFiles(report: Report, folder: string): Promise<ReportFiles> {
  const figures = figuresOf(report);
  await mkdir(path.join(folder, FIGURE_FOLDER), { recursive: true });
  const svgs = new Map<string, string>();
  for (const figure of figures) svgs.set(figure.id, await writeFigure(figure, folder));
  const html = path.join(folder, 'report.html');
  const markdown = path.join(folder, 'report.md');
  await writeFile(
    html,
    htmlReport(report, (id) => svgs.get(id)!),
  );
  await writeFile(
    markdown,
    markdownReport(report, (id) => `${FIGURE_FOLDER}/${id}.png`),
  );
  const pictures = figures.map(({ id }) => path.join(folder, FIGURE_FOLDER, `${id}.png`));
  return { html, markdown, pictures };
}

async function writeFigure({ id, specification }: Figure, folder: string): Promise<string> {
  const file = path.join(folder, FIGURE_FOLDER, id);
  const svg = await renderSvg(specification);
  await writeFile(`${file}.vl.json`, `${JSON.stringify(specification, null, 1)}\n`);
  await writeFile(`${file}.svg`, svg);
  await writeFile(`${file}.png`, renderPng(svg));
  return svg;
}
