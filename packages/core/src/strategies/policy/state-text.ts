/**
 * A policy's state as text: versioned, with a checksum, bit for bit.
 *
 * Arrays of numbers are written as hexadecimal little-endian doubles and not as decimals, so that
 * not even the sign of a zero changes. The checksum (CRC-32C) finds damage; it is no signature.
 */
import { HedgerowError } from '../../base/errors.ts';

const FORMAT = 'hedgerow-policy/1';
const POLYNOMIAL = 0x82f63b78;
const BYTES: readonly number[] = Array.from({ length: 256 }, (_, byte) => byte);
const REMAINDERS: Int32Array = Int32Array.from(BYTES, remainderOf);
/** The same for a byte that is followed by another one. */
const FARTHER: Int32Array = REMAINDERS.map((rest) => (rest >>> 8) ^ REMAINDERS[rest & 0xff]!);
/** Value of a hexadecimal digit by its UTF-16 unit. */
const NIBBLE_OF_UNIT: Uint8Array = Uint8Array.from({ length: 128 }, (_, unit) =>
  Math.max(0, '0123456789abcdef'.indexOf(String.fromCharCode(unit))),
);

/** Wraps plain data as snapshot text. */
export function encodeState(body: unknown): string {
  const text = JSON.stringify(body, (_key, value) =>
    value instanceof Float64Array ? { doubles: toHex(value) } : value,
  );
  return `${FORMAT} ${checksum(text)}\n${text}`;
}

/** Returns the plain data of snapshot text, or refuses it. */
export function decodeState(snapshot: string): unknown {
  const [head, text] = splitHead(snapshot);
  const [format, sum] = head.split(' ');
  if (format !== FORMAT) throw unreadable(`of format ${JSON.stringify(format?.slice(0, 40))}`);
  if (sum !== checksum(text)) throw unreadable('damaged: its checksum does not fit');
  return withDoubles(JSON.parse(text));
}

/** Turns text back into arrays of doubles, in place; much faster than a reviver. */
function withDoubles(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isDoubles(value)) return fromHex(value.doubles);
  const parts = value as Record<string, unknown>;
  for (const key of Object.keys(parts)) {
    const part = parts[key];
    if (typeof part === 'object' && part !== null) parts[key] = withDoubles(part);
  }
  return value;
}

function splitHead(snapshot: string): [string, string] {
  if (typeof snapshot !== 'string') throw unreadable('not text');
  const end = snapshot.indexOf('\n');
  return end < 0 ? [snapshot, ''] : [snapshot.slice(0, end), snapshot.slice(end + 1)];
}

/** Something of a caller's may be called "doubles" too, but it is never text. */
function isDoubles(value: object): value is { doubles: string } {
  return 'doubles' in value && typeof value.doubles === 'string';
}

/** A double is written as little-endian bytes and read as a big-endian whole number: its hexadecimal. */
function toHex(values: Float64Array): string {
  const view = new DataView(new ArrayBuffer(8));
  let text = '';
  for (let i = 0; i < values.length; i++) {
    view.setFloat64(0, values[i]!, true);
    text += view.getBigUint64(0).toString(16).padStart(16, '0');
  }
  return text;
}

function fromHex(text: string): Float64Array {
  const view = new DataView(new ArrayBuffer(text.length / 2));
  for (let i = 0; i < view.byteLength; i++) {
    const high = NIBBLE_OF_UNIT[text.charCodeAt(2 * i)]!;
    view.setUint8(i, 16 * high + NIBBLE_OF_UNIT[text.charCodeAt(2 * i + 1)]!);
  }
  const values = new Float64Array(view.byteLength / 8);
  for (let i = 0; i < values.length; i++) values[i] = view.getFloat64(8 * i, true);
  return values;
}

/** CRC-32C of the text's UTF-16 units, as eight hexadecimal digits. */
function checksum(text: string): string {
  let remainder = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    const mixed = (remainder ^ unit) & 0xffff;
    remainder = (remainder >>> 16) ^ FARTHER[mixed & 0xff]! ^ REMAINDERS[mixed >>> 8]!;
  }
  return ((remainder ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}

/** What is left of a byte after eight steps of the division. */
function remainderOf(byte: number): number {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = (rest >>> 1) ^ (rest & 1 ? POLYNOMIAL : 0);
  return rest;
}

function unreadable(received: string): HedgerowError {
  return new HedgerowError({
    code: 'HR_FILE',
    rule: `a snapshot must be unchanged text that snapshot() returned (${FORMAT})`,
    received,
    remedy: 'Restore an earlier snapshot; do not repair this one by hand.',
  });
}
