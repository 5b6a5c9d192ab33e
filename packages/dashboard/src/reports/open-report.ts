/**
 * Finds the reports among files that were chosen, and reads one with its pictures.
 *
 * A report is a file `report.md`; its pictures lie in a folder beside it. Each is wanted as SVG, which is
 * sharp at every size, and taken as PNG where there is no other. Pictures become data addresses: they are
 * shown as images, in which no script can run.
 */
import { parseReport } from './parse-report.ts';
import type { ReportContent } from './report-content.ts';
import { FILE_BYTES_MAX, type ReportFile } from './report-files.ts';

const REPORT_NAME = 'report.md';

export interface FoundReport {
  /** Folder that it lies in; empty for the one that was chosen. */
  readonly folder: string;
  readonly file: ReportFile;
}

export interface OpenedReport {
  readonly content: ReportContent;
  /** Addresses of pictures by the path that the report names; those not found are missing. */
  readonly pictures: ReadonlyMap<string, string>;
}

/** Returns all reports, those in the outer folders first. */
export function findReports(files: readonly ReportFile[]): FoundReport[] {
  return files
    .filter(({ path }) => path === REPORT_NAME || path.endsWith(`/${REPORT_NAME}`))
    .map((file) => ({ folder: file.path.slice(0, -REPORT_NAME.length), file }))
    .sort((one, other) => depthOf(one) - depthOf(other) || (one.folder < other.folder ? -1 : 1));
}

/** Reads a report; null if the file is not what the lab writes. */
export async function openReport(
  files: readonly ReportFile[],
  { folder, file }: FoundReport,
): Promise<OpenedReport | null> {
  const content = parseReport(await textOf(file));
  if (content === null) return null;
  const byPath = new Map(files.map((one) => [one.path, one]));
  const pictures = new Map<string, string>();
  for (const path of picturePaths(content)) {
    const picture = pictureFile(byPath, folder + path);
    if (picture !== null) pictures.set(path, await dataAddress(picture));
  }
  return { content, pictures };
}

function picturePaths({ sections }: ReportContent): string[] {
  return sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'figure' ? [block.path] : [])),
  );
}

interface PictureFile {
  readonly file: ReportFile;
  readonly type: string;
}

function pictureFile(byPath: ReadonlyMap<string, ReportFile>, path: string): PictureFile | null {
  const svg = byPath.get(path.replace(/\.png$/, '.svg'));
  if (svg?.path.endsWith('.svg')) return { file: svg, type: 'image/svg+xml' };
  const png = byPath.get(path);
  return png?.path.endsWith('.png') ? { file: png, type: 'image/png' } : null;
}

async function dataAddress({ file, type }: PictureFile): Promise<string> {
  const blob = await contentsOf(file);
  return await new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(new Error(`“${file.path}” cannot be read.`)));
    reader.readAsDataURL(new Blob([blob], { type }));
  });
}

async function textOf(file: ReportFile): Promise<string> {
  return await (await contentsOf(file)).text();
}

async function contentsOf(file: ReportFile): Promise<Blob> {
  if (file.size > FILE_BYTES_MAX) throw new Error(`“${file.path}” is too large for a report.`);
  return await file.read();
}

function depthOf({ folder }: FoundReport): number {
  return folder.split('/').length;
}
