/**
 * Reads one report of the lab: its `report.md`, and the figures that it names.
 *
 * The text names each figure as `figures/<name>.png`. The SVG beside it is taken first: it is sharp at
 * every size, and smaller. Nothing else of the folder is read.
 */
import path from 'node:path';
import type { ReportFigure, ReportView } from '../../wire.ts';
import { readInside } from './read-inside.ts';
import type { ReportLimits } from './report-limits.ts';

export const REPORT_FILE = 'report.md';

const FIGURE = /^!\[.*\]\(figures\/([A-Za-z0-9][\w.-]{0,127})\.png\)\r?$/gm;
const FORMS = [
  { ending: 'svg', type: 'image/svg+xml' },
  { ending: 'png', type: 'image/png' },
] as const;

export interface ReadReportInput {
  /** The folder that links may not leave, without links in its own path. */
  readonly root: string;
  readonly folder: string;
  readonly limits: Pick<ReportLimits, 'fileBytes' | 'figures'>;
  /** For text and figures together. */
  readonly bytesMax: number;
}

export interface ReadReport {
  /** Null if there is no report to show. */
  readonly view: Omit<ReportView, 'id'> | null;
  readonly byteCount: number;
  /** What was left out and why, a sentence each. */
  readonly leftOut: readonly string[];
}

/** Returns the report as far as it could be read. */
export async function readReport(input: ReadReportInput): Promise<ReadReport> {
  const { root, folder, limits, bytesMax } = input;
  const file = path.join(folder, REPORT_FILE);
  const read = await readInside({ root, file, bytesMax: Math.min(limits.fileBytes, bytesMax) });
  if (read.kind === 'refused') return noReport(`${REPORT_FILE} ${read.reason}`);
  const markdown = textOf(read.bytes);
  if (markdown === null) return noReport(`${REPORT_FILE} is not text in UTF-8`);
  const title = titleOf(markdown);
  if (title === null) return noReport(`${REPORT_FILE} does not begin with a title`);
  const taken = await readFigures(markdown, {
    ...input,
    bytesMax: bytesMax - read.bytes.length,
  });
  return {
    view: {
      title,
      madeAt: read.writtenAt,
      fileCount: 1 + taken.figures.length,
      markdown,
      figures: taken.figures,
    },
    byteCount: read.bytes.length + taken.byteCount,
    leftOut: taken.leftOut,
  };
}

interface TakenFigures {
  readonly figures: readonly ReportFigure[];
  readonly byteCount: number;
  readonly leftOut: readonly string[];
}

async function readFigures(markdown: string, input: ReadReportInput): Promise<TakenFigures> {
  const named = new Set(Array.from(markdown.matchAll(FIGURE), ([, name]) => name!));
  const wanted = [...named].slice(0, input.limits.figures);
  const figures: ReportFigure[] = [];
  const leftOut: string[] = [];
  let byteCount = 0;
  for (const name of wanted) {
    const found = await readFigure(name, { ...input, bytesMax: input.bytesMax - byteCount });
    if (typeof found === 'string') leftOut.push(found);
    else {
      figures.push(found.figure);
      byteCount += found.byteCount;
    }
  }
  const moreCount = named.size - wanted.length;
  if (moreCount > 0) leftOut.push(`${moreCount} more figures than ${wanted.length} are not taken`);
  return { figures, byteCount, leftOut };
}

/** Returns the figure in the first form that can be read, or why there is none. */
async function readFigure(
  name: string,
  { root, folder, limits, bytesMax }: ReadReportInput,
): Promise<{ readonly figure: ReportFigure; readonly byteCount: number } | string> {
  const reasons: string[] = [];
  for (const { ending, type } of FORMS) {
    const read = await readInside({
      root,
      file: path.join(folder, 'figures', `${name}.${ending}`),
      bytesMax: Math.min(limits.fileBytes, bytesMax),
    });
    if (read.kind === 'read') {
      const data = read.bytes.toString('base64');
      const figure = { path: `figures/${name}.png`, type, data };
      return { figure, byteCount: read.bytes.length };
    }
    reasons.push(`figures/${name}.${ending} ${read.reason}`);
  }
  return reasons.join(', and ');
}

function textOf(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The title is the first line; the lab puts backslashes before what could be taken for markup. */
function titleOf(markdown: string): string | null {
  const [first = ''] = markdown.trimStart().split(/\r?\n/, 1);
  const title = /^# (.+)$/.exec(first)?.[1];
  return title?.replace(/\\([\\|<>*_[\]`])/g, '$1').trim() ?? null;
}

function noReport(reason: string): ReadReport {
  return { view: null, byteCount: 0, leftOut: [reason] };
}
