/**
 * Reads a PNG far enough to know its size and whether anything is drawn on it.
 */
import { inflateSync } from 'node:zlib';

export interface PngFacts {
  readonly width: number;
  readonly height: number;
  /** How many different values the bytes of the picture have; a blank one has very few. */
  readonly valueCount: number;
}

/** Returns the facts of a PNG. */
export function pngFacts(png: Buffer): PngFacts {
  const parts: Buffer[] = [];
  for (let place = 8; place < png.length; ) {
    const length = png.readUInt32BE(place);
    const name = png.toString('latin1', place + 4, place + 8);
    if (name === 'IDAT') parts.push(png.subarray(place + 8, place + 8 + length));
    place += length + 12;
  }
  return {
    width: png.readUInt32BE(16),
    height: png.readUInt32BE(20),
    valueCount: new Set(inflateSync(Buffer.concat(parts))).size,
  };
}
