/**
 * What a reader of tables has to say, by line: an error blocks, a warning must be confirmed, a note
 * only says what was done.
 *
 * Nothing is dropped silently: whoever leaves out a line, changes a name or converts a number adds a
 * finding. The same words about many lines are one finding with many lines.
 */

export type Severity = 'error' | 'warning' | 'note';

/** Stable names of what can be found; texts may change, these may not. */
export type FindingKind =
  | 'not-text'
  | 'encoding'
  | 'separator-line'
  | 'unclosed-quote'
  | 'text-after-quote'
  | 'empty-table'
  | 'above-heading'
  | 'no-heading'
  | 'unit-line'
  | 'empty-lines'
  | 'short-line'
  | 'long-line'
  | 'summary-line'
  | 'remark-line'
  | 'map-key'
  | 'map-column'
  | 'column-missing'
  | 'column-rival'
  | 'column-not-taken'
  | 'decimal-guessed'
  | 'decimal-mixed'
  | 'not-a-number'
  | 'cell-missing'
  | 'cell-unit'
  | 'unit-unknown'
  | 'unit-guessed'
  | 'unit-misfit'
  | 'converted'
  | 'moisture'
  | 'impossible'
  | 'outlier'
  | 'zero-yield'
  | 'not-a-year'
  | 'year-from-date'
  | 'year-of-two'
  | 'name-blanks'
  | 'name-spellings'
  | 'duplicate'
  | 'repeated'
  | 'contradiction'
  | 'unknown-word'
  | 'pedigree-names';

export interface TableFinding {
  readonly severity: Severity;
  readonly kind: FindingKind;
  /** A whole sentence or more; lines and column are not repeated in it. */
  readonly text: string;
  /** Lines of the text as an editor counts them, from 1; none if it is about the whole table. */
  readonly lines: readonly number[];
  /** The heading of the column it is about, as it stands in the table. */
  readonly column: string | null;
}

/** What is said of one line or of the whole table. */
export interface FindingInput {
  readonly kind: FindingKind;
  readonly text: string;
  readonly line?: number;
  readonly column?: string | null;
}

const ORDER: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/** Collects findings while a table is read. */
export class FindingList {
  readonly #findings = new Map<string, TableFinding & { readonly lines: number[] }>();

  error(input: FindingInput): void {
    this.#add('error', input);
  }

  warning(input: FindingInput): void {
    this.#add('warning', input);
  }

  note(input: FindingInput): void {
    this.#add('note', input);
  }

  /** All that was said, errors first, otherwise in the order of saying. */
  all(): readonly TableFinding[] {
    return [...this.#findings.values()].sort((a, b) => ORDER[a.severity] - ORDER[b.severity]);
  }

  #add(severity: Severity, { kind, text, line, column = null }: FindingInput): void {
    const key = JSON.stringify([severity, kind, column, text]);
    const known = this.#findings.get(key);
    if (known === undefined) {
      const lines = line === undefined ? [] : [line];
      this.#findings.set(key, { severity, kind, text, lines, column });
    } else if (line !== undefined && known.lines.at(-1) !== line) known.lines.push(line);
  }
}
