/**
 * Rows of the shelf that came together are stored together: their texts are much alike, and packed in one they take a quarter of the room.
 *
 *     shelf         one row for each place, as ever; `pack` names the pack that has its text
 *     shelf_pack    texts of some rows of one version; named after the first of them
 *
 * A pack is never added to. It goes with the last of its rows; the text of a row that is gone may stay that long, unless
 * somebody is to be forgotten.
 */
import type { DatabaseSync } from 'node:sqlite';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { ShelfBatch, ShelfRow } from '../../journal.ts';
import { SHELF_SPAN_MAX } from '../../tables.ts';

/** Where a pack belongs. */
export interface PackName {
  readonly policy: string;
  readonly generation: number;
  /** The number of its first row. */
  readonly pack: number;
  readonly shelved_at: number;
}

/** A chain, and the version that its rows are of, or are of at most. */
export type PackPlace = Pick<ShelfBatch, 'policy' | 'generation' | 'version'>;

/** Whoever needs one row unpacks all of its pack, but reads its own line alone. */
const PACK_ROWS = 80;
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 2 } };

export class ShelfPacks {
  readonly #statements: ReturnType<typeof prepareStatements>;

  constructor(database: DatabaseSync) {
    this.#statements = prepareStatements(database);
  }

  /** Stores the texts of rows in one pack. */
  add({ policy, generation, version }: PackPlace, rows: readonly ShelfRow[]): void {
    const last = Math.max(...rows.map((row) => row.last));
    const firsts = JSON.stringify(rows.map(({ first }) => first));
    const name = [policy, generation, rows[0]!.first, version];
    this.#statements.add.run(...name, last, firsts, packed(rows));
  }

  /** The lines of a pack; none where it cannot be read: whoever misses a row makes it again from the entries. */
  linesOf({ policy, generation, pack, shelved_at }: PackName): Buffer {
    const line = this.#statements.body.get(policy, generation, pack, shelved_at);
    return line === undefined ? NO_LINES : unpacked(line.body as Uint8Array);
  }

  /** Removes those of the packs that have no row any more. */
  tidy(names: readonly (Omit<PackName, 'pack'> & { readonly pack: number | null })[]): void {
    const seen = new Set<string>();
    for (const { policy, generation, pack, shelved_at } of names) {
      const name = `${policy} ${generation} ${pack} ${shelved_at}`;
      if (pack === null || seen.has(name)) continue;
      seen.add(name);
      this.#removeIfEmpty({ policy, generation, pack, shelved_at });
    }
  }

  /** Removes a decision's text, up to a version, from whatever packs it is in. */
  remove({ policy, generation, version }: PackPlace, number: number): void {
    const { holding, replace } = this.#statements;
    const least = number - 2 * SHELF_SPAN_MAX;
    for (const line of holding.all(policy, generation, least, number, number, version)) {
      const { pack, shelved_at, body } = line as unknown as PackName & { body: Uint8Array };
      const rows = opened(body);
      const left = rows.filter(({ first, last }) => number < first || number > last);
      // Nobody knows what is in one that cannot be read.
      if (left.length === rows.length && rows.length > 0) continue;
      replace.run(packed(left), policy, generation, pack, shelved_at);
      this.#removeIfEmpty({ policy, generation, pack, shelved_at });
    }
  }

  #removeIfEmpty({ policy, generation, pack, shelved_at }: PackName): void {
    const { firsts, row, gone } = this.#statements;
    const line = firsts.get(policy, generation, pack, shelved_at);
    if (line === undefined) return;
    const end = lastOf(String(line.firsts)) ?? pack + SHELF_SPAN_MAX;
    const place = [policy, generation, pack, end, shelved_at, pack] as const;
    if (row.get(...place) === undefined) gone.run(policy, generation, pack, shelved_at);
  }
}

/** Rows in the order of their numbers, as they are packed: not too many, nor too far apart, and about as many in each. */
export function sharedOut(rows: readonly ShelfRow[]): ShelfRow[][] {
  const packs: ShelfRow[][] = [];
  const most = Math.ceil(rows.length / Math.ceil(rows.length / PACK_ROWS));
  for (const row of rows.toSorted((a, b) => a.first - b.first)) {
    const pack = packs.at(-1);
    const isFull =
      pack === undefined || pack.length >= most || row.first - pack[0]!.first >= SHELF_SPAN_MAX;
    if (isFull) packs.push([row]);
    else pack.push(row);
  }
  return packs;
}

/** The number of the last row; undefined where the list cannot be read: rows are short cuts, and must not stop who writes. */
function lastOf(firsts: string): number | undefined {
  try {
    return (JSON.parse(firsts) as number[]).at(-1);
  } catch {
    return undefined;
  }
}

/** A list of rows in JSON, each on a line of its own, so that one can be read without the others. */
function packed(rows: readonly ShelfRow[]): Uint8Array {
  const lines = rows.map(({ first, last, text }) => JSON.stringify([first, last, text]));
  return zstdCompressSync(`[\n${lines.join(',\n')}\n]`, COMPRESSION);
}

const NO_LINES = Buffer.from('[]');

function unpacked(body: Uint8Array): Buffer {
  try {
    return zstdDecompressSync(body);
  } catch {
    return NO_LINES;
  }
}

function opened(body: Uint8Array): ShelfRow[] {
  return rowsIn(unpacked(body).toString());
}

function rowsIn(text: string): ShelfRow[] {
  try {
    return (JSON.parse(text) as [number, number, string][]).map(rowFrom);
  } catch {
    return [];
  }
}

const rowFrom = ([first, last, text]: [number, number, string]) => ({ first, last, text });

/** The row with a number; undefined where the pack has none. Packs of earlier versions are a single line. */
export function rowAt(lines: Buffer, number: number): ShelfRow | undefined {
  const start = lines.indexOf(`\n[${number},`);
  if (start < 0) return rowsIn(lines.toString()).find(({ first }) => first === number);
  const line = lines.toString('utf8', start, lines.indexOf('\n', start + 1));
  return rowsIn(`[${line.endsWith(',') ? line.slice(0, -1) : line}]`)[0];
}

function prepareStatements(database: DatabaseSync) {
  const prepare = (text: string) => database.prepare(text);
  const own = 'where policy = ? and generation = ? and first = ? and shelved_at = ?';
  return {
    add: prepare(
      `insert into shelf_pack (policy, generation, first, shelved_at, last, firsts, body)
       values (?, ?, ?, ?, ?, ?, ?)`,
    ),
    body: prepare(`select body from shelf_pack ${own}`),
    firsts: prepare(`select firsts from shelf_pack ${own}`),
    row: prepare(
      `select 1 from shelf where policy = ? and generation = ? and first between ? and ?
         and shelved_at = ? and pack = ? limit 1`,
    ),
    gone: prepare(`delete from shelf_pack ${own}`),
    holding: prepare(
      `select first as pack, shelved_at, body from shelf_pack
       where policy = ? and generation = ? and first > ? and first <= ?
         and last >= ? and shelved_at <= ?`,
    ),
    replace: prepare(`update shelf_pack set body = ? ${own}`),
  };
}
