/**
 * A data file seen through the columns that matter, with readers that refuse what a cell cannot mean.
 */
import { type CalendarDay, parseDay } from './calendar.ts';
import { type FileCells, readCells } from './file-cells.ts';
import { fileFault } from './file-fault.ts';
import { findColumn, readHeader } from './file-header.ts';

/** The columns of a kind of file: names by which each may be found, and whether it must be there. */
export type ColumnSpecs<Key extends string> = Readonly<
  Record<Key, { readonly names: readonly string[]; readonly isOptional?: true }>
>;

export class Sheet<Key extends string> {
  readonly file: string;
  readonly rowCount: number;
  readonly #cells: FileCells;
  readonly #places: ReadonlyMap<Key, { readonly index: number; readonly heading: string }>;

  constructor(cells: FileCells, places: Map<Key, { index: number; heading: string }>) {
    this.file = cells.file;
    this.rowCount = cells.rowCount;
    this.#cells = cells;
    this.#places = places;
  }

  has(key: Key): boolean {
    return this.#places.has(key);
  }

  line(row: number): number {
    return this.#cells.lines[row]!;
  }

  /** The cell without blanks around it; '' if it is empty, NA, or the column is missing. */
  text(key: Key, row: number): string {
    const place = this.#places.get(key);
    if (place === undefined) return '';
    const text = this.#cells.columns[place.index]![row]!.trim();
    return text === 'NA' ? '' : text;
  }

  requiredText(key: Key, row: number): string {
    const text = this.text(key, row);
    if (text === '') throw this.fault(key, row, 'must not be empty');
    return text;
  }

  /** A number in the limits, or null for an empty cell. */
  number(key: Key, row: number, [least, most]: readonly [number, number]): number | null {
    const text = this.text(key, row);
    if (text === '') return null;
    const value = Number(text);
    if (value >= least && value <= most) return value;
    throw this.fault(key, row, `must be a number ${limitsText(least, most)}`);
  }

  requiredNumber(key: Key, row: number, limits: readonly [number, number]): number {
    const value = this.number(key, row, limits);
    if (value === null) throw this.fault(key, row, 'must be a number');
    return value;
  }

  whole(key: Key, row: number, limits: readonly [number, number]): number {
    const value = this.requiredNumber(key, row, limits);
    if (!Number.isInteger(value)) throw this.fault(key, row, 'must be a whole number');
    return value;
  }

  /** A date in any of the forms of calendar.ts, or null for an empty cell. */
  day(key: Key, row: number): CalendarDay | null {
    const text = this.text(key, row);
    if (text === '') return null;
    const day = parseDay(text);
    if (day === null) throw this.fault(key, row, 'must be a date such as 5/14/2015 or 20150514');
    return day;
  }

  /** The error for one cell. */
  fault(key: Key, row: number, rule: string): Error {
    return fileFault({
      file: this.file,
      line: this.line(row),
      column: this.#places.get(key)?.heading ?? key,
      rule,
      received: this.text(key, row) === '' ? 'empty' : `"${this.text(key, row)}"`,
    });
  }
}

/** Returns the first required column that a heading lacks, or null. */
export function missingColumn<Key extends string>(
  header: readonly string[],
  specs: ColumnSpecs<Key>,
): string | null {
  const columns: { readonly names: readonly string[]; readonly isOptional?: true }[] =
    Object.values(specs);
  const missing = columns.find(
    ({ names, isOptional }) => isOptional !== true && findColumn(header, names) < 0,
  );
  return missing?.names[0] ?? null;
}

/** Reads the columns that a heading has. */
export async function readSheet<Key extends string>(
  file: string,
  header: readonly string[],
  specs: ColumnSpecs<Key>,
): Promise<Sheet<Key>> {
  const places = new Map<Key, { index: number; heading: string }>();
  const positions: number[] = [];
  for (const key of Object.keys(specs) as Key[]) {
    const position = findColumn(header, specs[key].names);
    if (position < 0) continue;
    places.set(key, { index: positions.length, heading: header[position]! });
    positions.push(position);
  }
  return new Sheet(await readCells({ file, header, positions }), places);
}

function limitsText(least: number, most: number): string {
  if (most === Infinity) return `of at least ${least}`;
  return `from ${least} to ${most}`;
}

/** Reads a file that must have all of the columns, `purpose` says for what. */
export async function readWholeSheet<Key extends string>(
  file: string,
  specs: ColumnSpecs<Key>,
  purpose: string,
): Promise<Sheet<Key>> {
  const header = await readHeader(file);
  const missing = missingColumn(header, specs);
  if (missing === null) return readSheet(file, header, specs);
  throw fileFault({
    file,
    line: 1,
    rule: `must have a column "${missing}" ${purpose}`,
    received: 'without it',
  });
}
