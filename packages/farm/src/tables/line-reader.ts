/**
 * The cells of an open table by what they mean, with a finding for each that cannot be understood.
 */
import { isMissing, markOf, parseNumber, splitNumber } from './decimal-style.ts';
import type { FindingInput, FindingList } from './finding.ts';
import type { Heading } from './heading.ts';
import type { OpenTable } from './open-table.ts';
import type { TableRecord } from './split-records.ts';
import { tidyName } from './tidy-name.ts';

/** A number, and the unit behind it if there is one: "9.4 t/ha". */
export interface CellNumber {
  readonly value: number;
  readonly suffix: string;
}

export class LineReader {
  readonly table: OpenTable;
  readonly findings: FindingList;

  constructor(table: OpenTable, findings: FindingList) {
    this.table = table;
    this.findings = findings;
  }

  has(key: string): boolean {
    return this.table.places.has(key);
  }

  heading(key: string): Heading | null {
    const place = this.table.places.get(key);
    return place === undefined ? null : this.table.headings[place]!;
  }

  /** The cell as it stands; '' if the column or the cell is missing. */
  raw({ cells }: TableRecord, key: string): string {
    const place = this.table.places.get(key);
    return place === undefined ? '' : (cells[place] ?? '');
  }

  /** A name without needless blanks, or null; what was tidied is noted. */
  name(record: TableRecord, key: string): string | null {
    const raw = this.raw(record, key);
    const name = tidyName(raw);
    if (name === '' || /^(?:[-–—?]|n\/?a|#n\/a|null)$/i.test(name)) return null;
    if (name !== raw) {
      const text = 'Blanks around the name, doubled or invisible signs were taken away.';
      this.findings.note({ ...this.at(record, key), kind: 'name-blanks', text });
    }
    return name;
  }

  /** A number, or null if there is none; what is neither is an error. */
  number(record: TableRecord, key: string): CellNumber | null {
    const raw = this.raw(record, key);
    if (isMissing(raw)) return null;
    const read = readNumber(raw, this.table.decimal);
    if (read !== null) return read;
    const text = `"${raw.trim().slice(0, 40)}" is not a number.`;
    this.findings.error({ ...this.at(record, key), kind: 'not-a-number', text });
    return null;
  }

  /** Where a finding belongs. */
  at({ line }: TableRecord, key: string): Pick<FindingInput, 'line' | 'column'> {
    return { line, column: this.heading(key)?.text ?? null };
  }
}

/** Reads by the style of the table; a number that proves to have the other style, by its own. */
function readNumber(raw: string, mark: '.' | ','): CellNumber | null {
  const parts = splitNumber(raw);
  if (parts === null) return null;
  const value = parseNumber(parts.digits, markOf(parts.digits) ?? mark);
  return value === null ? null : { value, suffix: parts.rest.trim() };
}
