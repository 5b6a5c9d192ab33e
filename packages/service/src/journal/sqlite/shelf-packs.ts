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
import type { ShelfBatch, ShelfRow } from '../journal.ts';
import { SHELF_SPAN_MAX } from '../tables.ts';

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

/** Whoever needs one row opens all of its pack. */
const PACK_ROWS = 40;
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

  /** All rows of a pack, with their texts; none where it cannot be read: whoever misses one makes it again from the entries. */
  rowsOf({ policy, generation, pack, shelved_at }: PackName): readonly ShelfRow[] {
    const line = this.#statements.body.get(policy, generation, pack, shelved_at);
    return line === undefined ? [] : opened(line.body as Uint8Array);
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

function packed(rows: readonly ShelfRow[]): Uint8Array {
  const texts = rows.map(({ first, last, text }) => [first, last, text]);
  return zstdCompressSync(JSON.stringify(texts), COMPRESSION);
}

function opened(body: Uint8Array): ShelfRow[] {
  try {
    const texts = JSON.parse(zstdDecompressSync(body).toString()) as [number, number, string][];
    return texts.map(([first, last, text]) => ({ first, last, text }));
  } catch {
    return [];
  }
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
