/**
 * Finished trials on disk: one file a cell, so that a run that was killed can go on.
 *
 *     one line of JSON (what it belongs to, how long it is, its checksum), then the rows as numbers
 *
 * A part that does not fit (damaged, another version of the lab) counts as absent: its trials are
 * simply played again.
 */
import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import { cellName, type PlannedCell } from '../experiments/experiment-plan.ts';
import type { ResultFolder } from './result-folder.ts';

const LINE_FEED = 10;

export interface CellPartsOptions {
  readonly folder: ResultFolder;
  /** Hash of the experiment. */
  readonly hash: string;
  readonly version: string;
  /** Numbers that the rows of one cell come to. */
  readonly numberCount: number;
}

export class CellParts {
  readonly #options: CellPartsOptions;

  constructor(options: CellPartsOptions) {
    this.#options = options;
  }

  /** Keeps the rows of a cell; those of trials that are not finished are zero. */
  async write(cellIndex: number, cell: PlannedCell, table: Float64Array): Promise<void> {
    const numbers = Buffer.from(table.buffer, table.byteOffset, table.byteLength);
    const header = Buffer.from(`${JSON.stringify(this.#header(cell, numbers))}\n`);
    await this.#options.folder.writePart(partName(cellIndex), Buffer.concat([header, numbers]));
  }

  /** Copies what is kept of a cell into its rows, if anything is. */
  async read(cellIndex: number, cell: PlannedCell, table: Float64Array): Promise<void> {
    const bytes = await this.#options.folder.readPart(partName(cellIndex));
    if (bytes === null) return;
    const headerEnd = bytes.indexOf(LINE_FEED);
    const numbers = bytes.subarray(headerEnd + 1);
    const header = bytes.subarray(0, Math.max(0, headerEnd)).toString();
    if (header !== JSON.stringify(this.#header(cell, numbers))) return;
    new Uint8Array(table.buffer, table.byteOffset, table.byteLength).set(numbers);
  }

  #header(cell: PlannedCell, numbers: Uint8Array): object {
    const { hash, version, numberCount } = this.#options;
    return {
      format: 'hedgerow-part/1',
      hash,
      version,
      cell: cellName(cell),
      numberCount,
      endianness: endianness(),
      checksum: createHash('sha256').update(numbers).digest('hex'),
    };
  }
}

function partName(cellIndex: number): string {
  return `cell-${cellIndex}.part`;
}
