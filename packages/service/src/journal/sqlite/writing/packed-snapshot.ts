/**
 * A snapshot as it is handed to the thread that writes.
 */
import type { NewSnapshot } from '../../journal.ts';
import { packText } from '../../pack-text.ts';

export interface PackedSnapshot extends Omit<NewSnapshot, 'body'> {
  readonly packed: Uint8Array;
}

export async function packSnapshot({ body, ...rest }: NewSnapshot): Promise<PackedSnapshot> {
  return { ...rest, packed: await packText(body) };
}
