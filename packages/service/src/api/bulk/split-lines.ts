/**
 * Splits a stream of bytes into lines, and never holds more than one of them.
 */
const LINE_END = 0x0a;
const RETURN = 0x0d;

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** Without its end; null if it is longer than a line may be. */
  readonly bytes: Buffer | null;
}

/** Yields the lines in order; empty ones are left out, but counted. */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  bytesMax: number,
): AsyncGenerator<Line> {
  let rest: Buffer | null = Buffer.alloc(0);
  let number = 1;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
      const bytes = joined(rest, chunk.subarray(start, end), bytesMax);
      if (bytes === null || bytes.length > 0) yield { number, bytes };
      number += 1;
      rest = Buffer.alloc(0);
      start = end + 1;
    }
    rest = joined(rest, chunk.subarray(start), bytesMax, true);
  }
  const last = rest === null ? null : withoutReturn(rest);
  if (last === null || last.length > 0) yield { number, bytes: last };
}

function joined(
  rest: Buffer | null,
  more: Buffer,
  bytesMax: number,
  isOpen = false,
): Buffer | null {
  if (rest === null || rest.length + more.length > bytesMax) return null;
  const bytes = rest.length === 0 ? more : Buffer.concat([rest, more]);
  return isOpen ? Buffer.from(bytes) : withoutReturn(bytes);
}

function withoutReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes;
}
