/**
 * Long texts are packed piece by piece, so that whoever has them can do something else in between: to join them, and to write
 * megabytes as bytes in one go, takes milliseconds. The packing itself is done by a thread that nobody waits for.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createZstdCompress } from 'node:zlib';

/** Returns the text of all pieces, packed with zstd. */
export function packText(pieces: readonly string[]): Promise<Uint8Array> {
  return buffer(Readable.from(pieces).pipe(createZstdCompress()));
}
