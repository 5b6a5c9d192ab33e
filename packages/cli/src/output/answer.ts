/**
 * The answer of a command, the same way in all of them: lines for people, one JSON document for programs, and
 * with --output a page with figures.
 */
import { type Figure, textReport, writeReportFiles } from '@hedgerow/lab';
import { writeLine } from './text-output.ts';

export type Format = 'text' | 'json';

export interface Answer {
  /** For programs, whole and not rounded. */
  readonly data: unknown;
  /** For people. */
  readonly lines: readonly string[];
}

/** Writes the answer to standard output. */
export async function writeAnswer(format: Format, { data, lines }: Answer): Promise<void> {
  for (const line of format === 'json' ? [JSON.stringify(data)] : lines) await writeLine(line);
}

export interface Page extends Answer {
  readonly title: string;
  readonly figures: readonly Figure[];
}

/** Writes report.html, report.md and figures/ into the folder, and says where. */
export async function writePage(folder: string, { title, lines, figures }: Page): Promise<void> {
  const lead = [lines[0]!];
  const { html } = await writeReportFiles(textReport({ title, lead, lines, figures }), folder);
  process.stderr.write(`The report is ${html}\n`);
}

/** What is said after Ctrl-C where finished work is kept. */
export function keptIn(folder: string): string {
  return `What is finished is kept in ${folder}; the same command goes on from there.`;
}
