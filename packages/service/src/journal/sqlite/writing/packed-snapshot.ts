/**
 * A snapshot as it is handed to the thread that writes: packed, by a thread that nobody waits for.
 */
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { Snapshot } from '../../journal.ts';

export interface PackedSnapshot extends Omit<Snapshot, 'body'> {
  readonly packed: Uint8Array;
}

export async function packSnapshot({ body, ...rest }: Snapshot): Promise<PackedSnapshot> {
  return { ...rest, packed: await promisify(zstdCompress)(body) };
}
