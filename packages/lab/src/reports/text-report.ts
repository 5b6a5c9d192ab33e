/**
 * A report of what a command printed, with its figures: the same lines, on a page that can be passed on.
 */
import type { Figure } from '../plots/figure.ts';
import type { Report } from './report.ts';

export interface TextReportInput {
  readonly title: string;
  /** The answer in a few sentences. */
  readonly lead: readonly string[];
  /** What is printed for people. */
  readonly lines: readonly string[];
  readonly figures: readonly Figure[];
}

/** Returns the report: figures first, then the lines as they stand. */
export function textReport({ title, lead, lines, figures }: TextReportInput): Report {
  const blocks = figures.map((figure) => ({ kind: 'figure', figure }) as const);
  return {
    title,
    lead,
    sections: [
      ...(blocks.length === 0 ? [] : [{ id: 'figures', title: 'At a glance', blocks }]),
      {
        id: 'numbers',
        title: 'In numbers',
        blocks: [{ kind: 'code', text: lines.join('\n') }],
      },
    ],
  };
}
