/**
 * Splits text into records of cells, as RFC 4180 has it and as spreadsheets really write it.
 *
 * A cell in quotes may hold the delimiter, line ends and doubled quotes. Lines end in LF, CRLF or CR.
 * A quote inside of a cell that does not begin with one is an ordinary character (5" pipe). A record
 * keeps the line on which it begins, because that is where its reader will look. Linear in the text.
 */

export interface TableRecord {
  /** The line on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export interface SplitText {
  readonly records: readonly TableRecord[];
  /** The line of a quote that is never closed, or null: then the last record holds the rest. */
  readonly unclosedQuoteLine: number | null;
  /** Lines on which text follows a closing quote; it is kept as part of the cell. */
  readonly textAfterQuoteLines: readonly number[];
}

const QUOTE = '"';

/** Returns all records, empty lines as records of one empty cell; at most `limit` of them. */
export function splitRecords(text: string, delimiter: string, limit: number = Infinity): SplitText {
  const cursor = new Cursor(text, delimiter);
  const records: TableRecord[] = [];
  while (!cursor.isAtEnd() && records.length < limit) records.push(cursor.readRecord());
  const { unclosedQuoteLine, textAfterQuoteLines } = cursor;
  return { records, unclosedQuoteLine, textAfterQuoteLines };
}

class Cursor {
  unclosedQuoteLine: number | null = null;
  readonly textAfterQuoteLines: number[] = [];
  readonly #text: string;
  readonly #delimiter: string;
  #position = 0;
  #line = 1;

  constructor(text: string, delimiter: string) {
    this.#text = text;
    this.#delimiter = delimiter;
  }

  isAtEnd(): boolean {
    return this.#position >= this.#text.length;
  }

  readRecord(): TableRecord {
    const line = this.#line;
    const cells: string[] = [];
    do cells.push(this.#readCell());
    while (this.#take(this.#delimiter));
    this.#takeLineEnd();
    return { line, cells };
  }

  #readCell(): string {
    if (this.#text[this.#position] !== QUOTE) return this.#readPlain();
    const quoted = this.#readQuoted();
    const rest = this.#readPlain();
    if (rest.trim() === '') return quoted;
    this.textAfterQuoteLines.push(this.#line);
    return quoted + rest;
  }

  #readPlain(): string {
    const start = this.#position;
    while (this.#position < this.#text.length && !this.#isCellEnd()) this.#position += 1;
    return this.#text.slice(start, this.#position);
  }

  #isCellEnd(): boolean {
    const character = this.#text[this.#position];
    return character === this.#delimiter || character === '\n' || character === '\r';
  }

  /** Reads from an opening quote to after the closing one; a doubled quote stands for one. */
  #readQuoted(): string {
    const openedAt = this.#line;
    let cell = '';
    for (let start = this.#position + 1; ; ) {
      const end = this.#text.indexOf(QUOTE, start);
      const part = this.#text.slice(start, end === -1 ? undefined : end);
      this.#line += countLineEnds(part);
      cell += part;
      this.#position = end === -1 ? this.#text.length : end + 1;
      if (end === -1) this.unclosedQuoteLine ??= openedAt;
      if (end === -1 || this.#text[end + 1] !== QUOTE) return cell;
      cell += QUOTE;
      start = end + 2;
    }
  }

  #take(character: string): boolean {
    if (this.#text[this.#position] !== character) return false;
    this.#position += 1;
    return true;
  }

  #takeLineEnd(): void {
    const hasReturn = this.#take('\r');
    if (this.#take('\n') || hasReturn) this.#line += 1;
  }
}

function countLineEnds(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
