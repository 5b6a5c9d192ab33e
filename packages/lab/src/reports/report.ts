/**
 * A report as plain data: sections of paragraphs, tables, figures and code. Writers turn it into HTML
 * and Markdown; none of them knows what it is about.
 */
import type { Figure } from '../plots/figure.ts';

/** Colours of a table cell: for what is as it should be, and for what is not. */
export type Tone = 'good' | 'bad' | 'doubtful';

export type TableCell = string | { readonly text: string; readonly tone: Tone };

export interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
}

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'figure'; readonly figure: Figure }
  | {
      readonly kind: 'table';
      /** What the table shows, for those who hear it read too. */
      readonly caption: string;
      readonly columns: readonly Column[];
      readonly rows: readonly (readonly TableCell[])[];
    };

export interface Section {
  /** Name for links. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface Report {
  readonly title: string;
  /** The answer in a few sentences, before all details. */
  readonly lead: readonly string[];
  readonly sections: readonly Section[];
}

/** Returns all figures of a report in their order. */
export function figuresOf(report: Report): Figure[] {
  return report.sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'figure' ? [block.figure] : [])),
  );
}

/** Shorthands, so that sections read like the page they make. */
export function paragraph(text: string): Block {
  return { kind: 'paragraph', text };
}

export function left(title: string): Column {
  return { title, align: 'left' };
}

export function right(title: string): Column {
  return { title, align: 'right' };
}

/** Returns the words of a table cell. */
export function textOf(cell: TableCell): string {
  return typeof cell === 'string' ? cell : cell.text;
}
