/**
 * Texts as PostgreSQL holds an array of them, ready to be taken as they are.
 *
 * An array that travels as text is put into quotes and read again sign by sign, at both ends; bodies of entries are long, and are full of
 * quotes themselves. That was half of what the server needed for a decision that shares its statement with others.
 *
 *     1, has nulls, type, count, 1        five numbers of four bytes, the greatest byte first
 *     length, bytes                       of each text; the length of a null is -1
 */
const NUMBER_BYTES = 4;
const HEAD_BYTES = 5 * NUMBER_BYTES;
/** By which every server knows the type `text`. */
const TEXT_TYPE = 25;

/** Returns one parameter of the type `text[]`. */
export function textArray(texts: readonly (string | null)[]): Buffer {
  let size = HEAD_BYTES;
  for (const text of texts) {
    size += NUMBER_BYTES + (text === null ? 0 : Buffer.byteLength(text));
  }
  const bytes = Buffer.allocUnsafe(size);
  let end = 0;
  for (const head of [1, texts.includes(null) ? 1 : 0, TEXT_TYPE, texts.length, 1]) {
    end = bytes.writeInt32BE(head, end);
  }
  for (const text of texts) {
    const length = text === null ? -1 : bytes.write(text, end + NUMBER_BYTES);
    end = bytes.writeInt32BE(length, end) + Math.max(0, length);
  }
  return bytes;
}
